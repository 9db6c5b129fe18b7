"""A view as a few lines of plain text: everything that plain play reads of a view is read here."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass


def plain(value: object) -> object:
    """A view as dictionaries, lists and plain values."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    return value


def status(view: object) -> Iterator[str]:
    """What stands where, one line a thing."""
    data = plain(view)
    if isinstance(data, dict):
        for name, value in data.items():
            if name not in ("log", "seat") and value not in (None, "", [], {}):
                yield f"{name}: {_short(value)}"


def hand(view: object, player: str) -> Iterator[str]:
    """What the player holds."""
    data = plain(view)
    players = data.get("players") if isinstance(data, dict) else None
    for each in players if isinstance(players, list) else []:
        if isinstance(each, dict) and each.get("name") == player:
            yield from (f"{name}: {_short(value)}" for name, value in each.items() if isinstance(value, list))


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(
            f"{name} {_short(each)}" for name, each in value.items() if each not in (None, "", [], {})
        )
    if isinstance(value, list):
        return ", ".join(_short(each) for each in value)
    return str(value)
