"""Messages about authors' mistakes, with their codes; they import no other package of the rules."""
