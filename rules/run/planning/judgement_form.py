"""Defines a learned judgement as plain numbers: a recipe that counts features, and a small network over them.

A recipe is a table of rows. Each row begins with what it does and the number of its first feature; `A` to `K`
are its operands. Python (`judge_position`) and native code do the same with it, in whole numbers.
"""

from dataclasses import replace

from lazaretto.grammar.node_dataclass import frozen_value

CELLS = 1
"""Features are the values of cells from A on, B of them."""
TOTAL = 2
"""The sum of B cells from A on, and how many are not 0."""
LEVELS = 3
"""How many of B cells from A on are 1, 2 … and at least C."""
KINDS = 4
"""How many of B cells from A on hold each of C members, of which D is the first."""
SEATS = 5
"""Of cells of seats from A on: the own one, the sum of the others, the greatest of the others."""
SEAT_KINDS = 6
"""Of cells of seats from A on: which of C members, of which D is the first, the own one holds; how many
of the others hold each."""
SIZES = 7
"""The sizes of B piles from A on."""
SEAT_SIZES = 8
"""Of piles of seats from A on: the own size, the sum of the others, the greatest of the others."""
PILE = 9
"""How many pieces of pile A have each of C values, which the table at D tells."""
HANDS = 10
"""Of B piles from A on, or those of all seats if B is 0: for each of C values, which the table at D tells,
the most, the second most and all pieces with that value; if E is 1, also those of the own pile."""
JOINED = 11
"""How many pieces of pile A, of those that may lie on top if B is 1, belong to a place with a level of 1, 2,
3 or more. The table at C tells the place; levels are cells from D on, E places for each of F owners. If B is
1, also which part of the pieces that may lie on top these are, in per cent."""
SOON = 12
"""How many pieces of pile A may lie on top of it."""
REACH = 13
"""How many places with a level of 1, 2, 3 or more are 0, 1, 2 … 5 or more steps away from the nearest seat,
whose place is in a cell from A on. The table at C tells distances; D, E and F as above."""
ASKED = 14
"""Whether the seat is asked, how many seats there are, how many turns have begun."""
SCORE = 15
"""The score of the position, shifted right by A."""
LOW = 16
"""The least of B cells from A on, and how many are below each of `LOW_MARKS`."""
HELD = 17
"""Of the pieces with each of C values, which the table at B tells, in the hands of seats from A on: see
`HELD_FIGURES`. Values are grouped by their cells from D on, if D is not negative: E groups, the first is F.
Seats stand on places in cells from G on, if G is not negative; the table at H tells distances between I
places, the one at J, if it is not negative, the place of a piece. Other seats are near if they hold such
pieces, too; they meet at the place of one of these."""
WAYS = 18
"""How far the seats that hold the most pieces of each value are from the nearest place with something: in a
cell from J on, K cells further for each value. A to I as above. For each group, added up by the most
pieces."""
SEATED = 19
"""Of hands as above (A to F): for each group, the most pieces of one value that a seat holds whose cell from
G on has each of H members, of which I is the first."""

WORDS = 13
"""The numbers of a row."""
NEAR = 6
"""The distances that are told apart."""
MOST_LEVEL = 3
LOW_MARKS = (3, 6, 9, 12)
MOST_HELD = 6
"""The numbers of equal pieces in a hand that are told apart."""
HELD_FIGURES = 3
"""For each group: how many values are in it, all pieces, the second most of all hands; then by the most
pieces in one hand, how many values, how far they are to meet, and how far the nearest holder is, added up."""
FARTHEST = 9
"""Distances are cut off there."""
FARTHEST_MEETING = 12
MOST_SEATS = 8
"""Hands of more seats are not compared."""
MOST_VALUES = 8
"""The values of pieces that are told apart in hands."""
HIDDEN = 24
"""The units of the network."""
UNITS_OF_SUM = 2
"""The units of a weighted sum: one if it is above 0, one if not."""
MOST_FEATURES = 640
MOST_ROWS = 400
MOST_TABLE = 1 << 17
"""The numbers of all tables together."""
LIMIT = 1_000
"""Features are cut off there."""
MOST_ODDS = 12_000
"""Log-odds are cut off there, in thousandths: nothing is certain before the end."""
LANE = 32
"""The bits of one sum of the network; two of them share a word."""


@frozen_value
class JudgementForm:
    """A recipe and a network; nobody may know more from it than from the position that it judges."""

    rows: tuple[tuple[int, ...], ...]
    table: tuple[int, ...]
    features: int
    weights: tuple[tuple[int, ...], ...]
    """For each feature its weight for every unit."""
    biases: tuple[int, ...]
    outputs: tuple[int, ...]
    bias: int
    shift: int
    """The result is shifted right by this, and is then log-odds in thousandths."""
    plan_outputs: tuple[int, ...] = ()
    """What counts instead of the outputs and the bias where plans are compared; empty: the same as there."""
    phases: tuple[int, ...] = ()
    """The turns from which on the second and further phases of a game last. Where plans are compared, each
    phase has a weighted sum of its own, after the first one of all; empty: all units count."""

    def counting(self, turns: int) -> range:
        """Return the units that count after so many turns have begun."""
        if not self.phases or self.plan_outputs:
            return range(HIDDEN)
        first = UNITS_OF_SUM * (1 + sum(turns >= phase for phase in self.phases))
        return range(first, first + UNITS_OF_SUM)

    @property
    def for_plans(self) -> "JudgementForm":
        """The judgement that plans are compared by."""
        return (
            replace(self, outputs=self.plan_outputs, bias=0, plan_outputs=()) if self.plan_outputs else self
        )

    @property
    def units_in_use(self) -> int:
        """How many units there are up to the last one that counts."""
        both = zip(self.outputs, self.for_plans.outputs, strict=True)
        return max((number + 1 for number, outputs in enumerate(both) if any(outputs)), default=0)

    @property
    def fits(self) -> bool:
        """Whether it keeps within all limits, so that no sum can overflow in native code."""
        sums = [
            abs(bias) + LIMIT * sum(abs(row[unit]) for row in self.weights)
            for unit, bias in enumerate(self.biases)
        ]
        outputs = self.outputs, self.plan_outputs or self.outputs
        if any(len(output) != HIDDEN for output in (self.biases, *outputs)):
            return False
        most = abs(self.bias) + max(
            sum(each * abs(out) for each, out in zip(sums, given, strict=True)) for given in outputs
        )
        return (
            self.features == len(self.weights) <= MOST_FEATURES
            and len(self.rows) <= MOST_ROWS
            and all(len(row) == WORDS for row in self.rows)
            and len(self.table) <= MOST_TABLE
            and all(-(1 << 15) <= each < 1 << 15 for each in self.table)
            and max(sums, default=0) < 1 << LANE - 1
            and most < 1 << 62
            and UNITS_OF_SUM * (len(self.phases) + 2) <= HIDDEN
            and 0 <= self.shift < 62
        )
