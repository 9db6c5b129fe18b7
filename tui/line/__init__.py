"""Line mode: the game as plain lines, for screen readers and dumb terminals.

Start with `mode.py`; `table.py` plays a game, `parse_answer.py` reads what was typed.
"""
