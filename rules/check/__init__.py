"""The checker: turns syntax trees and tables into the typed tree; it returns every mistake as a value.

Start with `checker.py`, which runs the passes in order; each adds to the `World` of `symbol_table.py`.

- Declarations: `declaration_passes.py`, `make_kinds_and_members.py`, `find_by_old_name.py`,
  `check_aliases.py`, `changing_looks.py`, `state_layout.py`.
- Rules: `rules.py`, `rule_heads.py`, `actions.py`, `statements.py`, `choices.py`, `test_blocks.py`, then
  `weave_hooks.py` and `list_rules_for_reading.py`.
- Expressions: `expressions.py`, `name_resolution.py`, `builtin_calls.py`, `expected_types.py`, `texts.py`,
  `scope.py`.
- What is known of checked rules: `effects.py`, `values_before_game.py`, `reveals_declarations.py`,
  `definition_index.py`.
"""
