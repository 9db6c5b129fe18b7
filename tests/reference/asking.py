"""Asks questions: who is asked, which answers are open, and which questions have only one answer."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, ManyType, Member, Pile, Type, Variable
from lazaretto.rules.run.errors import FaultError
from lazaretto.rules.run.questions.question_forms import (
    AskConfirm,
    AskForm,
    AskNumber,
    AskOffer,
    AskOne,
    AskSome,
    AskWindow,
)
from lazaretto.rules.run.state import Said
from tests.reference.openness import Openness
from tests.reference.places import Bound, Value


class Again:
    """Sent instead of an answer: recompute the question."""


@dataclass(frozen=True, slots=True)
class TurnTo:
    """Sent instead of an answer: another one of those who answer at the same time answers first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked, and the open answers; reasons are computed on demand."""

    form: type[AskForm]
    seat: int
    answers: tuple[Value, ...]
    prompt: Callable[[], Said | None]
    closed: Callable[[], Iterable[tuple[Value, Said]]] = tuple
    verdict: Callable[[Value], Said | None] = lambda chosen: None
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """The answer to a question that has only one open answer."""

    answer: Value


Rule = Generator[Question, Any, Any]
"""A running rule: yields questions, receives answers."""


class Asking(Openness):
    """Asks the questions of one game."""

    _always = False
    """Whether questions with only one answer are asked, too."""

    def ask_together(self, node: tree.Together, here: dict[tree.Local, Value]) -> Rule:
        """Ask several seats the same question; return their answers by seat."""
        seats = tuple(self.look(node.seats, here))
        given: dict[int, Value] = {}
        for seat in seats:
            here[node.variable] = seat
            self._question(node.question, here)
        while len(given) < len(seats):
            here[node.variable] = next(each for each in seats if each not in given)
            while True:
                self._always = True
                asked = self._question(node.question, here)
                self._always = False
                assert isinstance(asked, Question)
                answer = yield asked
                if isinstance(answer, TurnTo):
                    here[node.variable] = answer.seat
                elif not isinstance(answer, Again):
                    break
            given[here[node.variable]] = answer
        return {each: given[each] for each in seats}

    def ask(self, node: tree.Question, here: Bound) -> Rule:
        """Ask, unless there is only one answer."""
        while True:
            found = self._question(node, here)
            if isinstance(found, Settled):
                return found.answer
            answer = yield found
            if not isinstance(answer, Again):
                return answer

    def _prompt(self, template: tree.Template | None, here: Bound) -> Callable[[], Said | None]:
        return lambda: self.said(template, here) if template is not None else None

    def _question(self, node: tree.Question, here: Bound) -> Question | Settled:
        """What a question comes to here."""
        match node:
            case tree.Choose():
                return self._choose(node, here)
            case tree.ChooseNumber():
                return self._choose_number(node, here)
            case tree.Arrange():
                return self._arrange(node, here)
            case tree.Confirm():
                return self._confirm(node, here)
            case tree.Offer():
                return self._offer(node, here)
            case tree.Window():
                return self._window(node, here)
            case _:
                assert_never(node)

    def _choose(self, node: tree.Choose, here: Bound) -> Question | Settled:
        """A choice of one, or of some."""
        found = self.candidates(node, here)
        seat, prompt = self.look(node.by, here), self._prompt(node.prompt, here)
        answers, closed = self._in_order(found.open, node.variable.type, seat), found.closed
        if node.most is not None:
            assert node.least is not None
            least = max(0, self.look(node.least, here))
            most = min(self.look(node.most, here), len(answers))
            if least > len(answers):
                raise FaultError("there are too few things to choose from")
            if not self._always and (most <= 0 or least == most == len(answers)):
                return Settled(answers[: max(0, most)])
            most = max(0, most)
            if least > most > 0:
                raise FaultError("these are too many")
            return Question(
                AskSome, seat, answers, prompt, lambda: closed,
                lambda chosen: self._verdict(node, chosen, here), least, most,
            )  # fmt: skip
        if node.optional and (node.stops or self._leads_on(node, here | {node.result: None})):
            answers = (*answers, None)
        if node.alike:
            answers = self._told_apart(node, answers, seat)
        if not answers:
            raise FaultError("there is nothing to choose from")
        if len(answers) == 1 and not self._always:
            return Settled(answers[0])
        return Question(AskOne, seat, answers, prompt, lambda: closed)

    def _told_apart(self, node: tree.Choose, answers: tuple[Value, ...], seat: int) -> tuple[Value, ...]:
        """Leave out pieces that look to a seat like one before them."""
        assert isinstance(node.variable.type, KindType)
        kind = node.variable.type.kind
        if not kind.root.piece:
            return answers
        kept: dict[tuple[Value, ...], Value] = {}
        for answer in answers:
            member = self.member(kind, answer)
            number = kind.root.piece_base + answer
            pile = self.state.w[number]
            look: tuple[Value, ...] = (answer,)
            if self._knows(seat, number) and member.copy and not member.special:
                look = (pile, member.kind, member.made_for, *self._visible(member, seat))
            kept.setdefault(look, answer)
        return tuple(kept.values())

    def _visible(self, member: Member, seat: int) -> Iterator[Value]:
        """Yield what a seat may see of a piece."""
        for kind in member.kind.lineage():
            for variable in kind.variables.values():
                index = member.id - kind.first
                if self.sees(seat, variable, index):
                    constant = variable.constant
                    yield variable.defaults[index] if constant else self.state.v[variable.offset + index]

    def sees(self, seat: int, holder: Pile | Variable, index: int) -> bool:
        """Whether a seat sees a pile or a variable of the owner's member with this index."""
        raise NotImplementedError

    def _in_order(self, answers: tuple[Value, ...], type: Type, seat: int) -> tuple[Value, ...]:
        """First the candidates that a seat knows, then the others by their places from the top."""
        if not isinstance(type, KindType) or not type.kind.root.piece:
            return answers
        state, base = self.state, type.kind.root.piece_base
        piles = [state.w[base + answer] for answer in answers]
        if all(seat in state.seen[pile] for pile in piles):
            return answers
        known = [answer for answer in answers if self._knows(seat, base + answer)]
        rest = [
            each
            for pile in sorted(set(piles))
            for each in reversed(state.p[pile])
            if each in answers and each not in known
        ]
        return (*known, *rest)

    def _knows(self, seat: int, piece: int) -> bool:
        return seat in self.state.seen[self.state.w[piece]] or self.state.known(seat)[piece] == piece

    def _leads_on(self, node: tree.Choose | tree.ChooseNumber, here: Bound) -> bool:
        return self.blocked(self._rest(node), here) is None

    def _verdict(self, node: tree.Choose, chosen: Value, here: Bound) -> Said | None:
        reason = self.verdict(node, chosen, here)
        return reason or self.blocked(self._rest(node), here | {node.result: chosen})

    def _choose_number(self, node: tree.ChooseNumber, here: Bound) -> Question | Settled:
        """A number; among the steps of an action one that leads on to its end."""
        numbers = range(self.look(node.low, here), self.look(node.high, here) + 1)
        answers = tuple(number for number in numbers if self._leads_on(node, here | {node.result: number}))
        if not answers:
            raise FaultError("there is no such number")
        if len(answers) == 1 and not self._always:
            return Settled(answers[0])
        return Question(AskNumber, self.look(node.by, here), answers, self._prompt(node.prompt, here))

    def _arrange(self, node: tree.Arrange, here: Bound) -> Question | Settled:
        """An order."""
        seat, prompt = self.look(node.by, here), self._prompt(node.prompt, here)
        assert isinstance(node.result.type, ManyType) and node.result.type.item is not None
        pieces = self._in_order(tuple(self.look(node.list, here)), node.result.type.item, seat)
        count = len(pieces)
        if count < 2:
            return Settled(pieces)
        return Question(AskSome, seat, pieces, prompt, least=count, most=count)

    def _confirm(self, node: tree.Confirm, here: Bound) -> Question | Settled:
        """A question that is always asked: yes or no."""
        return Question(AskConfirm, self.look(node.by, here), (True, False), self._prompt(node.prompt, here))

    def _offer(self, node: tree.Offer, here: Bound) -> Question | Settled:
        """An action of the player's menus, or one that anybody may do in between."""
        seat, seats = self.look(node.by, here), range(self.state.players)
        answers = (*self.open_actions(node.menus, [seat]), *self.open_actions(node.interrupts, seats))
        if not answers:
            return Settled(None)

        def closed() -> Iterator[tuple[Value, Said]]:
            yield from self.closed_actions(node.menus, [seat])
            yield from self.closed_actions(node.interrupts, seats)

        prompt = self._menu_prompt(node.prompt, (*node.menus, *node.interrupts), here)
        return Question(AskOffer, seat, answers, prompt, closed)

    def _window(self, node: tree.Window, here: Bound) -> Question | Settled:
        """Actions that anybody may do, until the player goes on."""
        seat, seats = self.look(node.by, here), range(self.state.players)
        answers = self.open_actions(node.menus, seats)
        if not answers and not self.secret(node.menus):
            return Settled(None)
        prompt = self._menu_prompt(node.prompt, node.menus, here)
        return Question(
            AskWindow, seat, (None, *answers), prompt, lambda: self.closed_actions(node.menus, seats)
        )

    def _menu_prompt(
        self, own: tree.Template | None, menus: Sequence[tree.Menu], here: Bound
    ) -> Callable[[], Said | None]:
        prompts = [own, *(menu.prompt for menu in menus)]
        return self._prompt(next((prompt for prompt in prompts if prompt is not None), None), here)
