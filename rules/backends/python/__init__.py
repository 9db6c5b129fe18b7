"""The Python back end: converts the lowered form to a Python syntax tree, optimises and compiles it.

Only `compiled_code.py` is needed to run a compiled game; it does not import the other modules. The passes, in
the order in which `compile_passes.py` runs them: `translate_statements.py` with `merge_segments.py`,
`inline.py`, `comprehensions_to_loops.py`, `reuse_values.py`, `code_line_numbers.py`. `pyast.py` and
`function_names_and_roles.py` serve all of them. `profiler.py` and `rule_marks.py` compile without passes, to
measure rules and to note which of them run.
"""
