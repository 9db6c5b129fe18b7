"""The static flow check of secrets: finds what a rule tells a reader who may not see what it depends on.

Start with `check_flows.py`, which checks a scenario and words the warnings; `find_leaks.py` runs the
analysis.

- `labels.py`, `facts_from_conditions.py`: which secrets a value depends on, and what conditions have
  established;
- `scope.py`: what is known at one line, what authors allow, and what is known of a called procedure;
- `visibility.py`: who sees what, and whether a reader may see something;
- `read_secrets.py`, `follow_statements.py`, `question_leaks.py`: labels of expressions, effects of
  statements and questions;
- `work_limit.py`: the bound of the work; `messages.py`: the messages.
"""
