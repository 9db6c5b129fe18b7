"""Describes each question for the runtime."""

from collections.abc import Sequence
from typing import assert_never

from rules.check.effects import reads
from rules.lower.entity_infos import TableInfos
from rules.lower.open_actions import Choice, Rest
from rules.lower.question_sites import Asked
from rules.lower.rule_numbering import Numbering
from rules.lower.source_locations import place
from rules.model import tree
from rules.model.entities import Pile
from rules.run.compiled_game import AskInfo, Tag
from rules.run.question_forms import (
    AskConfirm,
    AskForm,
    AskNumber,
    AskOffer,
    AskOne,
    AskOrder,
    AskSome,
    AskWindow,
    offers_actions,
)


class QuestionInfos:
    """Describes questions."""

    def __init__(self, infos: TableInfos, numbering: Numbering, after: dict[Choice, Rest | None]) -> None:
        self.infos = infos
        self.numbering = numbering
        self.after = after
        self._hidden_of: dict[tree.Menu, set[int]] = {}

    def info(self, asked: Asked) -> AskInfo:
        """Describe a question."""
        node = asked.question
        tag: Tag = ("number",)
        form: AskForm
        subject = ""
        match node:
            case tree.Choose():
                tag = self.infos.tag(node.variable.type)
                subject = node.variable.word
                form = AskSome() if node.most is not None else AskOne(node.optional)
            case tree.ChooseNumber(variable=variable):
                form, subject = AskNumber(), variable.word
            case tree.Arrange(list=many):
                form, tag = AskOrder(), self.infos.tag(many.type)[1]
            case tree.Confirm():
                form, tag = AskConfirm(), ("flag",)
            case tree.Offer(menus=own, interrupts=between):
                form = AskOffer(self._numbers(own), self._numbers(between), self._secret(between))
            case tree.Window(menus=between):
                form = AskWindow(self._numbers(between), self._secret(between))
            case _:
                assert_never(node)
        step = not offers_actions(form) and (node in self.after or asked.procedure.name.startswith("action "))
        action = asked.procedure.name.removeprefix("action ") if step else None
        return AskInfo(form, asked.slot, asked.seat, tag, step, subject, action, place(node.span))

    def _numbers(self, menus: Sequence[tree.Menu]) -> tuple[int, ...]:
        return tuple(self.numbering.menus[each] for each in menus)

    def _secret(self, menus: Sequence[tree.Menu]) -> tuple[int, ...]:
        """Return the piles, possibly hidden, that determine which actions of these menus can interrupt."""
        return tuple(sorted({pile for menu in menus for pile in self._hidden(menu)}))

    def _hidden(self, menu: tree.Menu) -> set[int]:
        found = self._hidden_of.get(menu)
        if found is None:
            found = self._hidden_of[menu] = set()
            for action in menu.actions:
                for thing in reads((action.active, action.steps)):
                    if isinstance(thing, Pile) and thing.owner is not None and thing.seen.word != "all":
                        found.update(range(thing.first, thing.first + thing.count))
        return found
