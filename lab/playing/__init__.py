"""Bots and hints: how a computer plays, and what it advises.

Start with `bots.py`; `turn_search.py` searches through a turn, `use_judgement.py` finds what was learned of a
scenario.
"""
