"""Compiles helpers, written in a small subset of Python, into flat code."""
