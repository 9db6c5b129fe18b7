"""From the checked model to Python, through `ast`; nothing about a rule is known here alone."""
