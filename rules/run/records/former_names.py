"""Translates the old names of renamed things in records, campaigns, options and typed choices.

Only names that mean nothing else are translated, so a game without aliases is never slowed down or changed.
"""

from collections.abc import Mapping
from dataclasses import field

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run.identifier_of_name import identifier

Names = Mapping[str, str]
"""The present name for each old one."""


@frozen_value
class FormerNames:
    """The old names of a game's things; of those that players type without capitals."""

    actions: Names = field(default_factory=dict)
    members: Mapping[int, Names] = field(default_factory=dict)
    """For the number of a root kind: the name of the member that was once called so."""
    options: Names = field(default_factory=dict)
    values: Mapping[str, Names] = field(default_factory=dict)
    """For an option whose values are members of a kind: their old names."""
    kinds: Names = field(default_factory=dict)
    attributes: Mapping[str, Names] = field(default_factory=dict)
    """For a kind: the old names of its attributes."""
    holders: Names = field(default_factory=dict)
    """The old names of variables and piles."""
    labels: Names = field(default_factory=dict)
    """What players read for the members of all kinds, by the old names of these."""
    endings: tuple[tuple[str, str], ...] = ()
    """Texts of wins and losses, each old one with the present one; `{}` stands for each gap."""

    def __bool__(self) -> bool:
        found = (self.actions, self.members, self.options, self.kinds)
        return any((*found, self.attributes, self.holders, self.endings))

    def action(self, key: str) -> str:
        """Return the present key of an action."""
        return self.actions.get(key.casefold(), key)

    def member(self, root: int, key: str) -> str:
        """Return the present name of a member of a kind."""
        names = self.members.get(root)
        return key if names is None else names.get(identifier(key).casefold(), key)

    def olds(self, root: int, name: str) -> tuple[str, ...]:
        """Return the old names of a member of a kind, without capitals, as rules write them."""
        return tuple(old for old, new in self.members.get(root, {}).items() if new == name)

    def option(self, name: str, value: str) -> tuple[str, str]:
        """Return the present name of an option, and of its value."""
        name = self.options.get(name, name)
        return name, self.values.get(name, {}).get(identifier(value).casefold(), value)

    def kept_key(self, key: str, roots: Mapping[str, int]) -> str:
        """Return the present key of a value of a campaign: `Town.Cork.closed`, or the name of a variable."""
        kind, dot, rest = key.partition(".")
        if not dot:
            return self.holders.get(key, key)
        member, _, attribute = rest.rpartition(".")
        kind = self.kinds.get(kind, kind)
        present = self.kept_word(roots.get(kind, -1), member)
        return f"{kind}.{present}.{self.attributes.get(kind, {}).get(attribute, attribute)}"

    def kept_word(self, root: int, word: str) -> str:
        """Return the present word for a member in a value of a campaign, with or without its own kind."""
        kind, dot, ident = word.rpartition(".")
        new = self.member(root, ident)
        ident = ident if new == ident else identifier(new)
        return f"{self.kinds.get(kind, kind)}{dot}{ident}"

    def same_ending(self, found: str, wanted: str) -> bool:
        """Whether two texts tell of the same win or loss, one of them perhaps in old words."""
        if found == wanted:
            return True
        for old, new in self.endings:
            before, now = _gaps(old, wanted), _gaps(new, found)
            if before is not None and now is not None and self._same_gaps(before, now):
                return True
        return False

    def _same_gaps(self, before: tuple[str, ...], now: tuple[str, ...]) -> bool:
        if len(before) != len(now):
            return True
        pairs = zip(before, now, strict=True)
        return all(old == new or self.labels.get(identifier(old).casefold()) == new for old, new in pairs)


NO_FORMER_NAMES = FormerNames()


def _gaps(template: str, text: str) -> tuple[str, ...] | None:
    """Return what fills the gaps of a text, each as little as possible; None if it is another text."""
    first, *others = template.split("{}")
    if not others:
        return () if text == template else None
    *middle, last = others
    rest = text.removeprefix(first).removesuffix(last)
    if len(rest) + len(first) + len(last) != len(text):
        return None
    found: list[str] = []
    for each in middle:
        gap, between, rest = rest.partition(each) if each else ("", "", rest)
        if each and not between:
            return None
        found.append(gap)
    return *found, rest
