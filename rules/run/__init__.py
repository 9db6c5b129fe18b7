"""The runtime: state, random streams, knowledge, decisions, views and records. It never reads source text.

Start with `game.py`, the public interface, and `machine.py`, which runs the rules until a player must answer.

- `compiled_game.py`, `game_setup.py`, `backend.py`: the tables of a game, its first board, and what the
  machine asks of code;
- `state.py`, `random_streams.py`, `limits.py`, `errors.py`, `messages.py`: what all of it shares;
- `machine.py`, `runtime_functions.py`, `move_pieces.py`, `map_queries.py`: running rules, and what rules may
  call;
- `questions/`: the forms of questions, and which answers are open;
- `secrets/`: who knows what;
- `views/`: what a seat sees, in words;
- `game.py`, `fast_play.py`: a game with texts for people, and without them for bots;
- `planning/`: what would happen, and how good that would be;
- `records/`: games as files, and what campaigns pass on;
- `players_rulebook.py`, `rulebook_messages.py`, `identifier_of_name.py`: the rulebook, and names as rules
  write them.
"""
