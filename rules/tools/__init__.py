"""What authors use beside playing: checks, tests of scenarios, explanations, upgrades.

Start with `check_scenario.py` and `scenario_tests.py`.

- `check_scenario.py`, `blame_mods.py`: all mistakes of a scenario, and the line of a mod that causes those in
  other texts;
- `scenario_tests.py`: the tests in rules and the guides of a scenario;
- `explain_definition.py`, `rulebook_with_parts.py`, `difficulty_option.py`: what a definition is made of, the
  whole rulebook, and how hard a scenario can be;
- `upgrade_texts.py`: texts of older editions;
- `render_diagnostics.py`, `messages.py`: mistakes as text, and the messages of these tools.
"""
