"""The subset of Python in which helpers are written, and its compiler to flat code.

`modules.py` reads modules of helpers, `records.py` the types that they declare; `expressions.py` and
`statements.py` compile functions. A helper is a function of numbers: `int`, `bool`, or the address of
something in memory, which has a type of `helpers/memory.py`: a record with named fields, a list, an array.
Reading or writing a field or a member becomes one load or store. mypy checks the types, and the compiler what
becomes of them.
"""
