"""Describes the things of a game as plain data for the runtime: kinds, members, variables, piles, options.

Also their old names, and the tracks, piles and supplies on which it depends whether players lose.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from lazaretto.rules.check.effects import code, reads
from lazaretto.rules.check.find_by_old_name import old_idents
from lazaretto.rules.check.state_layout import all_piles, all_supplies, all_variables
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower.rule_numbering import NOTHING
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    FlagType,
    Kind,
    KindType,
    ManyType,
    Member,
    NumberType,
    OptionalType,
    Pile,
    PileType,
    Seen,
    Supply,
    TextType,
    Track,
    Type,
    Variable,
)
from lazaretto.rules.model.tree.statements import ValueRule
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.run.compiled_game import (
    KindInfo,
    MemberInfo,
    OptionInfo,
    PileInfo,
    SeenInfo,
    SupplyInfo,
    Tag,
    TrackInfo,
    VariableInfo,
)
from lazaretto.rules.run.records.former_names import NO_FORMER_NAMES, FormerNames, Names

FEARED = "feared"
"""The look of such a thing, for whoever shows it."""


def _feared_things(world: World) -> set[object]:
    """Return what a loss depends on: read by its condition, or by the condition of a branch that loses."""
    losses = [outcome for outcome in world.outcomes if outcome.word == "lose"]
    supplies = {loss.supply for loss in losses if loss.supply is not None}
    conditions = [loss.condition for loss in losses if loss.condition is not None]
    for procedure in world.procedures.values():
        conditions += _of_losing_branches(procedure)
    return set(supplies).union(*map(reads, conditions))


def _of_losing_branches(procedure: tree.Procedure) -> Iterator[tree.Expression]:
    for node in walk(code(procedure)):
        if isinstance(node, tree.If):
            for condition, block in node.branches:
                if any(isinstance(finish, tree.Finish) and finish.word == "lose" for finish in walk(block)):
                    yield condition


class TableInfos:
    """Describes the things of a world; `visible` numbers the functions that compute who sees what."""

    def __init__(
        self,
        world: World,
        visible: Mapping[Variable | Pile, int],
        labels: Mapping[Kind | Track, int],
        values: Mapping[ValueRule, int] = {},
        dangers: Mapping[Kind, int] = {},
    ) -> None:
        self.values = values
        """The numbers of the values."""
        self.labels = labels
        """The functions that build labels, for the kinds that have one of their own, and marks of tracks."""
        self.dangers = dangers
        """The functions that warn of what threatens places, for the kinds that have one of their own."""
        self.world = world
        self._feared = _feared_things(world)
        self.visible = visible
        self.kinds = [*world.kinds.values()]
        self.kind_numbers = {kind: index for index, kind in enumerate(self.kinds)}
        self._labels: dict[Kind, Counter[str]] = {}
        """How many members of a root kind of places have each label."""

    def tag(self, kind: Type) -> Tag:
        """Return a type as plain data."""
        match kind:
            case NumberType():
                return ("number",)
            case FlagType():
                return ("flag",)
            case TextType():
                return ("text",)
            case KindType(of):
                return ("kind", self.kind_numbers[of.root])
            case OptionalType(of):
                return ("optional", self.tag(of))
            case PileType(of):
                return ("many", ("kind", self.kind_numbers[of.root]))
            case ManyType(item):
                return ("many", self.tag(item) if item is not None else ("number",))
            case _:
                return ("number",)

    def _seen(self, holder: Variable | Pile) -> SeenInfo:
        seen: Seen = holder.seen
        return SeenInfo(seen.word, self.visible.get(holder), seen.this is not None)

    def number(self, member: Member) -> tuple[int, int]:
        """Return the kind and id of a member."""
        return self.kind_numbers[member.kind.root], member.id

    def _kind_number(self, kind: Kind | None) -> int | None:
        return self.kind_numbers[kind] if kind is not None else None

    def kind_infos(self) -> tuple[KindInfo, ...]:
        """Describe all kinds."""
        return tuple(self._kind(kind) for kind in self.kinds)

    def _kind(self, kind: Kind) -> KindInfo:
        shape = "thing"
        if kind.is_player:
            shape = "player"
        elif kind.enumeration:
            shape = "enumeration"
        elif kind.links is not None:
            shape = "link"
        elif kind.area_of is not None:
            shape = "area"
        elif kind.root.piece:
            shape = "piece"
        elif any(each.place for each in kind.lineage()):
            shape = "place"
        members = tuple(self._member(member) for member in kind.members()) if kind.parent is None else ()
        return KindInfo(
            kind.name.split(".")[-1] if kind.enumeration else kind.name,
            kind.documentation,
            self.kind_numbers[kind.root],
            kind.first,
            kind.count,
            shape,
            self._kind_number(kind.links or kind.area_of),
            dict(kind.looks),
            members,
            next((self.labels[each] for each in kind.lineage() if each in self.labels), None),
            self._spot(kind),
            any(each.one_way for each in kind.lineage()),
            next((self.dangers[each] for each in kind.lineage() if each in self.dangers), None),
            next((self.values.get(each.needs[0]) for each in kind.lineage() if each.needs is not None), None),
        )

    def _spot(self, kind: Kind) -> tuple[int, int] | None:
        """Return the numbers of the variables that say where members of a kind lie."""
        spot = next((each.spot for each in kind.lineage() if each.spot is not None), None)
        if spot is None:
            return None
        numbers = {variable: number for number, variable in enumerate(self._shown_variables())}
        return numbers[spot[0]], numbers[spot[1]]

    def _member(self, member: Member) -> MemberInfo:
        looks = dict(member.looks)
        documentation = member.documentation
        sort = member.kind.name.replace("_", " ") if member.kind.times > 1 else member.label
        for thing in reversed(member.made_for):
            looks = {**thing.looks, **looks}
        if member.made_for:
            sort = " ".join(each.label for each in member.made_for)
        ends = (member.ends[0].id, member.ends[1].id) if member.ends is not None else None
        return MemberInfo(
            member.name,
            member.ident,
            self._told_apart(member),
            documentation,
            looks,
            member.at,
            self.kind_numbers[member.kind],
            ends,
            tuple(bound.id for bound in member.bounds),
            sort,
            self._made_for(member),
            member.seats,
            self._words(member),
            member.copy,
            member.copy > 0 and not member.special and not any(kind.piles for kind in member.kind.lineage()),
        )

    def _told_apart(self, member: Member) -> str:
        """Return the label of a member, with its name behind it if other places of its kind have the same."""
        if member.label == member.name or not any(kind.place for kind in member.kind.lineage()):
            return member.label
        root = member.kind.root
        if root not in self._labels:
            self._labels[root] = Counter(each.label for each in root.members())
        return f"{member.label} ({member.name})" if self._labels[root][member.label] > 1 else member.label

    def _made_for(self, member: Member) -> tuple[int, int] | None:
        """Return what a member stands for: the thing it was made for; of several, the only place."""
        members = [each for each in member.made_for if not each.kind.is_player]
        if len(members) > 1:
            members = [each for each in members if any(kind.place for kind in each.kind.lineage())]
        return self.number(members[0]) if len(members) == 1 else None

    def _words(self, member: Member) -> tuple[str | int, ...]:
        """Return the name of a member that is made for a seat, with the numbers of seats for their names."""
        if not member.seats:
            return ()
        found: list[str | int] = []
        for each in member.made_for:
            found.extend((each.id,) if each.kind.is_player else self._words(each) or (each.label,))
        return tuple(found)

    def variable_infos(self) -> tuple[VariableInfo, ...]:
        """Describe all variables that a view may show, including constants."""
        variables: list[VariableInfo] = []
        for variable in self._shown_variables():
            variables.append(
                VariableInfo(
                    variable.name,
                    self._kind_number(variable.owner),
                    variable.offset,
                    self.tag(variable.type),
                    self._seen(variable),
                    tuple(variable.defaults) if variable.constant else None,
                    variable.documentation,
                    variable.option,
                    variable.faces is not None,
                    dict(variable.looks),
                    None if variable.shown is None else self.values.get(variable.shown),
                )
            )
        return tuple(variables)

    def _shown_variables(self) -> list[Variable]:
        constants: list[Variable] = []
        for kind in self.kinds:
            constants.extend(variable for variable in kind.variables.values() if variable.constant)
        return [each for each in (*all_variables(self.world), *constants) if not each.hidden]

    def pile_infos(self) -> tuple[PileInfo, ...]:
        """Describe all piles."""
        return tuple(
            PileInfo(
                pile.name,
                self._kind_number(pile.owner),
                pile.first,
                pile.count,
                self.kind_numbers[pile.kind.root],
                self._seen(pile),
                self._looks(pile),
                pile.documentation,
                (pile.kind.first, pile.kind.first + pile.kind.count),
            )
            for pile in all_piles(self.world)
        )

    def _looks(self, thing: Pile | Supply | Track) -> dict[str, str]:
        """Return the looks of a thing, and whether a loss depends on it."""
        return {**thing.looks, **({FEARED: "yes"} if thing in self._feared else {})}

    def supply_infos(self) -> tuple[SupplyInfo, ...]:
        """Describe all supplies."""
        return tuple(self._supply(supply) for supply in all_supplies(self.world))

    def _supply(self, supply: Supply) -> SupplyInfo:
        holders = tuple(
            (self.kind_numbers[kind], offset, kind.count) for kind, offset in supply.holders.items()
        )
        return SupplyInfo(
            supply.name,
            self._kind_number(supply.owner),
            tuple(supply.all_sizes()),
            supply.stock,
            supply.box,
            supply.owners,
            holders,
            self._looks(supply),
            supply.documentation,
        )

    def option_infos(self) -> tuple[OptionInfo, ...]:
        """Describe all options."""
        options: list[OptionInfo] = []
        for name, option in self.world.options.items():
            kind = option.variable.type
            default, offset, say = option.default, option.variable.offset, option.documentation
            if isinstance(kind, NumberType):
                low, high = kind.low or 0, kind.high or 0
                made = OptionInfo(name, option.label, "number", low, high, (), str(default), offset, say)
            elif isinstance(kind, FlagType):
                shown = "yes" if default else "no"
                made = OptionInfo(name, option.label, "flag", 0, 1, ("no", "yes"), shown, offset, say)
            else:
                assert isinstance(kind, KindType) and isinstance(default, int)
                words = tuple(member.name for member in kind.kind.members())
                first = kind.kind.first
                made = OptionInfo(
                    name,
                    option.label,
                    "choice",
                    first,
                    first + len(words) - 1,
                    words,
                    words[default - first],
                    offset,
                    say,
                )
            options.append(made)
        return tuple(options)

    def template_infos(self) -> tuple[tuple[str | Tag, ...], ...]:
        """Return all texts; the last is for a choice without candidates and without a reason of its own."""
        texts = (
            tuple(self._template_part(part) for part in template.parts) for template in self.world.templates
        )
        return (*texts, (NOTHING,))

    def _template_part(self, part: str | tree.Expression | tree.Plural) -> str | Tag:
        if isinstance(part, str):
            return part
        if isinstance(part, tree.Plural):
            return ("plural", part.argument, part.one, part.other)
        return self.tag(part.type)

    def track_infos(self) -> tuple[TrackInfo, ...]:
        """Describe all tracks."""
        return tuple(
            TrackInfo(
                track.name,
                track.spaces,
                track.offset,
                self._looks(track),
                track.documentation,
                self.labels.get(track),
            )
            for track in self.world.tracks.values()
        )


def former_names(infos: TableInfos) -> FormerNames:
    """Return all old names that records, campaigns and players may use."""
    world = infos.world
    aliases = world.aliases
    if not aliases:
        return NO_FORMER_NAMES
    members = {infos.kind_numbers[kind]: _members(world, kind) for kind in infos.kinds if kind.parent is None}
    labels = {member.name: member.label for kind in infos.kinds for member in kind.own}
    kinds = {old: new for old, new in aliases.names("kind").items() if new in world.kinds}
    return FormerNames(
        actions={
            old.casefold(): new for old, new in aliases.names("action").items() if _is_action(world, new)
        },
        members={number: names for number, names in members.items() if names},
        options={old: new for old, new in aliases.names("option").items() if new in world.options},
        values={
            name: members.get(infos.kind_numbers[option.variable.type.kind.root], {})
            for name, option in world.options.items()
            if isinstance(option.variable.type, KindType)
        },
        kinds=kinds,
        attributes={each.name: dict(aliases.attributes(each.name)) for each in infos.kinds},
        holders=dict(aliases.names("var", "pile", "option")),
        labels={
            old: labels[name] for names in members.values() for old, name in names.items() if name in labels
        },
        endings=(*aliases.names("win", "lose").items(), *((text, text) for text in _endings(world))),
    )


def _is_action(world: World, name: str) -> bool:
    return any(action.name == name for action in world.actions)


def _members(world: World, root: Kind) -> Names:
    """Return the present names of members by their old ones, which mean no other member of the kind."""
    found: dict[str, str] = {}
    members = [each for each in root.members() if not each.seats]
    for member in members:
        for old in old_idents(member, world.aliases):
            found.setdefault(old.casefold(), member.name)
    for member in members if found else ():
        for name in (member.ident, member.name, member.label):
            found.pop(name.casefold(), None)
    return found


def _endings(world: World) -> list[str]:
    """Return the texts of wins and losses with gaps, in which members may have old names."""
    texts = [outcome.text for outcome in world.outcomes]
    return [written for text in texts if "{}" in (written := _plain(text))]


def _plain(text: tree.Template) -> str:
    return "".join(part if isinstance(part, str) else "{}" for part in text.parts)
