"""The sentences about an author's mistakes, with their codes; they know nobody, so everybody may use them."""
