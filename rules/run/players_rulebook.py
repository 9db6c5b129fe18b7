"""Builds the rulebook for players from the documentation that authors wrote beside each rule.

It reads only the compiled tables, so a game from the cache has a rulebook too. Its parts: the numbered
sections, one for each module, and the rules at a glance; the connections of places, which a map cannot show
clearly; the members of each kind, with what is fixed about each and which have it in common; then the book as
a whole.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from lazaretto.grammar.message import with_commas
from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run.compiled_game import (
    CompiledGame,
    KindInfo,
    MemberInfo,
    MenuInfo,
    NumberedRule,
    OptionInfo,
    PileInfo,
    SupplyInfo,
    TrackInfo,
    VariableInfo,
)
from lazaretto.rules.run.views import text_rendering


@frozen_value
class Entry:
    """One entry of a chapter; `depth` is its nesting level below the entries before it."""

    title: str
    text: str
    kind: str
    """win, lose, draw, phase, menu, action, member, kind, track, supply, pile, variable, rule, reference,
    option."""
    looks: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """Short facts: sizes, values, visibility."""
    depth: int = 0
    number: str = ""
    """By which players cite it, if it is a rule."""


@frozen_value
class Chapter:
    """One chapter of the rulebook, under one title."""

    title: str
    text: str
    entries: tuple[Entry, ...] = ()
    number: str = ""
    """Of a section of rules: its number."""


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
    for rule in tables.numbered:
        if rule.word != "menu" or rule.number in elsewhere or files is not None:
            rules.setdefault(rule.file, []).append(rule)
    modules = [each for each in tables.modules if each.file in tables.ruled]
    if files is not None:
        modules = [each for each in modules if each.file in files]
    for module in sorted(modules, key=lambda each: _order(each.section)):
        own = sorted(rules.get(module.file, ()), key=_by_number)
        entries = tuple(
            _entry(numbered_rule, ends if numbered_rule.word in messages.RESULTS else elsewhere)
            for numbered_rule in own
        )
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


def _at_a_glance(tables: CompiledGame, told: Sequence[Chapter]) -> Iterator[Entry]:
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
    for entry in entries:
        if entry.kind == "menu":
            menu = entry.title
        elif entry.kind == "action" and menu:
            offered.setdefault(menu, []).append(entry.title)
    for name, titles in offered.items():
        yield Entry(name, sentence(with_commas(titles)), "rule")
    amounts = {rule.title: rule.amount for rule in tables.numbered if rule.amount}
    if amounts:
        listed = [messages.LABELLED(name=name, text=amount) for name, amount in amounts.items()]
        yield Entry(messages.TITLES["numbers"](), sentence("; ".join(listed)), "rule")


def sentence(text: str) -> str:
    """End a text with a full stop, unless it has an end."""
    return text if not text or text[-1] in ".!?…" else messages.SENTENCE(text=text)


def title_of(name: str) -> str:
    """Turn a declared name into a title: `first_player` becomes `First player`, `RedCard` `Red card`."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " ")).split()
    shown = " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)
    return shown[:1].upper() + shown[1:]


def connections(tables: CompiledGame) -> Iterator[Chapter]:
    """Yield a chapter for each documented kind of links: each place, and those that a link leads to."""
    for number, kind in enumerate(tables.kinds):
        if kind.shape == "link" and kind.documentation and kind.joins is not None:
            entries = tuple(_linked_places(tables, number, kind.joins))
            text = messages.ONE_WAY() if kind.one_way else ""
            yield Chapter(messages.CONNECTIONS(kind=title_of(kind.name)), text, entries)


def _linked_places(tables: CompiledGame, number: int, joined: int) -> Iterator[Entry]:
    """Yield each place that has links of a kind, with the places that these lead to."""
    kind = tables.kinds[number]
    places = tables.kinds[tables.kinds[joined].root].members
    marks = [
        variable for variable in tables.variables if variable.owner == number and _is_constant_flag(variable)
    ]
    reached: dict[int, list[str]] = {}
    for id, link in enumerate(tables.kinds[kind.root].members):
        if link.kind != number or link.ends is None:
            continue
        words = [title_of(mark.name).lower() for mark in marks if (mark.values or ())[id - kind.first]]
        start, end = link.ends
        for here, there in ((start, end),) if kind.one_way else ((start, end), (end, start)):
            name = places[there].label
            shown = messages.MARKED(name=name, marks=with_commas(words)) if words else name
            reached.setdefault(here, []).append(shown)
    for here in sorted(reached):
        yield Entry(places[here].label, sentence(with_commas(reached[here])), "member")


def _is_constant_flag(variable: VariableInfo) -> bool:
    return variable.values is not None and variable.tag[0] == "flag"


HIDDEN = "hidden"
"""The look that, set to `yes`, hides a declaration from players."""

LABEL = "label"
"""The look that holds the players' name for a thing, if it differs from the declared name."""

Held = VariableInfo | PileInfo | SupplyInfo


def facts(tables: CompiledGame, kind: KindInfo, id: int) -> Iterator[str]:
    """Yield what is fixed about a member and carries information: its places and its constant attributes."""
    places = _places_of_area(tables, kind, id)
    if places:
        yield places
    for variable in _constants(tables, kind):
        first = tables.kinds[_owner(variable)].first
        value = (
            _possible_values(variable)[id - first]
            if 0 <= id - first < len(_possible_values(variable))
            else None
        )
        if value is True:
            yield _name_of(variable)
        elif _tells(variable, value):
            yield labelled(
                _name_of(variable), text_rendering.label(tables, _seats(tables), variable.tag, value)
            )


def _members_by_value(tables: CompiledGame, number: int) -> Iterator[str]:
    """Yield, for members that are described only as a whole, which of them have which constant attribute.

    So the list of a board's places is complete, with all that sets them apart.
    """
    kind = tables.kinds[number]
    members = tables.kinds[kind.root].members
    ids = [id for id in range(kind.first, kind.first + kind.count) if members[id].kind == number]
    if any(members[id].made_for or members[id].seats or members[id].ends for id in ids):
        return
    for id in ids:
        places = _places_of_area(tables, kind, id)
        if places:
            yield labelled(members[id].label, places)
    for variable in _constants(tables, kind):
        first = tables.kinds[_owner(variable)].first
        found = [(members[id], _possible_values(variable)[id - first]) for id in ids]
        yield from _by_value(tables, variable, found)


def _by_value(
    tables: CompiledGame, variable: VariableInfo, found: Iterable[tuple[MemberInfo, object]]
) -> Iterator[str]:
    """Yield which members have which value of a constant attribute."""
    name = _name_of(variable)
    pairs: list[tuple[str, str]] = []
    for member, value in found:
        if value is True or _tells(variable, value):
            shown = "" if value is True else text_rendering.label(tables, _seats(tables), variable.tag, value)
            pairs.append((member.label, shown))
    groups: dict[str, list[str]] = {}
    for one, shown in pairs:
        groups.setdefault(shown, []).append(one)
    if not pairs:
        return
    if variable.tag[0] == "flag":
        yield labelled(name, with_commas([one for one, _ in pairs]))
    elif variable.tag[0] == "number":
        yield labelled(
            name, with_commas([messages.WITH_NUMBER(name=one, number=many) for one, many in pairs])
        )
    elif len(groups) == len(pairs):
        yield labelled(name, "; ".join(labelled(one, shown) for one, shown in pairs))
    else:
        for shown, names in groups.items():
            yield messages.WITH_VALUE(name=name, value=shown, names=with_commas(names))


def _constants(tables: CompiledGame, kind: KindInfo) -> Iterator[VariableInfo]:
    """Yield the constant attributes of the members of a kind that players see."""
    for variable in tables.variables:
        if variable.owner is None or variable.values is None or not _shown_to_players(variable):
            continue
        owner = tables.kinds[variable.owner]
        meets = owner.first < kind.first + kind.count and kind.first < owner.first + owner.count
        if owner.root == kind.root and meets:
            yield variable


def _seats(tables: CompiledGame) -> tuple[str, ...]:
    """Return what stands for the names of players, whom a rulebook does not know."""
    return tuple(messages.SEAT_NUMBER(number=seat + 1) for seat in range(tables.players[1]))


def _owner(variable: VariableInfo) -> int:
    assert variable.owner is not None
    return variable.owner


def _possible_values(variable: VariableInfo) -> tuple[object, ...]:
    assert variable.values is not None
    return variable.values


def _tells(variable: VariableInfo, value: object) -> bool:
    """Whether a value carries information: no number 0, but the first member of a kind, whose id is 0."""
    if value is None or value is False or value == ():
        return False
    return variable.tag[0] != "number" or value != 0


def _places_of_area(tables: CompiledGame, kind: KindInfo, id: int) -> str:
    """Return the places of an area, and nothing for other members."""
    member = tables.kinds[kind.root].members[id]
    if kind.shape != "area" or kind.joins is None:
        return ""
    places = tables.kinds[tables.kinds[kind.joins].root].members
    return with_commas([places[bound].label for bound in member.bounds])


def _name_of(thing: Held | TrackInfo) -> str:
    """Return the name that players read for a thing."""
    label = thing.looks.get(LABEL, "")
    return label[:1].upper() + label[1:] or title_of(thing.name)


def _shown_to_players(thing: Held | TrackInfo) -> bool:
    """Whether players see a thing at all."""
    return thing.looks.get(HIDDEN) != "yes"


def labelled(name: str, text: str) -> str:
    """Put the name of a thing before what is said about it."""
    return messages.LABELLED(name=name, text=text)


_GAP = "…"
_ARTICLE = re.compile(r"\b(?:the|an?|no|every|each|this|your|\d+) $", re.IGNORECASE)
"""Words before a placeholder that make an article before its kind unnecessary."""
_SHAPES_WITHOUT_CHAPTER = {"player", "link", "enumeration"}


def rulebook(tables: CompiledGame) -> tuple[Chapter, ...]:
    """Return the chapters of the rulebook, without empty ones."""
    book = _Book(tables)
    low, high = tables.players
    title = messages.TITLES
    first = (
        Chapter(title["ends"](), messages.ENDS_AT_ONCE(), tuple(book.ends())),
        Chapter(title["course"](), "", tuple(book.course())),
        Chapter(title["menus"](), "", tuple(book.menus())),
        *book.kinds(),
    )
    chapters = (
        Chapter(tables.title, _about(tables.description.lstrip(), low, high)),
        Chapter(title["glance"](), "", tuple(_at_a_glance(tables, first))),
        *first,
        Chapter(title["summaries"](), "", tuple(book.summaries())),
        Chapter(title["seats"](), "", tuple(book.seats())),
        Chapter(title["table"](), "", tuple(book.table())),
        *connections(tables),
        Chapter(title["options"](), messages.AGREED_ON(), tuple(book.options())),
        Chapter(title["goals"](), messages.GOALS(), tuple(book.goals())),
        *sections(tables, first),
    )
    return tuple(
        chapter
        for number, chapter in enumerate(chapters)
        if number == 0 or chapter.entries or (chapter.number and chapter.text)
    )


def _about(description: str, low: int, high: int) -> str:
    seats = messages.PLAYERS(number=low) if low == high else messages.PLAYERS_FROM_TO(low=low, high=high)
    return messages.ABOUT(description=description, seats=seats) if description else seats


class _Book:
    def __init__(self, tables: CompiledGame) -> None:
        self.tables = tables

    # --- course of the game ---------------------------------------------------------------------

    def ends(self) -> Iterator[Entry]:
        found: dict[tuple[str, str], int] = {}
        for word, number in (*self.tables.outcomes, *self.tables.endings):
            found.setdefault((word, self._words(number)), number)
        for word in messages.RESULTS:
            for (ended, text), number in found.items():
                if ended == word and text:
                    yield self._end(word, text, number)
        points = self.tables.points
        if points is not None and points.documentation:
            yield Entry(messages.POINTS(), points.documentation, "rule")

    def _end(self, word: str, text: str, number: int) -> Entry:
        """Return the entry of an end, with those for whom the game ends."""
        partial = number in self.tables.ends_for_some
        title = messages.RESULTS[word] if partial else messages.ALL_RESULTS[word]
        people = self.tables.ends_for.get(number, "")
        notes = (messages.FOR_SOME(players=people),) if people else ()
        cited = self.tables.numbers.get(f"text {number}", "")
        return Entry(title(), sentence(text), word, notes=notes, number=cited)

    def _number(self, place: str) -> str:
        """Return the number of the rule at a place, `file:line:column`."""
        return self.tables.numbers.get(place.rpartition(":")[0], "")

    def course(self) -> Iterator[Entry]:
        for number, depth in self.tables.course:
            phase = self.tables.procedures[number]
            if phase.documentation:
                cited = self._number(phase.place)
                yield Entry(title_of(phase.name), phase.documentation, "phase", depth=depth, number=cited)

    def menus(self) -> Iterator[Entry]:
        """Yield each menu with its actions, the longest menu first; card actions appear under their kind."""
        for menu in sorted(self.tables.menus, key=lambda each: -len(each.actions)):
            yield from self._menu(menu)

    def _menu(self, menu: MenuInfo) -> list[Entry]:
        entries: list[Entry] = []
        cards: dict[str, list[str]] = {}
        for each in menu.actions:
            action = self.tables.actions[each]
            label = self._words(action.label) if action.label is not None else title_of(action.name)
            member = self._member(*action.member) if action.member is not None else None
            if member is not None and member.label == label:
                cards.setdefault(title_of(self.tables.kinds[member.kind].name), []).append(label)
                continue
            notes = (self._owner(member),) if member is not None else ()
            looks = member.looks if member is not None else {}
            number = self._number(action.place)
            entries.append(Entry(label, action.documentation, "action", looks, notes, 1, number))
        if not menu.actions:
            return []
        offered = tuple(labelled(kind, with_commas(names)) for kind, names in cards.items())
        cited = self.tables.numbers.get(f"menu {menu.name}", "")
        head = Entry(title_of(menu.name), menu.documentation, "menu", notes=offered, number=cited)
        return [head, *entries]

    def _owner(self, member: MemberInfo) -> str:
        return labelled(title_of(self.tables.kinds[member.kind].name), member.label)

    # --- components -----------------------------------------------------------------------------

    def _members(self, number: int) -> Iterator[tuple[int, MemberInfo]]:
        """Return the members of exactly this kind, with their ids."""
        root = self.tables.kinds[self.tables.kinds[number].root]
        return ((id, member) for id, member in enumerate(root.members) if member.kind == number)

    def kinds(self) -> Iterator[Chapter]:
        """Yield a chapter for each kind with documented members."""
        for number, kind in enumerate(self.tables.kinds):
            if kind.shape in _SHAPES_WITHOUT_CHAPTER:
                continue
            entries: list[Entry] = []
            silent: list[str] = []
            for id, member in self._members(number):
                if member.documentation:
                    notes = tuple(facts(self.tables, kind, id))
                    cited = self.tables.numbers.get(f"{kind.root} {id}", "")
                    text, looks = member.documentation, member.looks
                    entries.append(Entry(member.label, text, "member", looks, notes, number=cited))
                else:
                    silent.append(member.label)
            if entries:
                entries += (Entry(name, text, "variable") for name, text in self._documented(number) if text)
            if entries and silent:
                entries.append(Entry(messages.TITLES["others"](), sentence(with_commas(silent)), "kind"))
            if entries:
                yield Chapter(title_of(kind.name), kind.documentation, tuple(entries))

    def summaries(self) -> Iterator[Entry]:
        """Yield the kinds that are described only as a whole."""
        for number, kind in enumerate(self.tables.kinds):
            members = [each for _, each in self._members(number)]
            told = any(member.documentation for member in members)
            if not kind.documentation or kind.shape == "player" or (told and kind.shape != "enumeration"):
                continue
            split = list(_members_by_value(self.tables, number))
            notes = [_number(members, self.tables, named=bool(split))] if members else []
            notes += [labelled(name, text) for name, text in self._documented(number) if text]
            notes += split
            yield Entry(title_of(kind.name), kind.documentation, "kind", kind.looks, tuple(notes))

    def _documented(self, owner: int) -> Iterator[tuple[str, str]]:
        """Yield the documentation of the attributes and piles of a kind."""
        for held in self._held(owner):
            if _shown_to_players(held):
                yield _name_of(held), held.documentation

    def _held(self, owner: int) -> Iterator[Held]:
        """Yield what each member of a kind has."""
        tables = self.tables
        yield from (variable for variable in tables.variables if variable.owner == owner)
        yield from (pile for pile in tables.piles if pile.owner == owner)
        yield from (supply for supply in tables.supplies if supply.owner == owner)

    def seats(self) -> Iterator[Entry]:
        for held in self._held(self.tables.player_kind):
            if held.documentation and _shown_to_players(held):
                notes = self._notes(held) if not isinstance(held, SupplyInfo) else ()
                kind = "pile" if isinstance(held, PileInfo) else "variable"
                yield Entry(_name_of(held), held.documentation, kind, held.looks, notes)

    def table(self) -> Iterator[Entry]:
        for track in filter(_shown_to_players, self.tables.tracks):
            notes = (_spaces(track.spaces),)
            yield Entry(_name_of(track), track.documentation, "track", track.looks, notes)
        for supply in filter(_shown_to_players, self.tables.supplies):
            if supply.owner != self.tables.player_kind:
                yield self._supply(supply)
        for pile in filter(_shown_to_players, self.tables.piles):
            if pile.owner is None and pile.documentation:
                yield Entry(_name_of(pile), pile.documentation, "pile", pile.looks, self._notes(pile))
        for variable in filter(_shown_to_players, self.tables.variables):
            if variable.owner is None and not variable.option and variable.documentation:
                text, looks = variable.documentation, variable.looks
                yield Entry(_name_of(variable), text, "variable", looks, self._notes(variable))

    def _notes(self, thing: PileInfo | VariableInfo) -> tuple[str, ...]:
        """Return who sees it, and whether it outlasts a game."""
        kept = any((each.name, each.owner) == (thing.name, thing.owner) for each in self.tables.kept)
        return (*_seen(thing), *((messages.KEPT(),) if kept else ()))

    def _supply(self, supply: SupplyInfo) -> Entry:
        low, high = min(supply.sizes), max(supply.sizes)
        if supply.owner is None:
            size = messages.IN_ALL(number=low)
        else:
            kind = title_of(self.tables.kinds[supply.owner].name).lower()
            size = (
                messages.SUPPLY_FOR_EACH(number=low, kind=kind)
                if low == high
                else messages.FROM_TO_FOR_EACH(low=low, high=high, kind=kind)
            )
        return Entry(_name_of(supply), supply.documentation, "supply", supply.looks, (size,))

    # --- options --------------------------------------------------------------------------------

    def options(self) -> Iterator[Entry]:
        for option in self.tables.options:
            text = " ".join(filter(None, (sentence(option.label), option.documentation)))
            yield Entry(title_of(option.name), text, "option", notes=_option_values(option))
        for switch in self.tables.switches:
            note = messages.IS_PLAYED if switch.name in self.tables.switched else messages.IS_NOT_PLAYED
            yield Entry(switch.title, "", "option", notes=(note(),))

    def goals(self) -> Iterator[Entry]:
        for goal in self.tables.goals:
            notes = (messages.GOAL_WHEN_LOST(),) if goal.lost_too else ()
            yield Entry(goal.title, goal.documentation, "goal", notes=notes)

    # --- texts ----------------------------------------------------------------------------------

    def _member(self, kind: int, id: int) -> MemberInfo:
        return self.tables.kinds[self.tables.kinds[kind].root].members[id]

    def _words(self, number: int) -> str:
        """Render a template with a description of the value in each placeholder."""
        found = ""
        for part in self.tables.templates[number]:
            if isinstance(part, str):
                found += part
                continue
            if part[0] == "plural":
                found += part[3]
                continue
            tag = part[1] if part[0] == "optional" else part
            if tag[0] == "kind":
                name = title_of(self.tables.kinds[tag[1]].name).lower()
                article = messages.WITH_AN if name[:1] in "aeiou" else messages.WITH_A
                found += name if _ARTICLE.search(found) else article(kind=name)
            else:
                found += _GAP
        return found[:1].upper() + found[1:]


def _seen(thing: PileInfo | VariableInfo) -> tuple[str, ...]:
    return (messages.SEEN[thing.seen.word](),) if thing.seen.word in messages.SEEN else ()


def _number(members: list[MemberInfo], tables: CompiledGame, *, named: bool) -> str:
    """Describe how many there are, and for which kind, or list their names if they are not `named` anyway."""
    made_for = members[0].made_for
    if members[0].seats:
        kind = title_of(tables.kinds[tables.player_kind].name).lower()
        return messages.FOR_EACH(number=len(members) // tables.players[1], kind=kind)
    if made_for is not None:
        kind = title_of(tables.kinds[made_for[0]].name).lower()
        each, rest = divmod(len(members), len({member.made_for for member in members}))
        if not rest:
            return messages.FOR_EACH(number=each, kind=kind)
        return messages.IN_ALL(number=len(members))
    if named or len({each.sort for each in members}) < len(members) or members[0].ends is not None:
        return messages.IN_ALL(number=len(members))
    return messages.THESE_IN_ALL(number=len(members), names=with_commas([each.label for each in members]))


def _spaces(spaces: tuple[int, ...]) -> str:
    if len(spaces) > 2 and spaces == tuple(range(spaces[0], spaces[0] + len(spaces))):
        return messages.FROM_TO(low=spaces[0], high=spaces[-1])
    return messages.SPACES(numbers=" ".join(map(str, spaces)))


def _option_values(option: OptionInfo) -> tuple[str, ...]:
    default = messages.DEFAULT(value=option.default)
    if option.kind == "number":
        return messages.FROM_TO(low=option.low, high=option.high), default
    return with_commas(option.members), default
