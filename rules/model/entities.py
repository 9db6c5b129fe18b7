"""Defines the types of the language, and the entities of a game.

Entities are kinds and their members, variables, piles, supplies, tracks and options. A type says what a value
means; `rules/check/state_layout.py` decides how it is stored. Every variable, count and pile gets its offset
in the running state before the first rule is compiled; the entity stores it.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import entity, value
from lazaretto.grammar.source import NOWHERE, Span
from lazaretto.rules.model.directions import GridCell
from lazaretto.rules.run.rulebook_messages import SEAT

if TYPE_CHECKING:
    from lazaretto.rules.model.tree.expressions import Expression, Local, Template
    from lazaretto.rules.model.tree.statements import Procedure, ValueRule


@value
class NumberType:
    """A whole number, limited to a range if one was declared."""

    low: int | None = None
    high: int | None = None

    def __repr__(self) -> str:
        return "number"


@value
class FlagType:
    """Yes or no."""

    def __repr__(self) -> str:
        return "flag"


@value
class TextType:
    """Text for people; rules cannot compute with it."""

    def __repr__(self) -> str:
        return "text"


@value
class NoneType:
    """The type of `none` while nothing else is known."""

    def __repr__(self) -> str:
        return "none"


@value
class KindType:
    """A member of a kind."""

    kind: "Kind"

    def __repr__(self) -> str:
        return self.kind.name


@value
class OptionalType:
    """A member of a kind, or none."""

    item: KindType

    def __repr__(self) -> str:
        return f"{self.item}?"


@value
class ManyType:
    """A list; `item` is None for an empty list of unknown type."""

    item: "Type | None"

    def __repr__(self) -> str:
        return f"set of {self.item}" if self.item is not None else "empty set"


@value
class PileType:
    """A pile of pieces of a kind; reads as a list, but only piece statements move its pieces."""

    kind: "Kind"

    def __repr__(self) -> str:
        return f"pile of {self.kind.name}"


@value
class SupplyType:
    """A stock of identical pieces."""

    def __repr__(self) -> str:
        return "supply"


@value
class VoidType:
    """The type of a call to a procedure without a result."""

    def __repr__(self) -> str:
        return "no result"


@value
class BrokenType:
    """The type of an expression with a mistake; it fits everywhere, so that the mistake is reported once."""

    def __repr__(self) -> str:
        return "broken"


Type = (
    NumberType
    | FlagType
    | TextType
    | NoneType
    | KindType
    | OptionalType
    | ManyType
    | PileType
    | SupplyType
    | VoidType
    | BrokenType
)

NUMBER = NumberType()
FLAG = FlagType()
TEXT = TextType()
NONE = NoneType()
SUPPLY = SupplyType()
VOID = VoidType()
BROKEN = BrokenType()


def fits(given: Type, wanted: Type) -> bool:
    """Return whether a value of one type is valid where the other is expected."""
    if given == BROKEN:
        return True
    match wanted:
        case BrokenType():
            return True
        case OptionalType(item):
            return given == NONE or fits(given.item if isinstance(given, OptionalType) else given, item)
        case KindType(kind):
            return isinstance(given, KindType) and given.kind.descends_from(kind)
        case NumberType():
            return isinstance(given, NumberType)
        case ManyType(None):
            return isinstance(given, ManyType | PileType)
        case ManyType(item) if item is not None:
            if isinstance(given, PileType):
                return fits(KindType(given.kind), item)
            return isinstance(given, ManyType) and (given.item is None or fits(given.item, item))
        case _:
            return given == wanted


def item_of(many: Type) -> Type | None:
    """Return the type of the elements of a list or pile."""
    if isinstance(many, PileType):
        return KindType(many.kind)
    if isinstance(many, ManyType):
        return many.item
    return None


def join(one: Type, other: Type) -> Type | None:
    """Return the narrowest type that both fit, if there is one."""
    if fits(one, other):
        return other
    if fits(other, one):
        return one
    if isinstance(one, NoneType) and isinstance(other, KindType):
        return OptionalType(other)
    if isinstance(other, NoneType) and isinstance(one, KindType):
        return OptionalType(one)
    if isinstance(one, KindType) and isinstance(other, KindType):
        shared = one.kind.shared_ancestor(other.kind)
        return KindType(shared) if shared is not None else None
    if isinstance(one, OptionalType) or isinstance(other, OptionalType):
        inner = join(
            one.item if isinstance(one, OptionalType) else one,
            other.item if isinstance(other, OptionalType) else other,
        )
        return OptionalType(inner) if isinstance(inner, KindType) else None
    left, right = item_of(one), item_of(other)
    if left is not None and right is not None:
        inner = join(left, right)
        return ManyType(inner) if inner is not None else None
    if isinstance(one, ManyType | PileType) and isinstance(other, ManyType | PileType):
        return ManyType(left if left is not None else right)
    return None


Value = int | bool | str | None | tuple[int, ...]
"""The value of a variable: a number, a flag, a member's id, none, a list of ids; constants also a text."""

PLAYER = "Player"


@entity
class Member:
    """One member of a kind."""

    name: str
    ident: str
    label: str
    kind: "Kind"
    span: Span
    id: int = -1
    documentation: str = ""
    looks: dict[str, str] = field(default_factory=dict)
    at: tuple[float, float] | None = None
    made_for: tuple["Member", ...] = ()
    """The members of other kinds that it was generated for, one for each factor."""
    seats: int = 0
    """How many seats must be taken for it to exist; more than 0 only for what is made for a player."""
    copy: int = 0
    """Its number among the equal members that `times` makes; 0 if there is only one."""
    special: bool = False
    """Whether it has words, looks, values or rules that its equals do not have."""
    ends: tuple["Member", "Member"] | None = None
    cell: GridCell | None = None
    """Where it lies, if it is drawn in a grid."""
    bounds: tuple["Member", ...] = ()


@entity
class Kind:
    """A kind of thing; members of a root and its descendants share one range of ids."""

    name: str
    span: Span
    parent: "Kind | None" = None
    enumeration: bool = False
    place: bool = False
    piece: bool = False
    grid: bool = False
    """Whether a grid draws its members."""
    links: "Kind | None" = None
    one_way: bool = False
    """Whether its links lead only from their first end to their second."""
    area_of: "Kind | None" = None
    each: tuple["Kind", ...] = ()
    """The kinds for whose members its own members are generated."""
    times: int = 1
    documentation: str = ""
    children: list["Kind"] = field(default_factory=list)
    own: list[Member] = field(default_factory=list)
    variables: dict[str, "Variable"] = field(default_factory=dict)
    piles: dict[str, "Pile"] = field(default_factory=dict)
    supplies: dict[str, "Supply"] = field(default_factory=dict)
    looks: dict[str, str] = field(default_factory=dict)
    active: nodes.Active | None = None
    label: "tuple[Template, Local] | None" = None
    """The text that its members are labelled with, and the local that stands for the member."""
    spot: "tuple[Variable, Variable] | None" = None
    """The attributes that say where its members lie on the map."""
    danger: "tuple[Template, Local] | None" = None
    """The text that warns of what threatens a member, and the local that stands for the member."""
    needs: "tuple[ValueRule, Span] | None" = None
    """The value that says how many pieces of each member a player needs, and where the look names it."""
    first: int = 0
    count: int = 0
    piece_base: int = 0
    repeated: bool = False
    """Of a root kind: whether rules make lists that hold members several times."""
    seated: bool = False
    """Whether some of its members exist only if enough seats are taken; not true of the seats."""
    declared: int = 0
    """How many of its own members are declared one by one; those that are generated follow."""

    @property
    def root(self) -> "Kind":
        """The root kind, whose range of ids this one shares."""
        return self if self.parent is None else self.parent.root

    @property
    def is_player(self) -> bool:
        """Whether its members are the seats."""
        return self.name == PLAYER

    def descends_from(self, other: "Kind") -> bool:
        """Whether every member of this kind is also one of the other."""
        return self is other or (self.parent is not None and self.parent.descends_from(other))

    def shared_ancestor(self, other: "Kind") -> "Kind | None":
        """Return the nearest common ancestor of both kinds."""
        kind: Kind | None = self
        while kind is not None and not other.descends_from(kind):
            kind = kind.parent
        return kind

    def lineage(self) -> Iterator["Kind"]:
        """Yield this kind and its ancestors."""
        kind: Kind | None = self
        while kind is not None:
            yield kind
            kind = kind.parent

    def members(self) -> Iterator[Member]:
        """Yield all members, including those of descendants, ordered by id."""
        yield from self.own
        for child in self.children:
            yield from child.members()

    def variable(self, name: str) -> "Variable | None":
        """Return an attribute, its own or inherited."""
        return next((kind.variables[name] for kind in self.lineage() if name in kind.variables), None)

    def pile(self, name: str) -> "Pile | None":
        """Return a pile attribute, its own or inherited."""
        return next((kind.piles[name] for kind in self.lineage() if name in kind.piles), None)

    def supply(self, name: str) -> "Supply | None":
        """Return a supply attribute, its own or inherited."""
        return next((kind.supplies[name] for kind in self.lineage() if name in kind.supplies), None)

    def activity(self) -> nodes.Active | None:
        """Return the clause that says for whom rules inside its members are active."""
        return next((kind.active for kind in self.lineage() if kind.active is not None), None)


@entity
class Seen:
    """Who sees something: all, nobody, the owner, or the players that `players` computes for `this`."""

    word: str = "all"
    players: "Expression | None" = None
    this: "Local | None" = None


@entity
class Variable:
    """An attribute or a global variable; constant unless some rule sets it."""

    name: str
    owner: Kind | None
    type: Type
    span: Span
    documentation: str = ""
    defaults: list[Value] = field(default_factory=list)
    lifetime: "Procedure | None" = None
    kept: bool = False
    """Whether a game hands it on to the next one of its campaign."""
    seen: Seen = field(default_factory=Seen)
    constant: bool = True
    offset: int = -1
    looks: dict[str, str] = field(default_factory=dict)
    faces: "Expression | None" = None
    face_of: "Local | None" = None
    option: bool = False
    hidden: bool = False
    shown: "ValueRule | None" = None
    """The value that says for which members everybody is shown it; None: for all."""

    @property
    def full_name(self) -> str:
        """`Kind.attribute`, or the name alone."""
        return f"{self.owner.name}.{self.name}" if self.owner is not None else self.name


@entity
class Pile:
    """A pile, one for the game or one for each member of its owner."""

    name: str
    owner: Kind | None
    kind: Kind
    span: Span
    documentation: str = ""
    seen: Seen = field(default_factory=Seen)
    starts_with: tuple[Kind, ...] = ()
    looks: dict[str, str] = field(default_factory=dict)
    first: int = -1
    count: int = 1
    kept: bool = False
    """Whether a game hands it on to the next one of its campaign."""

    @property
    def full_name(self) -> str:
        """`Kind.pile`, or the name alone."""
        return f"{self.owner.name}.{self.name}" if self.owner is not None else self.name


@entity
class Supply:
    """A stock of identical pieces, one for the game or one for each member of its owner.

    `holders` gives the offset of the counts for each root kind that can hold its pieces; `sizes` gives the
    number of pieces for those owners whose number differs from the rest.
    """

    name: str
    owner: Kind | None
    size: int
    span: Span
    documentation: str = ""
    looks: dict[str, str] = field(default_factory=dict)
    stock: int = -1
    box: int = -1
    holders: dict[Kind, int] = field(default_factory=dict)
    owners: int = 1
    sizes: dict[int, int] = field(default_factory=dict)

    def all_sizes(self) -> list[int]:
        """Return how many pieces each owner has."""
        return [self.sizes.get(number, self.size) for number in range(self.owners)]

    @property
    def full_name(self) -> str:
        """`Kind.supply`, or the name alone."""
        return f"{self.owner.name}.{self.name}" if self.owner is not None else self.name


@entity
class Track:
    """A track of numbered spaces with one marker."""

    name: str
    spaces: tuple[int, ...]
    span: Span
    documentation: str = ""
    looks: dict[str, str] = field(default_factory=dict)
    space: "tuple[Template, Local] | None" = None
    """The text that marks its spaces, and the local that stands for the number of a space."""
    offset: int = -1


@entity
class Option:
    """A setting that the players choose before the game starts."""

    variable: Variable
    label: str
    documentation: str
    default: Value


def player_kind() -> Kind:
    """Return the kind of the seats, which every game has."""
    return Kind(PLAYER, NOWHERE, documentation=str(SEAT()))
