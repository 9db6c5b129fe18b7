"""Warnings: what compiles, but is probably not what the author meant.

Start with `warnings_of` in `warnings.py`. `looks_and_names.py` and `old_names.py` warn about how things look
and what they are called; `messages.py` is the catalogue.
"""
