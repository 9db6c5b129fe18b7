"""The interpreter: a back end that runs the lowered form by walking it, node by node."""

from lazaretto.rules.backends.interpret.backend import InterpretedCode, interpreted

__all__ = ["InterpretedCode", "interpreted"]
