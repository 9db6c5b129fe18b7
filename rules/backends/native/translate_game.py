"""Translates a whole game into flat code: its functions, tables of functions, constants and helpers.

The state lies at a fixed address, so a variable is a constant address and a fork copies some kilobytes. What
several actions of a menu ask of their seat is computed once, if it costs nothing and cannot fail. Piles,
shuffles, knowledge, questions and random play are helpers, written once in a small part of Python; they are
compiled and cached once for all games, with names for the numbers of a layout.

Native code is no `Backend`: a `NativeRunner` takes a state over, plays many decisions in a row, and gives it
back. Games of people stay in Python, and so do reasons, prompts, views and texts. A game that fails in native
code is played again in Python, which tells the error.
"""

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from io import BytesIO
from struct import pack, unpack
from typing import assert_never

from lazaretto.grammar.cache_dir import engine_mark, open_cached, write_cached
from lazaretto.rules.backends.native.constant_data import ConstantData, divisors
from lazaretto.rules.backends.native.flat.build import wrapped
from lazaretto.rules.backends.native.flat.nodes import (
    OF_THE_LAYOUT,
    Call,
    FlatProgram,
    Function,
    FunctionTable,
    Get,
    Number,
    Return,
)
from lazaretto.rules.backends.native.helpers import questions
from lazaretto.rules.backends.native.helpers.memory_types import words_of
from lazaretto.rules.backends.native.helpers.settle_values import Setting
from lazaretto.rules.backends.native.idle_and_shared_values import IdleValues, SharedValues
from lazaretto.rules.backends.native.infer_ranges import Inference
from lazaretto.rules.backends.native.layout import Layout, state_layout, with_room
from lazaretto.rules.backends.native.native_code import NativeGame, function_name
from lazaretto.rules.backends.native.remembered_values import RememberedValues
from lazaretto.rules.backends.native.shapes import GameShapes, Meaning, tag_shape
from lazaretto.rules.backends.native.survey import Survey
from lazaretto.rules.backends.native.translate_segments import BEGIN, Beginnings, Segments
from lazaretto.rules.backends.native.translation import Translation
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref, Role, Sort
from lazaretto.rules.run.compiled_game import AskInfo, CompiledGame
from lazaretto.rules.run.questions.legal_answers import weight_of
from lazaretto.rules.run.questions.question_forms import (
    AskConfirm,
    AskForm,
    AskNumber,
    AskOffer,
    AskOne,
    AskSome,
    AskWindow,
    asks_for_order,
    hidden_piles,
    menus_of,
)


def question_rows(game: Translation) -> list[int]:
    """Return the rows of all questions."""
    return [number for ask, info in enumerate(game.tables.asks) for number in _row(game, ask, info)]


def is_alike(game: Translation, ask: AskInfo) -> bool:
    """Whether a question offers only one of several pieces that look alike."""
    if not isinstance(ask.form, AskOne) or not ask.form.alike or ask.tag[0] != "kind":
        return False
    root = game.tables.kinds[game.tables.kinds[ask.tag[1]].root]
    return root.shape == "piece" and any(member.alike for member in root.members)


def _row(game: Translation, ask: int, info: AskInfo) -> tuple[int, ...]:
    functions, data = game.lowered.functions, game.data
    seats, given = info.together or (0, 0)
    optional = isinstance(info.form, AskOne) and info.form.optional
    menus, interrupts = (
        data.list([each for each in many if game.tables.menus[each].actions]) for many in menus_of(info.form)
    )
    return words_of(
        questions.Question,
        form=_form(info.form),
        slot=info.slot,
        seat=info.seat,
        base=-1 if info.base is None else info.base,
        together=seats,
        given=given,
        optional=int(optional),
        alike=int(is_alike(game, info)),
        ordered=int(asks_for_order(info.form)),
        menus=menus,
        interrupts=interrupts,
        secret=data.list(hidden_piles(info.form)),
        has_candidates=int(Ref(Role.CANDIDATES, ask) in functions),
        has_bounds=int(Ref(Role.BOUNDS, ask) in functions),
        has_declined=int(Ref(Role.DECLINED, ask) in functions),
        has_judge=int(Ref(Role.JUDGE, ask) in functions),
        place=game.places.named(info.place),
        inside=int(info.step),
    )


def _form(form: AskForm) -> int:
    match form:
        case AskOffer():
            return questions.OFFER
        case AskWindow():
            return questions.WINDOW
        case AskOne():
            return questions.ONE
        case AskSome():
            return questions.SOME
        case AskNumber():
            return questions.NUMBER
        case AskConfirm():
            return questions.CONFIRM
        case _:
            assert_never(form)


_DIGEST = sha256().digest_size
_HELPERS = "lazaretto.rules.backends.native.helpers"
_MODULES = tuple(
    f"{_HELPERS}.{name}"
    for name in (
        "checked",
        "pick_at_random",
        "note_forced_answers",
        "game_notes",
        "frames",
        "judgement",
        "keep_for_suspended_rules",
        "lists",
        "log",
        "move_pieces",
        "play_on",
        "questions",
        "random_play",
        "many_games",
        "settle_values",
        "running",
        "saved_states",
        "search_plan",
        "search_playout",
        "selections",
        "simultaneous_answers",
    )
)

Helpers = tuple[dict[str, Function], dict[str, int]]
"""The helpers, and those that somebody else provides, with the number of their parameters."""


def compiled_helpers(layout: Layout) -> Helpers:
    """Return all helpers for the layout of one game."""
    found: Helpers = _Reader(_for_any_layout(), layout).load()
    return found


@cache
def _for_any_layout() -> bytes:
    """Return the helpers from the cache, or compile them."""
    name = f"helpers-{engine_mark()}.flat"
    file = open_cached(name)
    if file is not None:
        with file:
            digest, found = file.read(_DIGEST), file.read()
        if sha256(found).digest() == digest:
            return found
    from lazaretto.rules.backends.native.subset.statements import compile_helpers  # noqa: PLC0415

    helpers = compile_helpers(_MODULES, None)
    target = BytesIO()
    _Writer(target, pickle.HIGHEST_PROTOCOL).dump((helpers.functions, helpers.provided))
    made = target.getvalue()
    write_cached(name, sha256(made).digest() + made)
    return made


class _Writer(pickle.Pickler):
    """Writes helpers; a variable that stands for a number of the layout is written as its name."""

    def persistent_id(self, thing: object) -> str | None:
        """Return the name of a number of the layout."""
        return (
            thing.name[len(OF_THE_LAYOUT) :]
            if type(thing) is Get and thing.name.startswith(OF_THE_LAYOUT)
            else None
        )


class _Reader(pickle.Unpickler):
    """Reads helpers for one layout."""

    def __init__(self, data: bytes, layout: Layout) -> None:
        super().__init__(BytesIO(data))
        self._layout = layout
        self._numbers: dict[str, Number] = {}

    def persistent_load(self, name: str) -> Number:
        """Return a number of the layout."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = Number(wrapped(getattr(self._layout, name)))
        return number


LIKENESS = "one_of_each"
"""A function that Python provides: one candidate of each group that a seat cannot tell apart."""
_TABLES = {
    "segments": (Role.SEGMENT, 1),
    "offered": (Role.OFFERED, 1),
    "playable": (Role.PLAYABLE, 0),
    "candidates": (Role.CANDIDATES, 1),
    "bounds": (Role.BOUNDS, 1),
    "declined": (Role.DECLINED, 1),
    "judges": (Role.JUDGE, 2),
}
"""The tables of functions, each with their role and the number of their parameters."""
RUNNING = (
    "run",
    "answer",
    "ask_again",
    "begin_decision",
    "wander",
    "keep_lists",
    "clear_stack",
    "ended",
    "save",
    "restore",
    "play_games",
    "fork_often",
    "plan_ways",
    "play_ways",
    "play_on",
    "judged",
    "judged_for_plans",
)


def translate_game(
    tables: CompiledGame, lowered: ir.Lowered, exports: Iterable[Ref] = (), fuel: int | None = None
) -> NativeGame:
    """Translate a game; Python can call what starts and continues it, its score, and further functions.

    A decision has as much fuel as usual, or another amount.
    """
    survey = Survey(tables, lowered, exports)
    inference = Inference(survey)
    layout = state_layout(tables, lowered, fuel)
    data = ConstantData(layout.constants, lowered.constants)
    idle = IdleValues(survey, inference, data, layout.cells)
    shared = SharedValues(survey, inference, idle)
    game = Translation(tables, lowered, layout, survey, inference, data, idle, shared, survey.recursive())
    game.at = layout = _with_tables(layout, tables, data)
    rules = [Segments(game, surveyed.function).translated() for surveyed in survey.functions.values()]
    others = (*Beginnings(game).functions(), *_likeness(game), *_ratings(game))
    functions = {function.name: function for function in (*rules, *others)}
    layout = _with_constants(game)
    remembered = RememberedValues(game, data.end)
    functions.update({function.name: function for function in remembered.functions(functions)})
    layout = with_room(layout, remembered.end)
    helpers, provided = compiled_helpers(layout)
    functions.update(helpers)
    imports = {name: count for name, count in provided.items() if name not in functions}
    imports[LIKENESS] = 3
    called = [
        function_name(function)
        for function in survey.functions
        if function in survey.named or function in exports
    ]
    program = FlatProgram(
        functions,
        _tables(game),
        tuple(dict.fromkeys((BEGIN, *RUNNING, *called))),
        imports,
        ((layout.constants, data.bytes()),),
        layout.memory,
    )
    return NativeGame(
        program,
        layout,
        tuple(game.places.names),
        _shapes(game),
        tuple(game.names),
        tuple(game.settings),
        {function_name(ref): _result(game, ref) for ref in survey.functions},
    )


def _with_constants(game: Translation) -> Layout:
    """Store what helpers look up; return the layout with its addresses."""
    data, inference = game.data, game.inference
    slot_shapes = _slot_shapes(game)
    return replace(
        game.at,
        asks=data.words(question_rows(game)),
        weights=data.words([weight_of(action) for action in game.tables.actions] or [0]),
        cell_shapes=data.words(_pairs(dict(sorted(inference.cell_shapes.items())))),
        slot_shapes=_by_segment(game, slot_shapes),
        gap_shapes=_gap_shapes(game),
        settings=_settings(game),
        ret_shape=inference.returned_shape(),
    )


def _result(game: Translation, ref: Ref) -> Meaning:
    """Return what a function returns."""
    return Meaning(game.inference.result_shape(ref), ref.role in (Role.OFFERED, Role.PLAYABLE))


def _shapes(game: Translation) -> GameShapes:
    """Return what the numbers in the memory of the game mean."""
    slots = {
        number: tuple(
            Meaning(_slot_shape(game, number, slot, info.sort), info.sort in (Sort.ENTRY, Sort.ENTRIES))
            for slot, info in enumerate(resumable.slots)
        )
        for number, resumable in game.lowered.resumables.items()
    }
    return GameShapes(
        {cell: Meaning(shape) for cell, shape in game.inference.cell_shapes.items()},
        slots,
        tuple(game.survey.procedure_of.get(each, -1) for each in range(game.lowered.segments)),
        Meaning(game.inference.returned_shape()),
        tuple(tuple(map(Meaning, _gaps(game, number))) for number in range(len(game.tables.templates))),
        tuple(game.data.texts),
        tuple(game.data.texts.values()),
    )


def _gaps(game: Translation, template: int) -> list[int]:
    """Return the shapes of the gaps of a text; if no translated rule has it, its types tell them."""
    found = game.gap_shapes.get(template)
    if found is None:
        parts = game.tables.templates[template]
        return [tag_shape(part) for part in parts if not isinstance(part, str) and part[0] != "plural"]
    return found


def _tables(game: Translation) -> dict[str, FunctionTable]:
    """Return the tables of functions that helpers and segments call through."""
    functions = game.survey.functions
    counts = {
        Role.SEGMENT: game.lowered.segments,
        Role.OFFERED: len(game.tables.menus),
        Role.PLAYABLE: len(game.tables.menus),
    }
    found: dict[str, FunctionTable] = {}
    for name, (role, parameters) in _TABLES.items():
        refs = [Ref(role, number) for number in range(counts.get(role, len(game.tables.asks)))]
        names = tuple(function_name(ref) if ref in functions else None for ref in refs)
        found[name] = FunctionTable(parameters, names)
    actions = tuple(f"action_{number}" for number in range(len(game.tables.actions)))
    found["actions"] = FunctionTable(1, actions)
    alike = [
        f"likeness_{number}" if is_alike(game, ask) else None for number, ask in enumerate(game.tables.asks)
    ]
    found["likeness"] = FunctionTable(2, tuple(alike))
    return found


def _likeness(game: Translation) -> list[Function]:
    """Return the functions that leave out alike pieces, for each question that does; Python does it."""
    return [
        Function(
            f"likeness_{number}",
            ("candidates", "seat"),
            [Return(Call(LIKENESS, (Number(number), Get("candidates"), Get("seat"))))],
            True,
        )
        for number, ask in enumerate(game.tables.asks)
        if is_alike(game, ask)
    ]


def _ratings(game: Translation) -> list[Function]:
    """Return the functions by which helpers rate a position and its end."""
    tables = game.tables
    points = None if tables.points is None else tables.points.number
    shared = tables.points is not None and tables.points.shared
    return [
        _rating("score_of", tables.score),
        _rating("points_of", points, whole=shared),
        _rating("rank_of", tables.rank),
        _rating("campaign_is_over", tables.campaign_over, whole=True),
    ]


def _rating(name: str, value: int | None, whole: bool = False) -> Function:
    """Return a function of a seat that computes a value of the rules for it, or for the whole game."""
    given = () if whole else (Get("seat"),)
    found = Number(0) if value is None else Call(function_name(Ref(Role.VALUE, value)), given)
    return Function(name, ("seat",), [Return(found)], True)


def _with_tables(layout: Layout, tables: CompiledGame, data: ConstantData) -> Layout:
    """Store the first pieces of piles and what shuffles need, and note where."""
    padded = [*tables.pile_bases, *([0] * (len(tables.pile_bases) & 1))]
    words = unpack(f"<{len(padded) // 2}q", pack(f"<{len(padded)}i", *padded))
    return replace(layout, pile_base=data.words(words), divisors=data.words(divisors(layout.pieces)))


def _pairs(shapes: dict[int, int]) -> list[int]:
    """Return the number of pairs, then all pairs."""
    return [len(shapes), *(each for pair in shapes.items() for each in pair)]


def _slot_shapes(game: Translation) -> dict[int, dict[int, int]]:
    """Return the slots of each procedure that hold more than plain values."""
    found: dict[int, dict[int, int]] = {}
    for number, resumable in game.lowered.resumables.items():
        shapes = {
            slot: _slot_shape(game, number, slot, info.sort) for slot, info in enumerate(resumable.slots)
        }
        found[number] = {slot: shape for slot, shape in shapes.items() if shape}
    return found


def _slot_shape(game: Translation, procedure: int, slot: int, sort: Sort) -> int:
    if slot == 0 or sort in (Sort.NUMBER, Sort.FLAG, Sort.MEMBER, Sort.ENTRY):
        return 0
    least = 2 if sort in (Sort.LIST, Sort.ENTRIES) else 1 if sort is Sort.WORDS else 0
    return max(least, game.inference.slot_shape(procedure, slot))


def _by_segment(game: Translation, shapes: dict[int, dict[int, int]]) -> int:
    """Store for each segment which slots of its frame hold more than plain values."""
    of = {number: game.data.words(_pairs(shape)) for number, shape in shapes.items()}
    empty = game.data.words([0])
    procedures = game.survey.procedure_of
    return game.data.words(
        [of.get(procedures.get(each, -1), empty) for each in range(game.lowered.segments)] or [0]
    )


def _gap_shapes(game: Translation) -> int:
    empty = game.data.list(())
    rows = [game.data.list(_gaps(game, each)) for each in range(len(game.tables.templates))]
    return game.data.words(rows or [empty])


def _settings(game: Translation) -> int:
    """Store the rules that set values: each one's owner, place, and the owners that it overrides."""
    owners: dict[object, int] = {}
    rows: list[int] = []
    for setting in game.settings:
        owner, over, place = _parts(setting)
        numbers = [owners.setdefault(each, len(owners)) for each in (owner, *over)]
        head = words_of(Setting, owner=numbers[0], place=game.places.named(place))
        rows.append(game.data.words((*head, len(over), *numbers[1:])))
    return game.data.words(rows or [0])


def _parts(setting: object) -> tuple[str, Sequence[str], str]:
    assert isinstance(setting, tuple)
    owner, over, place = setting
    return owner, over, place
