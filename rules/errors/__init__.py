"""Messages about authors' mistakes, with their codes; they import no other package of the rules.

- `checker_message_texts.py`, `checker_message_variants.py`: the messages of the checker;
- `checker_diagnostics.py`: one function for each of them, which fills its gaps;
- `conflict_diagnostics.py`: the same where rules of several modules or scenarios meet;
- `alias_messages.py`: messages about old names, with their functions;
- `did_you_mean.py`: lists of names, and names similar to a misspelt one.
"""
