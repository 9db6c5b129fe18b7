"""Bots and hints: how a computer plays, and what it advises.

Start with `bots.py`, the list of all; `budgets.py` is how much they think.

- Thinking: `turn_search.py` searches through a turn, `lookahead_bot.py` plays by it, `hints.py` gives advice.
- What was learned: `use_judgement.py` finds it for a scenario, `judgement_file.py` reads and writes it.
- `finished_game_chances.py` estimates the chance to win of a finished game.
"""
