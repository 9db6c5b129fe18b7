"""Builds the numbered sections of the rulebook, one for each module, and the chapter of rules at a glance."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from lazaretto.grammar.message import with_commas
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.rule_infos import NumberedRule
from lazaretto.rules.run.rulebook_types import Chapter, Entry


def sections(
    tables: CompiledGame, told: Iterable[Chapter], files: Collection[str] | None = None
) -> Iterator[Chapter]:
    """Yield a chapter for each module with its rules, in the order of their numbers.

    `told` are other chapters: rules that stand there are only named here. A rule that may end the game in the
    middle is not told by its end, so it stands here, too. `files` limits the modules to some.
    """
    elsewhere: dict[str, str] = {}
    ends: dict[str, str] = {}
    for chapter in told:
        for entry in chapter.entries:
            (ends if entry.kind in messages.RESULTS else elsewhere)[entry.number] = chapter.title
    rules: dict[str, list[NumberedRule]] = {}
    for each in tables.numbered:
        if each.word != "menu" or each.number in elsewhere or files is not None:
            rules.setdefault(each.file, []).append(each)
    found = [each for each in tables.modules if each.file in tables.ruled]
    if files is not None:
        found = [each for each in found if each.file in files]
    for module in sorted(found, key=lambda each: _order(each.section)):
        own = sorted(rules.get(module.file, ()), key=_by_number)
        entries = tuple(_entry(each, ends if each.word in messages.RESULTS else elsewhere) for each in own)
        title = messages.SECTION(number=module.section, title=title_of(module.name)).strip()
        yield Chapter(title, module.documentation, entries, module.section)


def _by_number(rule: NumberedRule) -> tuple[tuple[str, int], ...]:
    return _order(rule.number)


def _order(number: str) -> tuple[tuple[str, int], ...]:
    """Return what a number is sorted by; numbers without a prefix come first."""
    prefix, _, digits = number.rpartition(" ")
    return tuple((prefix, int(each) if each.isdigit() else 0) for each in digits.split("."))


def _entry(rule: NumberedRule, elsewhere: Mapping[str, str]) -> Entry:
    if rule.number in elsewhere:
        text = messages.SEE(chapter=elsewhere[rule.number])
        return Entry(rule.title, text, "reference", number=rule.number)
    notes = [rule.amount] if rule.amount else []
    if rule.for_whom:
        notes.append(messages.FOR_SOME(players=rule.for_whom))
    if rule.forbidden:
        notes.append(messages.PROHIBITION(name=rule.forbidden))
    return Entry(rule.title, sentence(rule.text), "rule", notes=tuple(notes), number=rule.number)


def at_a_glance(tables: CompiledGame, told: Sequence[Chapter]) -> Iterator[Entry]:
    """Yield the rules on one page: how the game ends, its phases, what players may do, the numbers."""
    entries = [each for chapter in told for each in chapter.entries]
    for word, result in messages.RESULTS.items():
        texts = [each.text for each in entries if each.kind == word]
        if texts:
            yield Entry(result(), " ".join(texts), word)
    phases = [each.title for each in entries if each.kind == "phase"]
    if phases:
        yield Entry(messages.TITLES["course"](), sentence(with_commas(phases)), "rule")
    menu = ""
    offered: dict[str, list[str]] = {}
    for each in entries:
        if each.kind == "menu":
            menu = each.title
        elif each.kind == "action" and menu:
            offered.setdefault(menu, []).append(each.title)
    for name, titles in offered.items():
        yield Entry(name, sentence(with_commas(titles)), "rule")
    amounts = {each.title: each.amount for each in tables.numbered if each.amount}
    if amounts:
        listed = [messages.LABELLED(name=name, text=amount) for name, amount in amounts.items()]
        yield Entry(messages.TITLES["numbers"](), sentence("; ".join(listed)), "rule")


def sentence(text: str) -> str:
    """End a text with a full stop, unless it has an end."""
    return text if not text or text[-1] in ".!?…" else messages.SENTENCE(text=text)


def title_of(name: str) -> str:
    """Turn a declared name into a title: `first_player` becomes `First player`, `RedCard` `Red card`."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " ")).split()
    shown = " ".join(each if each.isupper() and len(each) > 1 else each.lower() for each in parts)
    return shown[:1].upper() + shown[1:]
