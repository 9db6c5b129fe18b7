"""Tells the piles in lines: everything that is seen of them, and what the hidden ones may hold."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from lazaretto.rules import PieceView, PileView, View
from lazaretto.rules.run.unseen_pieces import ordinal
from lazaretto.tui.line_view import piece_words
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.parse_answer import folded
from lazaretto.tui.shared_texts import from_to, words
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.odds_words import is_known, share_words, soon_words
from lazaretto.tui.table.piece_groups import in_groups
from lazaretto.tui.table.view_lookup import backs, called, counted, told
from lazaretto.tui.table.where_it_is import named_piles

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
    yield from (f"  {each}" for each in backs(pile))


def _by_colour(view: View, pieces: Sequence[tuple[PieceView, int]]) -> Iterator[str]:
    """A line for each colour, with the pieces of that colour."""
    for group, found in in_groups(view, pieces):
        text = ", ".join(
            told(each) if many == 1 else say.EQUAL(number=many, piece=told(each)) for each, many in found
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
