"""Numbers the sections of the rulebook: one for each module, by its place in the manifests."""

from collections.abc import Iterator, Mapping, Sequence

from lazaretto.rules.link.manifest import Manifest
from lazaretto.rules.link.module_naming import Sections

_LETTERS = 3
"""How many letters of a name of one word are the prefix of its rules."""


def section_numbers(manifests: Sequence[Manifest]) -> Sections:
    """Return the number of each module's section, by `scenario/module`; manifests stand in link order."""
    known = {each.name: each for each in manifests}
    game = next((each for each in manifests if each.layer is None), manifests[-1])
    found: dict[str, str] = {}
    base = tuple(dict.fromkeys(_with_bases(game.name, known)))
    for name in base:
        for module in _modules(known[name], alone=known[name] is manifests[-1]):
            found[module] = str(len(found) + 1)
    taken: set[str] = set()
    for each in manifests:
        if each.name in base:
            continue
        prefix = _prefix(each.name)
        prefix = each.name if prefix in taken else prefix
        taken.add(prefix)
        for number, module in enumerate(_modules(each, alone=each is manifests[-1]), 1):
            found[module] = f"{prefix} {number}"
    return found


def _with_bases(name: str, known: Mapping[str, Manifest]) -> Iterator[str]:
    for each in known[name].uses:
        if each in known:
            yield from _with_bases(each, known)
    yield name


def _modules(manifest: Manifest, alone: bool) -> tuple[str, ...]:
    """Return the modules of a scenario in the order of its manifest, with those of all its parts."""
    rules = (names for _, names, ending in manifest.files(alone=alone) if ending == ".rules")
    own = dict.fromkeys(each for names in rules for each in names if "/" not in each)
    return tuple(f"{manifest.name}/{each}" for each in own)


def _prefix(name: str) -> str:
    """Return the first letters of the words of a name, or the beginning of its only word."""
    words = [each for each in name.replace("-", "_").split("_") if each]
    return "".join(each[0] for each in words).upper() if len(words) > 1 else name[:_LETTERS].upper()
