"""The interpreter: a back end that runs the lowered form by walking it, node by node.

Start with `backend.py`; `statements.py` has the meaning of each node.
"""

from lazaretto.rules.backends.interpret.backend import InterpretedCode, interpreted

__all__ = ["InterpretedCode", "interpreted"]
