"""The Python back end: the lowered form becomes Python's own tree, is made quicker, and is compiled.

Only `backend` is needed to run a compiled game; it imports nothing of the rest.
"""
