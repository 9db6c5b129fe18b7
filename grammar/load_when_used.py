"""Loads the names of a package when they are first used, so that importing the package loads nothing else."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def load_when_used(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package; `names` are those of its public interface, by module.

    No name may be that of a module of the package: the module would stand for it once it is imported.
    """

    def load(name: str) -> object:
        for module, members in names.items():
            if name in members:
                loaded = import_module(f"{package}.{module}")
                vars(sys.modules[package]).update({member: getattr(loaded, member) for member in members})
                return getattr(loaded, name)
        raise AttributeError(name)

    return load
