"""Native code: lowered rules become flat code, flat code becomes WebAssembly or C, and a runner plays.

Start with `runner.py`, which shows what a native game does, then `translate_game.py`. In the order of the
data:

- `flat/`: flat code, the language between rules and machine code;
- `survey.py`, `shapes.py`, `infer_ranges.py`, `idle_and_shared_values.py`: what is known of the rules before
  they are translated;
- `layout.py`, `constant_data.py`: where everything lies in the memory of a game;
- `translation.py`, `translate_game.py` with `translate_segments.py`, `translate_statements.py`,
  `translate_expressions.py`, `translate_numbers.py`, `translate_lists.py`, `translate_loops.py`,
  `translate_runtime_calls.py`; `remembered_values.py`: rules as flat code;
- `helpers/`: what all games share, such as piles and shuffles, written in Python; `subset/` compiles it;
- `optimise_program.py`, then `wasm/` or `print_c.py`; `compile_program.py` chooses;
- `native_code.py`, `load_machine_code.py`: machine code, its cache, and loading it;
- `state_transfer.py`, `runner.py`, `native_search.py`: states in and out, playing, searching for plans.
"""
