"""The commands of line mode that only tell something: how things stand, piles and odds, places, and rules.

Each makes lines of what a seat sees; the rulebook is read by chapter, by rule number or by word.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from lazaretto.host import Sight
from lazaretto.rules import Chapter, Entry, PieceView, PileView, Ref, View
from lazaretto.rules.run.secrets.choose_unseen_pieces import ordinal
from lazaretto.tui.line.view import change_lines, hand, piece_words, seat_lines, status, thing_facts
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.shared_texts import folded, from_to, words
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.draw_odds import is_known, share_words, soon_words
from lazaretto.tui.table.pages.help_at_cursor import named_piles, ways
from lazaretto.tui.table.pages.named_things import Named, find_named, named_things
from lazaretto.tui.table.view_lookup import backs, called, counted, in_groups, told

Tell = Callable[[View, str, PileView], Iterator[str]]


def pile_lines(view: View, typed: str) -> list[str]:
    """Every pile, or those that a text names: its size, its visible pieces by colour, known positions."""
    return _about(view, typed, _pile, say.NO_PILES())


def odds_lines(view: View, typed: str) -> list[str]:
    """Of every hidden pile, or of those that a text names: which pieces come next, and how likely."""
    return _about(view, typed, _odds, say.NO_ODDS())


def _about(view: View, typed: str, tell: Tell, nothing: str) -> list[str]:
    wanted = folded(typed)
    found = [
        (name, pile)
        for name, pile in named_piles(view)
        if any(wanted in folded(each) for each in (name, called(pile), words(pile.name)))
    ]
    if typed and not found:
        return [say.NO_PILE_CALLED(typed=typed)]
    return [line for name, pile in found for line in tell(view, name, pile)] or [nothing]


def _pile(view: View, name: str, pile: PileView) -> Iterator[str]:
    if not pile.count:
        yield say.PILE(pile=name, number=0)
        return
    unknown = pile.count - sum(piece is not None for piece in pile.pieces)
    if unknown and unknown < pile.count:
        yield say.PILE_OF(pile=name, number=pile.count, pieces=say.FACE_DOWN(number=unknown))
    else:
        yield say.PILE(pile=name, number=say.FACE_DOWN(number=unknown) if unknown else pile.count)
    if unknown or pile.looks.get("shows") == "places":
        for number, piece in enumerate(pile.pieces, 1):
            if piece is not None:
                yield f"  {say.KNOWN_AT(nth=ordinal(number), piece=piece_words(view, piece))}"
    else:
        yield from (f"  {each}" for each in _by_colour(view, list(counted(pile))))
    yield from (f"  {back}" for back in backs(pile))


def _by_colour(view: View, pieces: Sequence[tuple[PieceView, int]]) -> Iterator[str]:
    """A line for each colour, with the pieces of that colour."""
    for group, found in in_groups(view, pieces):
        text = ", ".join(
            told(piece) if many == 1 else say.EQUAL(number=many, piece=told(piece)) for piece, many in found
        )
        yield text if group is None else say.GROUP(group=group.label, pieces=text)


def _odds(view: View, name: str, pile: PileView) -> Iterator[str]:
    if pile.open or not pile.count:
        return
    yield say.PILE(pile=name, number=pile.count)
    for piece, chance, soon in draw_odds.alike_soon(pile):
        yield f"  {soon_words(piece, chance, soon)}"
    passed = 0
    listed: set[tuple[str, ...]] = set()
    for band in draw_odds.bands(pile):
        first, passed = passed + 1, passed + band.count
        for share in band.shares():
            keys = tuple(piece.key for piece in share.could)
            if is_known(share):
                known = piece_words(view, share.could[0])
                yield f"  {say.KNOWN_AT(nth=ordinal(first), piece=known)}"
                continue
            told = share_words(share, first, keys in listed)
            yield f"  {say.BAND(where=from_to(first, passed), told=told)}"
            if keys not in listed and not (share.alike and len(share.could) > 1):
                yield from (f"    {each}" for each in _by_colour(view, _sorts(share)))
            if not share.alike:
                listed.add(keys)


def _sorts(share: draw_odds.Share) -> list[tuple[PieceView, int]]:
    """The sorts of pieces of a share, with their numbers."""
    numbers = Counter(piece.sort for piece in share.could)
    return [(piece, numbers[piece.sort]) for piece in {each.sort: each for each in share.could}.values()]


MOST_TOLD = 5
"""So many things are told if a text is the beginning of several names."""


def looked_at(view: View, typed: str) -> Iterator[str]:
    """Everything about what a text names; without a text, all places with what is there and their links."""
    if not typed:
        lines = list(_places(view))
        yield from lines or [say.NO_BOARD()]
        return
    told = list(about(view, typed))
    yield from told or [say.NOTHING_THERE(typed=typed)]


def about(view: View, typed: str, called: bool = False) -> Iterator[str]:
    """Everything about what a text names; nothing if it names none.

    If something else is `called` so too, only things of exactly this name count.
    """
    found = find_named(named_things(view), typed)
    if called:
        found = [each for each in found if folded(typed) in map(folded, (each.name, *each.others))]
    for each in islice(found, MOST_TOLD):
        yield from _explained(each)
    if len(found) > MOST_TOLD:
        names = ", ".join(dict.fromkeys(each.name for each in found[MOST_TOLD:]))
        yield say.ALSO_CALLED(names=names)


def _explained(named: Named) -> Iterator[str]:
    topic = named.explain()
    title = say.OF_SORT(name=topic.title, sort=named.sort)
    first, *rest = topic.text or ("",)
    yield say.MATTER(title=title, parts=first) if first else title
    yield from (f"  {each}" for each in rest)


def _places(view: View) -> Iterator[str]:
    for kind, things in view.things.items():
        if view.kinds[kind].shape == "place":
            for thing in things:
                parts = [*thing_facts(view, thing, False), *ways(view, Ref(kind, thing.key))]
                yield say.MATTER(title=thing.label, parts="; ".join(parts)) if parts else thing.label


MOST_FOUND = 8
"""A search tells no more rules than this."""

_ELSEWHERE = "reference"
"""The kind of an entry that only says in which chapter a rule is."""


def rule_lines(chapters: Sequence[Chapter], typed: str) -> list[str]:
    """The titles of all chapters, or what a text names or mentions."""
    if not chapters:
        return [say.NO_RULES()]
    if not typed:
        return [say.CHAPTERS(), *(f"  {each.title}" for each in chapters)]
    wanted = folded(typed)
    for chapter in chapters:
        if wanted in (folded(chapter.title), folded(chapter.number)):
            return list(_chapter(chapter))
    return _numbered(chapters, wanted) or _mentioned(chapters, wanted) or [say.NOT_IN_RULES(typed=typed)]


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield chapter.title
    yield from (f"  {paragraph}" for paragraph in _paragraphs(chapter.text))
    for entry in chapter.entries:
        yield from _entry(entry)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]


def _entry(entry: Entry) -> Iterator[str]:
    """A rule with its number and title, and its notes; deeper ones are indented further."""
    indent = "  " * (entry.depth + 1)
    title = f"{entry.number} {entry.title}" if entry.number else entry.title
    text = " ".join(_paragraphs(entry.text))
    yield f"{indent}{say.RULE(title=title, text=text) if text else title}"
    yield from (f"{indent}  {note}" for note in entry.notes)


def _numbered(chapters: Sequence[Chapter], wanted: str) -> list[str]:
    """The rule with this number, and the rules below it."""
    for chapter in chapters:
        for at, entry in enumerate(chapter.entries):
            if entry.kind != _ELSEWHERE and folded(entry.number) == wanted:
                found = list(_entry(entry))
                for below in chapter.entries[at + 1 :]:
                    if below.depth <= entry.depth:
                        break
                    found += _entry(below)
                return [say.IN_CHAPTER(chapter=chapter.title), *found]
    return []


def _mentioned(chapters: Sequence[Chapter], wanted: str) -> list[str]:
    """Chapters whose title begins so; else rules that have the text in their title, else in their text."""
    titled = [each for each in chapters if folded(each.title).startswith(wanted)]
    if len(titled) == 1:
        return list(_chapter(titled[0]))
    entries = [(chapter, entry) for chapter in chapters for entry in chapter.entries]
    entries = [each for each in entries if each[1].kind != _ELSEWHERE]
    headed = [each for each in entries if wanted in folded(each[1].title)]
    others = [each for each in entries if each not in headed and wanted in _whole(each[1])]
    found = headed + others
    lines: list[str] = []
    last = ""
    for chapter, entry in found[:MOST_FOUND]:
        if chapter.title != last:
            lines.append(say.IN_CHAPTER(chapter=chapter.title))
            last = chapter.title
        lines += _entry(entry)
    if len(found) > MOST_FOUND:
        lines.append(say.MORE_RULES(number=len(found) - MOST_FOUND))
    return lines


def _whole(entry: Entry) -> str:
    return folded(" ".join((entry.text, *entry.notes)))


Tells = Callable[[Sight, Sequence[Chapter], str], Sequence[str]]
"""Makes the lines from what the seat sees, from the rulebook, and from what was typed after the command."""


def _status(sight: Sight, _book: Sequence[Chapter], _typed: str) -> Sequence[str]:
    return [f"  {each}" for each in (*_where(sight), *status(sight.view))]


def _where(sight: Sight) -> Iterator[str]:
    """The game and the turn."""
    title = sight.view.title
    yield say.TURN(title=title, turn=sight.turn) if sight.turn else title


def _hand(sight: Sight, _book: Sequence[Chapter], _typed: str) -> Sequence[str]:
    return list(hand(sight.view)) or [say.HOLD_NOTHING()]


def _who(sight: Sight, _book: Sequence[Chapter], typed: str) -> Sequence[str]:
    return list(_players(sight, folded(typed))) or [say.NO_PLAYER(typed=typed)]


def _players(sight: Sight, wanted: str) -> Iterator[str]:
    """The players whose name begins so, and whom the game waits for."""
    view = sight.view
    for seat in view.seats:
        if folded(seat.name).startswith(wanted):
            yield from seat_lines(view, seat)
    decision = view.decision
    if decision is not None and not wanted:
        yield say.WAITING_FOR(player=", ".join(decision.waiting) or decision.player)


TELLS: Mapping[str, Tells] = {
    "status": _status,
    "look": lambda sight, _, typed: list(looked_at(sight.view, typed)),
    "hand": _hand,
    "who": _who,
    "piles": lambda sight, _, typed: pile_lines(sight.view, typed),
    "odds": lambda sight, _, typed: odds_lines(sight.view, typed),
    "rules": lambda _, book, typed: rule_lines(book, typed),
    "changes": lambda sight, _, _typed: change_lines(sight.before, sight.view),
}
"""What each command word tells."""
