"""The program model: what the checker makes of texts, and what everything after it reads.

- `entities.py`: types, and the things of a game: kinds, members, variables, piles, supplies, tracks, options;
- `tree/`: the typed tree of rules, with `tree_walk.py` to walk it;
- `test_cases.py`: the checked tests of a game;
- `directions.py`, `values_known_by_name.py`, `never_offered_together.py`: directions on grids, values that
  the game uses by their names, and which actions exclude each other.
"""
