"""What a seat sees: the view of a moment, its words, and what changed since the last.

Start with `view_types.py`, the forms; `view_builder.py` builds a view, `diff_views.py` compares two.
"""
