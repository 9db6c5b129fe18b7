"""What the server keeps for a person: how the screens look and sound, and whom they have blocked."""

from dataclasses import dataclass, field

from host.user_settings import Settings


@dataclass(frozen=True, slots=True)
class KeptSettings:
    """The settings of a person."""

    settings: Settings = field(default_factory=Settings)
    blocked: frozenset[str] = frozenset()
    """The names of those whose chat and pointing they do not see."""
