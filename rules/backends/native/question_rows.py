"""Describes the questions of a game for helpers: one row of numbers for each."""

from typing import assert_never

from lazaretto.rules.backends.native.helpers import questions
from lazaretto.rules.backends.native.translation import Translation
from lazaretto.rules.lower.ir import Ref, Role
from lazaretto.rules.run.compiled_game import AskInfo
from lazaretto.rules.run.question_forms import (
    AskConfirm,
    AskForm,
    AskNumber,
    AskOffer,
    AskOne,
    AskOrder,
    AskSome,
    AskWindow,
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
    return root.shape == "piece" and any(each.alike for each in root.members)


def _row(game: Translation, ask: int, info: AskInfo) -> list[int]:
    functions, data = game.lowered.functions, game.data
    seats, given = info.together or (0, 0)
    optional = isinstance(info.form, AskOne) and info.form.optional
    menus, interrupts = (
        data.list([each for each in many if game.tables.menus[each].actions]) for many in menus_of(info.form)
    )
    return [
        _form(info.form),
        info.slot,
        info.seat,
        -1 if info.base is None else info.base,
        seats,
        given,
        int(optional),
        int(is_alike(game, info)),
        menus,
        interrupts,
        data.list(hidden_piles(info.form)),
        int(Ref(Role.CANDIDATES, ask) in functions),
        int(Ref(Role.DECLINED, ask) in functions),
        int(Ref(Role.JUDGE, ask) in functions),
        game.places.named(info.place),
        int(info.step),
    ]


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
        case AskOrder():
            return questions.ORDER
        case AskConfirm():
            return questions.CONFIRM
        case _:
            assert_never(form)
