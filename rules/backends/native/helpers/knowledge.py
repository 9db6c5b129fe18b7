"""What each seat and the public know about pieces, as `lazaretto.rules.run.secrets.knowledge` keeps it.

Observers are a set of bits: a bit for each seat, the highest for the public. A mind is a row of labels, 4
bytes for each piece. Of a label with a mixture more is known; see `heaps`.
"""

from lazaretto.rules.backends.native.helpers.arena import new_list
from lazaretto.rules.backends.native.helpers.faults import pay
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.known_piece_labels import has_mixture, labels_of, reaches_beyond
from lazaretto.rules.backends.native.helpers.memory_types import List, at, copy, inline
from lazaretto.rules.backends.native.helpers.shuffled_heaps import in_one_heap, stir

STOP_VEILED = 2


@inline
def raise_barrier() -> int:
    """Note that something is revealed or drawn; return the code of a stop if the state stands still."""
    if game.still != 0:
        return STOP_VEILED
    game.barrier += 1
    return 0


@inline
def everybody() -> int:
    """Return all observers of this game."""
    return (2 << game.players) - 1


def minds_of(observers: int) -> int:
    """Return the set of the minds of exactly these observers, and split shared minds where necessary."""
    count = game.minds_count
    if observers == everybody():
        return (1 << count) - 1
    found = 0
    asked = 0
    players = game.players
    for observer in range(players + 1):
        if (observers >> observer) & 1 == 0:
            continue
        mind = game.mind_of[observer]
        if (asked >> mind) & 1 != 0:
            continue
        asked |= 1 << mind
        sharing = 0
        for other in range(players + 1):
            if game.mind_of[other] == mind:
                sharing |= 1 << other
        if sharing & ~observers == 0:
            found |= 1 << mind
            continue
        copy(labels_of(count), labels_of(mind), at.pieces * 4)
        for other in range(players + 1):
            if ((sharing & observers) >> other) & 1 != 0:
                game.mind_of[other] = count
        asked |= 1 << count
        found |= 1 << count
        count += 1
    game.minds_count = count
    return found


def reveal_to_all(number: int) -> int:
    """Reveal a piece to everybody; return the code of a stop, or 0."""
    for mind in range(game.minds_count):
        labels = labels_of(mind)
        if labels[number] != number:
            labels[number] = number
            if raise_barrier() != 0:
                return STOP_VEILED
    return 0


def reveal_one(number: int, observers: int) -> int:
    """Reveal a piece to observers; return the code of a stop, or 0."""
    new = 0
    for observer in range(game.players + 1):
        if (observers >> observer) & 1 != 0 and labels_of(game.mind_of[observer])[number] != number:
            new |= 1 << observer
    if new == 0:
        return 0
    minds = minds_of(new)
    for mind in range(game.minds_count):
        if (minds >> mind) & 1 != 0:
            labels_of(mind)[number] = number
            if raise_barrier() != 0:
                return STOP_VEILED
    return 0


def reveal(base: int, pieces: List[int], observers: int) -> int:
    """Reveal the pieces of a list, counted from a base, to observers; return the code of a stop, or 0."""
    new = 0
    for observer in range(game.players + 1):
        if (observers >> observer) & 1 != 0:
            labels = labels_of(game.mind_of[observer])
            for piece in pieces:
                number = base + piece
                if labels[number] != number:
                    new |= 1 << observer
                    break
    if new == 0:
        return 0
    minds = minds_of(new)
    for mind in range(game.minds_count):
        if (minds >> mind) & 1 != 0:
            labels = labels_of(mind)
            for piece in pieces:
                number = base + piece
                labels[number] = number
            if raise_barrier() != 0:
                return STOP_VEILED
    return 0


def blur(base: int, pieces: List[int], observers: int) -> None:
    """Merge the pieces of a list, counted from a base, with all they could be confused with."""
    size = len(pieces)
    if size < 2 or observers == 0:
        return
    minds = minds_of(observers)
    for mind in range(game.minds_count):
        if (minds >> mind) & 1 != 0:
            blur_mind(mind, base, pieces)


def blur_mind(mind: int, base: int, pieces: List[int]) -> None:
    """Merge pieces with all they could be confused with, for one mind."""
    labels = labels_of(mind)[base:]
    count = len(pieces)
    pay(count >> 1)
    index = 0
    while index < count and labels[pieces[index]] == base + pieces[index]:
        index += 1
    if index == count or merge_unlike(mind, base, pieces) != 0:
        new = game.labels
        game.labels = new + 1
        for piece in pieces:
            labels[piece] = new


def merge_unlike(mind: int, base: int, pieces: List[int]) -> int:
    """Merge pieces of which some are not known exactly; return 1 if they need a new label."""
    labels = labels_of(mind)
    first = labels[base + pieces[0]]
    alike = 1
    mixed = 0
    known = game.mixtures_count != 0
    last = -1
    for piece in pieces:
        label = labels[base + piece]
        if label != first:
            alike = 0
        if known and mixed == 0 and label >= at.pieces and label != last:
            last = label
            mixed = has_mixture(label)
    if mixed != 0:
        if alike == 0 or in_one_heap(first, base, pieces) == 0:
            stir(1 << mind, base, one_group(pieces), 0)
        return 0
    if alike != 0:
        return 0
    pay(at.pieces >> 2)
    if reaches_beyond(labels, base, pieces) != 0:
        stir(1 << mind, base, one_group(pieces), 1)
        return 0
    return 1


def one_group(pieces: List[int]) -> List[List[int]]:
    """Return a list of lists with one list."""
    groups = List[List[int]](new_list(1))
    groups.count = 1
    groups[0] = pieces
    return groups
