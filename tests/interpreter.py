"""Marks tests of what differs from one Python to the next."""

import pytest

interpreter = pytest.mark.interpreter
"""A test of the interpreter, the event loop, the terminal, native code or packaging: `make test-pythons` runs
it with every Python that is found."""

newest = pytest.mark.newest
"""One of the few tests that `make test-newest` runs with the newest Python that is found."""
