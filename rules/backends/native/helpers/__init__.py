"""Helpers: the run-time functions of native games, in the subset of Python that `subset/` compiles.

Start with `memory.py`, which says what the subset has besides Python, and `game.py`, which names what stands
in the memory of a game. A helper does what a module of `rules/run` does, and reads like it; its docstring
names that twin.

- `arithmetic.py`, `checked.py`, `faults.py`, `arena.py`: numbers, faults and fuel, room;
- `lists.py`, `member_sets.py`, `texts.py`, `kept_lists.py`, `selections.py`, `rules_of_once.py`: values;
- `chance.py`, `draw.py`, `piles.py`, `move_pieces.py`: random numbers, piles, and moving pieces;
- `label_sets.py`, `one_mixture.py`, `shuffled_heaps.py`, `knowledge.py`: what each seat knows of pieces;
- `frames.py`, `questions.py`, `together.py`, `forced.py`, `log.py`, `running.py`: rules, questions, answers;
- `saved_states.py`, `random_play.py`, `game_notes.py`, `answer_journal.py`, `many_games.py`: many games in a
  row;
- `looking.py`, `judgement_basics.py`, `judgement_hands.py`, `judgement_features.py`, `judgement.py`: how good
  a position is;
- `search_room.py`, `search_answers.py`, `search_steps.py`, `search_boards.py`, `search_paths.py`,
  `search_actions.py`, `search_plan.py`, `search_playout.py`, `play_on.py`: plans, and playing to the end;
- `provided.py`: what Python and the translated game provide.
"""
