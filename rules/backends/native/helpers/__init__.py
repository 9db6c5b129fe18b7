"""Run-time functions of native games, in the subset of Python that `subset/` compiles."""
