"""Line mode: the game as plain lines, for screen readers and dumb terminals.

- `mode` reads the keyboard; `table` plays a game; `parse_answer` understands what was typed.
- What is told: `view` a state and its changes, `information_commands` piles, places and rules,
  `ways_and_outlook` journeys and previews, `explain` help and why, `ending_words` the end.
- `passing` hands a keyboard over; `patience` tells that bots are thinking.
"""
