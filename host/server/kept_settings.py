"""What the server keeps for a person: how the screens look and sound, and whom they have blocked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, get_type_hints

from lazaretto.grammar.foreign_json import parse_json
from lazaretto.host.bounds import writable
from lazaretto.host.codec import whole
from lazaretto.host.server import hall_messages as say
from lazaretto.host.user_settings import Settings, mended


@dataclass(frozen=True, slots=True)
class KeptSettings:
    """The settings of a person."""

    settings: Settings = field(default_factory=Settings)
    blocked: frozenset[str] = frozenset()
    """The names of those whose chat and pointing they do not see."""


def read_kept(text: str) -> tuple[KeptSettings, tuple[str, ...]]:
    """What the store has for a person, and a sentence for each thing in it that is wrong and is left out.

    Whatever the store holds, the person can come in: they had no hand in an older version's mistake.
    """
    if not text:
        return KeptSettings(), ()
    try:
        stored = parse_json(text)
        names = dict(_sound(KeptSettings, {"blocked": stored.get("blocked", [])})).get("blocked", ())
        settings = dict(_sound(Settings, stored.get("settings", {})))
        lost = settings.keys() != stored.get("settings", {}).keys()
    except (ValueError, AttributeError, TypeError):
        return KeptSettings(), (say.SETTINGS_LOST(),)
    kept, problems = mended(Settings(**settings))
    return KeptSettings(kept, frozenset(filter(writable, names))), (
        *((say.SETTINGS_LOST(),) if lost else ()),
        *problems,
    )


def _sound(kind: type, stored: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a class that the store has values of the right type for."""
    for name, value in stored.items():
        hint = _hints(kind).get(name)
        if hint is not None:
            try:
                yield name, whole(value, hint)
            except ValueError:
                continue


@cache
def _hints(kind: type) -> dict[str, Any]:
    names = {each.name for each in fields(kind)}
    return {name: hint for name, hint in get_type_hints(kind).items() if name in names}
