"""Helpers: the run-time functions of native games, in the subset of Python that `subset/` compiles.

Start with `memory_types.py`, which says what the subset has besides Python, and `game.py`, which names what
stands in the memory of a game. A helper does what a module of `rules/run` does, and reads like it; its
docstring names that twin.

- `arithmetic.py`, `checked.py`, `faults.py`, `arena.py`: numbers, faults and fuel, room;
- `lists.py`, `list_membership.py`, `copy_values.py`, `keep_for_suspended_rules.py`, `selections.py`,
  `settle_values.py`: values;
- `chance.py`, `pick_at_random.py`, `piles.py`, `move_pieces.py`: random numbers, piles, and moving pieces;
- `known_piece_labels.py`, `becomes_one_mixture.py`, `shuffled_heaps.py`, `knowledge.py`: what each seat knows
  of pieces;
- `frames.py`, `questions.py`, `simultaneous_answers.py`, `note_forced_answers.py`, `log.py`, `running.py`:
  rules, questions, answers;
- `saved_states.py`, `random_play.py`, `game_notes.py`, `answer_journal.py`, `many_games.py`: many games in a
  row;
- `pay_for_looking.py`, `count_for_judgement.py`, `judgement_hands.py`, `judgement_features.py`,
  `judgement.py`: how good a position is;
- `search_room.py`, `search_answers.py`, `search_steps.py`, `recognise_boards.py`, `turn_search_paths.py`,
  `search_actions.py`, `search_plan.py`, `search_playout.py`, `play_on.py`: plans, and playing to the end;
- `functions_from_outside.py`: what Python and the translated game provide.
"""
