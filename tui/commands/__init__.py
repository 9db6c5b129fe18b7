"""The commands: one module each, with `add` for its parser and `run`; imports inside keep `--help` fast.

- Playing: `play` (with `daily_and_branch` for the daily challenge and branches, `how_to_resume` for how to go
  on), `learn`, `join`, `list_scenarios`, `rulebook`, `replay`, `export`, `stats`, `campaigns`.
- Writing: `new`, `check`, `test`, `explain`, `fmt`. Measuring: `simulate`, `balance`, `train`.
- Setting up: `completion`, `man`, `names`.

`arguments` has what they share: options, and finding and loading what is named.
"""
