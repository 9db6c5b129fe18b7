"""Lowers the checked tree: numbering, segments, openness, watchers, cost.

Start with `lower.py`, which runs the parts in order; `ir/` is what they make.

- `context.py`, `rule_numbering.py`, `builders.py`, `bounds.py`: what all parts share;
- `expressions.py`, `quantifiers.py`: expressions;
- `statements_without_questions.py`, `segments.py`, `skippable_calls.py`: statements, and procedures that may
  ask;
- `open_actions.py`, `questions_and_menus.py`: which actions are open, and what questions compute;
- `lower_pure_functions.py`, `score_terms.py`, `outcome_watchers.py`: values, the terms of the score, the
  checks for an end;
- `find_tail_calls.py`, `fuel_cost.py`, `verify.py`: passes over the lowered form; `printer.py` prints it;
- `game_tables.py`, `entity_infos.py`, `rules_behind_texts.py`: the tables of the compiled game.
"""
