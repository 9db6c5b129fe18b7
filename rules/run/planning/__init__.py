"""Looking ahead: games that are searched, how good a position is, and what would happen next.

Start with `searched_game.py`, what bots and hints search in.

- `judge_position.py`, `judgement_form.py`: a learned judgement of positions, and its numbers;
- `score_sums.py`, `score_breakdown.py`: what a score is the sum of, for hints; `hint_types.py`: a hint as
  data;
- `plan_search_protocol.py`: what a search in native code offers, and how much it may think;
- `outlook.py`: what would happen next, counted in several imagined games.
"""
