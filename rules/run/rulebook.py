"""Builds the rulebook for players from the documentation that authors wrote beside each rule.

It reads only the compiled tables, so a game from the cache has a rulebook too.
"""

import re
from collections.abc import Iterator

from lazaretto.grammar.message import with_commas
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run.compiled_game import (
    CompiledGame,
    MemberInfo,
    OptionInfo,
    PileInfo,
    SupplyInfo,
    VariableInfo,
)
from lazaretto.rules.run.menu_tables import MenuInfo
from lazaretto.rules.run.rulebook_links import connections
from lazaretto.rules.run.rulebook_members import (
    Held,
    facts,
    labelled,
    members_by_value,
    name_of,
    shown_to_players,
)
from lazaretto.rules.run.rulebook_sections import at_a_glance, sections, sentence, title_of
from lazaretto.rules.run.rulebook_types import Chapter, Entry

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
        Chapter(title["glance"](), "", tuple(at_a_glance(tables, first))),
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
        each
        for number, each in enumerate(chapters)
        if number == 0 or each.entries or (each.number and each.text)
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
        return ((id, each) for id, each in enumerate(root.members) if each.kind == number)

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
            told = any(each.documentation for each in members)
            if not kind.documentation or kind.shape == "player" or (told and kind.shape != "enumeration"):
                continue
            split = list(members_by_value(self.tables, number))
            notes = [_number(members, self.tables, named=bool(split))] if members else []
            notes += [labelled(name, text) for name, text in self._documented(number) if text]
            notes += split
            yield Entry(title_of(kind.name), kind.documentation, "kind", kind.looks, tuple(notes))

    def _documented(self, owner: int) -> Iterator[tuple[str, str]]:
        """Yield the documentation of the attributes and piles of a kind."""
        for each in self._held(owner):
            if shown_to_players(each):
                yield name_of(each), each.documentation

    def _held(self, owner: int) -> Iterator[Held]:
        """Yield what each member of a kind has."""
        tables = self.tables
        yield from (each for each in tables.variables if each.owner == owner)
        yield from (each for each in tables.piles if each.owner == owner)
        yield from (each for each in tables.supplies if each.owner == owner)

    def seats(self) -> Iterator[Entry]:
        for each in self._held(self.tables.player_kind):
            if each.documentation and shown_to_players(each):
                notes = self._notes(each) if not isinstance(each, SupplyInfo) else ()
                kind = "pile" if isinstance(each, PileInfo) else "variable"
                yield Entry(name_of(each), each.documentation, kind, each.looks, notes)

    def table(self) -> Iterator[Entry]:
        for track in filter(shown_to_players, self.tables.tracks):
            notes = (_spaces(track.spaces),)
            yield Entry(name_of(track), track.documentation, "track", track.looks, notes)
        for supply in filter(shown_to_players, self.tables.supplies):
            if supply.owner != self.tables.player_kind:
                yield self._supply(supply)
        for pile in filter(shown_to_players, self.tables.piles):
            if pile.owner is None and pile.documentation:
                yield Entry(name_of(pile), pile.documentation, "pile", pile.looks, self._notes(pile))
        for variable in filter(shown_to_players, self.tables.variables):
            if variable.owner is None and not variable.option and variable.documentation:
                text, looks = variable.documentation, variable.looks
                yield Entry(name_of(variable), text, "variable", looks, self._notes(variable))

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
        return Entry(name_of(supply), supply.documentation, "supply", supply.looks, (size,))

    # --- options --------------------------------------------------------------------------------

    def options(self) -> Iterator[Entry]:
        for option in self.tables.options:
            text = " ".join(filter(None, (sentence(option.label), option.documentation)))
            yield Entry(title_of(option.name), text, "option", notes=_values(option))
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


def _values(option: OptionInfo) -> tuple[str, ...]:
    default = messages.DEFAULT(value=option.default)
    if option.kind == "number":
        return messages.FROM_TO(low=option.low, high=option.high), default
    return with_commas(option.members), default
