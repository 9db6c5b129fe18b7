"""What a seat sees: the view of a moment, its words, and what changed since the last.

Start with `view_types.py`, the forms; `view_builder.py` builds a view, `diff_views.py` compares two.

- `view_static.py`, `constant_view.py`: what stays the same in all views of a program, and of a seat;
- `text_rendering.py`, `decision_wording.py`, `computed_looks.py`: values, questions and looks in words.
"""
