"""Says what the subset of Python does not allow, and where it stands."""

import ast
from pathlib import Path


class SubsetError(Exception):
    """A helper that the subset does not allow."""

    def __init__(self, path: Path, node: ast.AST | None, text: str) -> None:
        line = getattr(node, "lineno", 1)
        super().__init__(f"{path}:{line}: {text}")
