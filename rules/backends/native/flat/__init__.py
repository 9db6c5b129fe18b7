"""Flat code: functions over 64-bit integers and one memory, which both native printers print.

`nodes.py` defines it, `build.py` builds it and calculates constants, `walk.py` looks through it.
"""
