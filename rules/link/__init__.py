"""The linker: finds the folders of scenarios, reads their files, and composes their modules.

Start with `read_scenario.py` and `compose_modules.py`. In the order of the data:

- `find_scenarios.py`: which scenarios there are, and where;
- `safe_files.py`, `toml_positions.py`: one file of a folder, and TOML with positions;
- `manifest.py`, `renamed_in_manifests.py`, `read_tables.py`, `read_coastlines.py`: manifests, tables,
  outlines;
- `read_scenario.py`, `pack.py`: a scenario and all it uses as one pack of texts;
- `nameable_modules.py`, `declaration_keys.py`, `aliases.py`, `old_name_use.py`: names of modules and
  declarations, and old names;
- `join_test_files.py`, `resolve_owner_names.py`, `compose_modules.py`: tests beside modules, whose rules a
  name means, composition;
- `rule_numbers.py`: the numbers by which players cite rules;
- `syntax_error_help.py`, `messages.py`: better help for syntax errors, and the messages.
"""
