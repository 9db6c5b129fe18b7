"""Builds the tables of a compiled game, except its code."""

from collections.abc import Callable, Mapping
from dataclasses import field

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.check.effects import reads
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.lower.find_dear_calls import find_dear_calls
from lazaretto.rules.lower.former_names import former_names
from lazaretto.rules.lower.kept_infos import kept_infos
from lazaretto.rules.lower.numbered_rules import ends_for, numbered_rules
from lazaretto.rules.lower.phase_outline import PhaseOutline
from lazaretto.rules.lower.rule_lines import rule_lines
from lazaretto.rules.lower.rule_origins import WrittenRules, rule_origins
from lazaretto.rules.lower.source_locations import place
from lazaretto.rules.model.actions_side_by_side import only_if
from lazaretto.rules.model.named_values import counts_points, is_plain_flag, number_of_player
from lazaretto.rules.model.tree.rules import ValueRule
from lazaretto.rules.model.types import KindType, ManyType, NumberType
from lazaretto.rules.run.backend import Code
from lazaretto.rules.run.compiled_game import (
    AskInfo,
    CompiledGame,
    PointsInfo,
    ProcedureInfo,
    SwitchInfo,
)
from lazaretto.rules.run.goal_info import GoalInfo
from lazaretto.rules.run.menu_tables import ActionInfo, MenuInfo
from lazaretto.rules.run.rule_infos import ModuleInfo


@value
class Head:
    """The descriptions in a game: in its manifest, and in the documentation of each module."""

    name: str
    title: str
    description: str
    players: tuple[int, int]
    digest: str
    switched: tuple[str, ...]
    switches: tuple[SwitchInfo, ...]
    modules: tuple[ModuleInfo, ...] = ()
    coast: tuple[tuple[tuple[float, float], ...], ...] = ()
    numbers: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """The number of each rule, by its file and line."""


def game_tables(
    context: Context,
    lowered: ir.Lowered,
    infos: TableInfos,
    asks: tuple[AskInfo, ...],
    head: Head,
    code: Code,
) -> CompiledGame:
    """Build all tables of a game, with the code that a back end compiled from its rules."""
    world, layout, procedures = context.world, context.layout, context.numbering.procedures
    settle, outline = world.procedures.get("settle"), PhaseOutline(world)
    made = CompiledGame(
        name=head.name,
        title=head.title,
        description=head.description,
        players=head.players,
        digest=head.digest,
        switched=head.switched,
        switches=head.switches,
        kinds=infos.kind_infos(),
        variables=infos.variable_infos(),
        piles=infos.pile_infos(),
        supplies=infos.supply_infos(),
        tracks=infos.track_infos(),
        options=infos.option_infos(),
        templates=infos.template_infos(),
        asks=asks,
        actions=_actions(context, infos),
        menus=_menus(context),
        procedures=_procedures(context, infos, lowered.resumables),
        invariants=tuple(each.text for each in world.invariants),
        option_needs=len(world.option_needs),
        outcomes=tuple((each.word, each.text.number) for each in world.outcomes),
        endings=tuple(outline.endings.values()),
        course=tuple((procedures[each], depth) for each, depth in outline.phases),
        modules=head.modules,
        coast=head.coast,
        streams=lowered.streams,
        values=tuple(layout.values),
        pile_contents=tuple(map(tuple, layout.piles)),
        pile_bases=tuple(layout.bases),
        pieces=layout.pieces,
        entry=procedures[world.procedures["game"]],
        settle=procedures[settle] if settle is not None else None,
        segments=lowered.segments,
        code=code,
    )
    _name_rules(made, context, lowered, outline)
    _number_rules(made, context, infos, head)
    return made


def _describe_endings(made: CompiledGame, context: Context, outline: PhaseOutline) -> None:
    """Say which texts end the game for some players only, and where each ending stands.

    If `ending` may still give some players another result, no text is for all players.
    """
    outcomes = context.world.outcomes
    for_some = {each.text.number for each in outcomes if each.players is not None}
    places = {each.text.number: f"{each.span.file}:{each.span.line}" for each in outcomes}
    results = (*made.outcomes, *made.endings)
    overruled = {text for word, text in results if outline.given_last - {word}}
    made.ends_for_some = frozenset(outline.for_some | for_some | overruled)
    made.ending_places = outline.places | places


def _name_rules(made: CompiledGame, context: Context, lowered: ir.Lowered, outline: PhaseOutline) -> None:
    """Set values that the game uses by their names, what messages and lines call rules, and the endings."""
    _describe_endings(made, context, outline)
    made.rule_lines = rule_lines(context.world)
    made.dear_calls = find_dear_calls(lowered.functions)
    goals = context.world.goals
    made.goals = tuple(GoalInfo(each.text, each.lost_too, each.documentation) for each in goals)
    made.score = _named(context, "score", number_of_player)
    made.feared = _feared(context)
    made.team = _named(context, "team", _is_team)
    made.points = _points(context)
    made.rank = _named(context, "rank", number_of_player)
    made.campaign_over = _named(context, "campaign_over", is_plain_flag)


def _number_rules(made: CompiledGame, context: Context, infos: TableInfos, head: Head) -> None:
    """Set the rules that texts come from and those of the rulebook, and what lasts beyond a game."""
    found = WrittenRules(context.world, made.modules, head.numbers)
    made.rules, made.origins = rule_origins(context.world, found)
    made.numbered, made.numbers, made.ruled = numbered_rules(context.world, infos, found)
    made.ends_for = ends_for(context.world)
    made.kept, made.former = kept_infos(infos), former_names(infos)


def _named(context: Context, name: str, fits: Callable[[ValueRule], bool]) -> int | None:
    """Return the number of a value that the game itself uses; None if there is none, or it does not fit."""
    value = context.world.values.get(name)
    return context.numbering.values[value] if value is not None and fits(value) else None


def _feared(context: Context) -> tuple[int, ...]:
    """Return the numbers of the tracks on which a loss depends."""
    tracks = list(context.world.tracks.values())
    losses = [each for each in context.world.outcomes if each.word == "lose" and each.condition is not None]
    read = {thing for each in losses for thing in reads(each.condition)}
    return tuple(number for number, track in enumerate(tracks) if track in read)


def _is_team(value: ValueRule) -> bool:
    """Whether a value is a set of players, whoever asks."""
    item = value.type.item if isinstance(value.type, ManyType) else None
    return not value.parameters and isinstance(item, KindType) and item.kind.is_player


def _points(context: Context) -> PointsInfo | None:
    """Return how points are counted; None if they are not."""
    number, value = _named(context, "points", counts_points), context.world.values.get("points")
    if number is None or value is None or not isinstance(value.type, NumberType):
        return None
    return PointsInfo(number, not value.parameters, value.type.high, value.documentation)


def _procedures(
    context: Context, infos: TableInfos, resumables: Mapping[int, ir.Resumable]
) -> tuple[ProcedureInfo, ...]:
    found: list[ProcedureInfo] = []
    for each, number in context.numbering.procedures.items():
        resumable = resumables.get(number)
        found.append(
            ProcedureInfo(
                each.name,
                each.phase,
                resumable.entry if resumable else None,
                len(resumable.slots) if resumable else 0,
                resumable.question if resumable else None,
                tuple((given.word, infos.tag(given.type)) for given in each.parameters),
                each.documentation,
                place(each.span),
                each.returns,
                each.preview,
            )
        )
    return tuple(found)


def _actions(context: Context, infos: TableInfos) -> tuple[ActionInfo, ...]:
    return tuple(
        ActionInfo(
            each.name,
            each.label.number if each.label is not None else None,
            each.documentation,
            context.numbering.procedures[each.procedure],
            infos.number(each.member) if each.member is not None else None,
            dict(each.looks),
            place(each.span),
            only_if(each),
        )
        for each in context.world.actions
    )


def _menus(context: Context) -> tuple[MenuInfo, ...]:
    return tuple(
        MenuInfo(
            each.name,
            each.prompt.number if each.prompt is not None else None,
            tuple(context.numbering.actions[action] for action in each.actions),
            each.secret,
            each.documentation,
        )
        for each in context.world.menus.values()
    )
