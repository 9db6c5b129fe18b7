"""What authors use beside playing: checks, tests of scenarios, explanations, upgrades.

Start with `check_scenario.py` and `scenario_tests.py`.
"""
