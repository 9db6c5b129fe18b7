"""The Python back end: converts the lowered form to a Python syntax tree, optimises and compiles it.

Only `backend` is needed to run a compiled game; it does not import the other modules.
"""
