"""Tells in words what lies in a hidden pile, and how likely it comes."""

from lazaretto.rules import PieceView
from lazaretto.rules.run.unseen_pieces import ordinal
from lazaretto.tui.messages import odds as say
from lazaretto.tui.table.draw_odds import Share


def percent(chance: float) -> str:
    """A probability in words."""
    if chance <= 0:
        return say.NO_CHANCE()
    if chance >= 1:
        return say.CERTAIN()
    return say.PERCENT(number=max(1, min(99, round(chance * 100))))


def next_words(chance: float, first: int) -> str:
    """How likely a piece comes next; if it cannot, when it comes at the earliest."""
    if chance <= 0 and first > 1:
        return say.NOT_BEFORE(nth=ordinal(first))
    return say.NEXT_CERTAIN() if chance >= 1 else say.NEXT(chance=percent(chance))


def numbered(share: Share) -> str:
    """How many pieces of a share are there, as a number or a range."""
    return f"{share.most}" if share.least == share.most else f"{share.least}–{share.most}"


def is_known(share: Share) -> bool:
    """Whether there is one piece, at a known place."""
    return share.known and len(share.could) == 1


def share_words(share: Share, first: int, listed: bool) -> str:
    """How many pieces of a share are there, and the chance of each; `first` is their first place."""
    number, could = numbered(share), len(share.could)
    if share.alike and could > 1:
        told = say.ALIKE(number=number, piece=share.could[0].sort)
        return say.ALIKE_AT(told=told, chance=_chance(share.chance * could, first))
    chance = say.EACH(chance=_chance(share.chance, first))
    if listed:
        return say.SAME(number=number, could=could, chance=chance)
    if share.known:
        return say.UNKNOWN_ORDER(chance=chance)
    return say.SOME(number=number, could=could, chance=chance)


def brief_share_words(share: Share, first: int) -> str:
    """The same for a narrow panel."""
    chance = say.EACH(chance=_chance(share.chance, first))
    return (
        chance
        if share.known
        else say.BRIEF_SOME(number=numbered(share), could=len(share.could), chance=chance)
    )


def _chance(chance: float, first: int) -> str:
    """The chance to be the first of some places."""
    told = percent(chance)
    return say.FIRST_OF_THESE(chance=told, nth=ordinal(first)) if first > 1 else say.NEXT_WITH(chance=told)


def soon_words(piece: PieceView, chance: float, soon: float) -> str:
    """How likely a piece of a sort is next, or one of the next two."""
    if chance >= 1:
        return say.SOON_CERTAIN(piece=piece.sort)
    if soon <= 0:
        return say.NOT_SOON(piece=piece.sort)
    return say.SOON(piece=piece.sort, chance=percent(chance), soon=percent(soon))
