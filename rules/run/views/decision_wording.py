"""Formats the current question as a decision, and parses keys into answers.

Labels and reasons are rendered only on demand. Candidates come in the order of their pile, the top one first,
where their places in it matter. A typed name finds its candidate, also by the old name of something renamed.
Answers that were given automatically, being the only ones, are named as players may write them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, assert_never

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import ActionInfo, AskInfo, CompiledGame, PileInfo, Tag
from lazaretto.rules.run.errors import ChoiceError, RuleError
from lazaretto.rules.run.identifier_of_name import identifier
from lazaretto.rules.run.limits import REASON
from lazaretto.rules.run.machine import HIDDEN, Machine
from lazaretto.rules.run.questions.legal_answers import Answer, Pending, still_waiting
from lazaretto.rules.run.questions.question_forms import (
    AnswerForm,
    AskConfirm,
    AskNumber,
    AskOffer,
    AskOne,
    AskSome,
    AskWindow,
    answer_form,
    asks_for_order,
    menus_of,
    takes_several,
)
from lazaretto.rules.run.secrets.choose_unseen_pieces import Positions, Unseen, position, without_unseen
from lazaretto.rules.run.state import Said, State
from lazaretto.rules.run.views import text_rendering
from lazaretto.rules.run.views.computed_looks import computed_label

SHOWS, PLACES = "shows", "places"
"""The look of a pile whose pieces are shown one by one."""


def places_matter(tables: CompiledGame, s: State, pile: PileInfo, index: int) -> bool:
    """Whether the places in a pile matter: its look says so, or its owner can name pieces by them only."""
    if SHOWS in pile.looks:
        return pile.looks[SHOWS] == PLACES
    return pile.owner == tables.player_kind and index not in s.seen[pile.first + index]


def _top_first(
    machine: Machine, s: State, kind: int, seat: int, answers: Sequence[Answer]
) -> Sequence[Answer]:
    """Return candidates with the top one first, if they lie in one pile that the seat sees and places matter.

    The order of a pile that the seat does not see would tell something.
    """
    base = machine.likeness.first_piece(kind)
    if base is None:
        return answers
    piles = {s.w[base + answer] for answer in answers if answer is not None}
    number = piles.pop() if len(piles) == 1 else None
    if number is None or seat not in s.seen[number]:
        return answers
    for pile in machine.tables.piles:
        index = number - pile.first
        if 0 <= index < pile.count and places_matter(machine.tables, s, pile, index):
            places = {piece: -height for height, piece in enumerate(s.p[number])}
            return sorted(answers, key=lambda answer: 1 if answer is None else places[answer])
    return answers


NAMED = 8
"""So many candidates are named if a label could be each of them."""


def _named_answer(asking: "Asking", key: str, by_name: bool) -> list[Answer]:
    """Return the open answer with this key, identifier or label, as a list of at most one.

    With `by_name`, pieces that the player does not know may be named.

    Raises:
        ChoiceError: it is no number where one is asked for, or several answers are labelled so.
    """
    tag, answers = asking.info.tag, asking.pending.answers
    if tag[0] == "number":
        number = int(key) if key.removeprefix("-").isdecimal() and len(key) < 20 else None
        if number is None:
            raise ChoiceError(messages.NOT_A_NUMBER(key=key))
        return [number] if number in answers else []
    wanted = key.casefold()
    for answer in answers:
        if asking.key_of(answer).casefold() == wanted:
            return [answer]
    if tag[0] == "kind" and asking.tables.kinds[tag[1]].shape != "player":
        return (
            _identified(asking, wanted, by_name)
            or _only(asking, key, _labelled(asking, wanted, by_name))
            or _only(asking, key, _labelled_now(asking, wanted))
            or _at_position(asking, wanted)
        )
    return _at_position(asking, wanted)


def _identified(asking: "Asking", wanted: str, by_name: bool) -> list[Answer]:
    """Return the open answer with an identifier, as rules write it."""
    for answer in _known(asking, by_name):
        member = text_rendering.member(asking.tables, asking.info.tag, answer)
        if wanted in (member.ident.casefold(), member.name.casefold() if by_name else ""):
            return [answer]
    return []


def _labelled(asking: "Asking", wanted: str, by_name: bool) -> list[Answer]:
    """Return the open answers whose fixed label reads so, with or without what tells it from others."""
    found: list[Answer] = []
    for answer in _known(asking, by_name):
        member = text_rendering.member(asking.tables, asking.info.tag, answer)
        labels = (
            text_rendering.label_of(member, asking.players),
            text_rendering.sort_of(member, asking.players),
        )
        if wanted in map(str.casefold, labels):
            found.append(answer)
    return found


def _labelled_now(asking: "Asking", wanted: str) -> list[Answer]:
    """Return the open answers whose label is computed and reads so now."""
    root = asking.tables.kinds[asking.info.tag[1]].root
    if not any(kind.label is not None for kind in asking.tables.kinds if kind.root == root):
        return []
    labels = {
        answer: computed_label(asking.machine, asking.state, asking.players, root, answer)
        for answer in asking.pending.answers
        if answer is not None
    }
    return [each for each, label in labels.items() if label is not None and label.casefold() == wanted]


def _known(asking: "Asking", by_name: bool) -> list[Answer]:
    """Return the open answers that may be named."""
    hidden = asking.positions.hidden
    return [
        answer
        for answer in asking.pending.answers
        if answer is not None and (by_name or answer == hidden(answer))
    ]


def _only(asking: "Asking", key: str, found: Sequence[Answer]) -> list[Answer]:
    """Return the first of the answers with a label, which must be alike.

    Raises:
        ChoiceError: they are not; the message names them.
    """
    if len(found) > 1:
        kind, likeness = asking.info.tag[1], asking.machine.likeness
        with asking.machine.looking(asking.state):
            different = likeness.one_of_each(asking.state, kind, found, asking.pending.seat)
        if len(different) > 1:
            names = ", ".join(f"`{asking.key_of(each)}`" for each in different[:NAMED])
            raise ChoiceError(messages.SEVERAL_CALLED(key=key, names=names))
    return list(found[:1])


def _at_position(asking: "Asking", wanted: str) -> list[Answer]:
    """Return the open piece at a position, whether or not the player knows it."""
    if asking.info.base is not None and wanted[:1].isdigit():
        for answer in asking.pending.answers:
            for unseen in asking.positions.at(answer):
                if position(asking.tables, asking.players, asking.info.tag, unseen).casefold() == wanted:
                    return [answer]
    return []


def _present_key(tables: CompiledGame, info: AskInfo, key: str) -> str:
    """Return a key of a record, or one that a player typed, as the game writes it now."""
    former, tag = tables.former, info.tag
    if any(menus_of(info.form)):
        return former.action(key)
    if tag[0] != "kind":
        return key
    parts = key.split(",") if takes_several(info.form) else [key]
    return ",".join(former.member(tables.kinds[tag[1]].root, part) for part in parts)


Write = Callable[[CompiledGame, Sequence[str], Tag, Any], str]
"""How a value is written: as people read it, or as they type it."""

GO_ON = "go on"
"""The key that closes a window."""
SHOWN = 1_000
"""The maximum number of listed options; unlisted ones can still be chosen."""
LONGEST = 10_000
"""The maximum length of a choice in characters."""


@frozen_value
class Option:
    """A possible choice; `why_not` is set for one that is shown but closed."""

    key: str
    label: str
    seat: int
    why_not: str | None
    help: str
    of: text_rendering.Ref | None = None
    """What it stands for, if that is a thing, a piece, a link or a player."""
    rules: tuple[int, ...] = ()
    """The rules that the reason comes from, among those of the view."""


@frozen_value
class Decision:
    """Who must choose, the question, and the options, including those of interrupting seats."""

    seat: int
    player: str
    prompt: str
    form: AnswerForm
    options: tuple[Option, ...]
    waiting: tuple[int, ...] = ()
    """If several seats answer at the same time: those that have not answered."""
    chosen: str = ""
    """What this seat has answered already; it may still answer differently."""


def answer_key(machine: Machine, players: Sequence[str], ask: int, answer: Answer) -> str:
    """Return the key of an answer, as records store it."""
    info = machine.asks[ask]
    if takes_several(info.form):
        return text_rendering.key(machine.tables, players, ("many", info.tag), answer)
    return _in_words(machine.tables, players, info, answer, text_rendering.key)


def _in_words(
    tables: CompiledGame, players: Sequence[str], info: AskInfo, answer: Answer, write: Write
) -> str:
    """One answer, or one of those that are chosen together."""
    form = info.form
    match form:
        case AskOffer() | AskWindow():
            return GO_ON if answer is None else tables.actions[answer[1]].name
        case AskOne() | AskSome() | AskNumber() | AskConfirm():
            return write(tables, players, info.tag, answer)
        case _:
            assert_never(form)


class Asking:
    """The pending question of one state."""

    def __init__(self, machine: Machine, state: State, players: Sequence[str], pending: Pending) -> None:
        self.machine = machine
        self.tables = machine.tables
        self.state = state
        self.players = players
        self.pending = pending
        self.info = machine.asks[pending.ask]
        self.menus = machine.menu_asks[pending.ask]
        self.positions = Positions(state, pending.seat, self.info.base, pending.answers)

    # --- into words ----------------------------------------------------------------------------

    def decision(self) -> Decision:
        """Return the question with all its options, open ones first."""
        pending = self.pending
        form = answer_form(self.info.form, pending.least, pending.most)
        prompt = self.prompt()
        options = (*self.open(), *islice(self.closed(), SHOWN))
        waiting, chosen = self._together()
        return Decision(pending.seat, self.players[pending.seat], prompt, form, options, waiting, chosen)

    def _together(self) -> tuple[tuple[int, ...], str]:
        """Return the seats that have not answered, and what the asked one has, if several are asked."""
        slots, seat = self.info.together, self.pending.seat
        if slots is None:
            return (), ""
        frame = self.state.stack[-1]
        seats, given = frame[slots[0]], frame[slots[1]]
        waiting = still_waiting(seats, given)
        if seat in waiting:
            return waiting, ""
        (answer,) = given[seats.index(seat)]
        told = self.positions.hidden(answer)
        tag = ("many", self.info.tag) if takes_several(self.info.form) else self.info.tag
        return waiting, text_rendering.label(self.tables, self.players, tag, told)

    def prompt(self) -> str:
        """Return the text of the question; the general one if computing its own takes too long."""
        own = self.machine.backend.prompt(self.pending.ask)
        if own is not None:
            try:
                with self.machine.looking(self.state):
                    return self._said(own(self.state, self.state.stack[-1]), self.pending.seat)
            except RuleError:
                if self.state.fuel >= 0:
                    raise
        own_menus, interrupts = menus_of(self.info.form)
        for menu in (*own_menus, *interrupts):
            prompt = self.tables.menus[menu].prompt
            if prompt is not None:
                return self._said((prompt, ()))
        ordered, subject = asks_for_order(self.info.form), self.info.subject.replace("_", " ")
        number = next(
            (at for at, each in enumerate(self.tables.actions) if each.name == self.info.action), None
        )
        if number is None:
            return messages.WHICH_ORDER() if ordered else messages.WHICH(subject=subject.lower())
        action = self._action_option(number, self.pending.seat, None).label
        if ordered:
            return messages.WHICH_ORDER_FOR_ACTION(action=action)
        return messages.WHICH_FOR_ACTION(action=action, subject=subject)

    def open(self) -> Iterator[Option]:
        """Yield the options that may be chosen; equal pieces once."""
        for answer in self._once(self.pending.answers[:SHOWN]):
            yield self._element_option(answer, None) if not self.menus else self._menu_option(answer)

    def option(self, answer: Answer) -> Option:
        """Return an open answer as an option; several things that are chosen together as one."""
        if self.menus:
            return self._menu_option(answer)
        if not takes_several(self.info.form):
            return self._element_option(answer, None)
        parts = [self._element_option(each, None) for each in answer]
        label = ", ".join(part.label for part in parts) or "none"
        return Option(", ".join(part.key for part in parts) or "none", label, self.pending.seat, None, "")

    def closed(self, wanted: str | None = None) -> Iterator[Option]:
        """Yield the closed options that are shown, with the reasons; of actions only a wanted one."""
        state = self.state
        if not self.menus:
            closed = dict(self._closed_elements())
            for answer in self._once(list(closed)):
                reason = self._said(closed[answer], self.pending.seat)
                rules = self.tables.origins[closed[answer][0]]
                yield replace(self._element_option(answer, reason), rules=rules)
            return
        open_ones = {each for each in self.pending.answers if each is not None}
        own, interrupts = menus_of(self.info.form)
        offered: list[tuple[int, tuple[int, ...]]] = [(menu, (self.pending.seat,)) for menu in own]
        offered += [(menu, tuple(range(state.players))) for menu in interrupts]
        for menu, seats in offered:
            for seat in seats:
                for action in self.tables.menus[menu].actions:
                    if (seat, action) in open_ones or not (wanted is None or self._named_so(action, wanted)):
                        continue
                    why_not, rules = self._why(action, seat)
                    if why_not is not None:
                        yield replace(self._action_option(action, seat, why_not), rules=rules)

    def _once(self, answers: Sequence[Answer]) -> Sequence[Answer]:
        """Return the answers to list: one for all equal pieces, and those of one pile as it is shown."""
        tag, seat, form = self.info.tag, self.pending.seat, self.info.form
        if not isinstance(form, AskOne | AskSome) or tag[0] != "kind":
            return answers
        try:
            if isinstance(form, AskOne):
                with self.machine.looking(self.state):
                    answers = self.machine.likeness.one_of_each(self.state, tag[1], answers, seat)
        except RuleError:
            if self.state.fuel >= 0:
                raise
        return _top_first(self.machine, self.state, tag[1], seat, answers)

    def _closed_elements(self) -> Sequence[tuple[Answer, Said]]:
        """Return the closed candidates with their reasons; none if computing them takes too long."""
        closed = self.machine.backend.closed(self.pending.ask)
        if closed is None:
            return ()
        try:
            with self.machine.looking(self.state):
                return list(closed(self.state, self.state.stack[-1]))
        except RuleError:
            if self.state.fuel >= 0:
                raise
            return ()

    def _named_so(self, action: int, key: str) -> bool:
        return self.tables.actions[action].name.casefold() == key.casefold()

    def _why(self, action: int, seat: int) -> tuple[str | None, tuple[int, ...]]:
        """Return the shown reason why an action is closed, and its rules; the fault, if that fails."""
        self.state.fuel -= REASON
        try:
            with self.machine.looking(self.state):
                reason = self.machine.backend.reason(action)(self.state, seat)
        except RuleError as error:
            return messages.REASON_TOO_LONG() if self.state.fuel < 0 else error.text, ()
        if reason is None or reason == HIDDEN:
            return None, ()
        return self._said(reason, seat), self.tables.origins[reason[0]]

    def _said(self, text: Said, reader: int | None = None) -> str:
        """Return a text; one for a certain seat names pieces that it does not know by their positions."""
        hide = None if reader is None else partial(without_unseen, self.tables, self.state, reader)
        return text_rendering.said(self.tables, self.players, text, hide)

    def key_of(self, answer: Answer) -> str:
        """Return the key of one candidate, as the chooser may know it."""
        told = self.positions.hidden(answer)
        return str(_in_words(self.tables, self.players, self.info, told, text_rendering.key))

    def _element_option(self, answer: Answer, why_not: str | None) -> Option:
        tag = self.info.tag
        answer = self.positions.hidden(answer)
        shown = _in_words(self.tables, self.players, self.info, answer, text_rendering.label)
        if isinstance(answer, Unseen):
            return Option(str(shown), shown, self.pending.seat, why_not, "")
        say = ""
        if tag[0] == "kind" and answer is not None and self.tables.kinds[tag[1]].shape != "player":
            member = text_rendering.member(self.tables, tag, answer)
            say = member.documentation
            root = self.tables.kinds[tag[1]].root
            shown = computed_label(self.machine, self.state, self.players, root, answer) or shown
            face = text_rendering.shown_face(
                self.machine, self.state, self.players, root, answer, self.pending.seat
            )
            shown = shown if face is None else f"{shown}: {face}"
        of = text_rendering.refs(self.tables, self.players, tag, answer)
        return Option(
            self.key_of(answer), shown, self.pending.seat, why_not, say, of[0] if len(of) == 1 else None
        )

    def _menu_option(self, answer: Answer) -> Option:
        if answer is None:
            return Option(GO_ON, messages.GO_ON(), self.pending.seat, None, "")
        return self._action_option(answer[1], answer[0], None)

    def _action_option(self, action: int, seat: int, why_not: str | None) -> Option:
        info = self.tables.actions[action]
        shown = text_rendering.action_label(self.tables, self.players, info)
        of = (
            info.member
            and text_rendering.refs(self.tables, self.players, ("kind", info.member[0]), info.member[1])[0]
        )
        return Option(info.name, shown, seat, why_not, self._help(info), of)

    def _help(self, action: ActionInfo) -> str:
        """Return what an action does: its own documentation, or that of the thing that it belongs to."""
        if action.documentation or action.member is None:
            return action.documentation
        kind, id = action.member
        return self.tables.kinds[self.tables.kinds[kind].root].members[id].documentation

    # --- out of words --------------------------------------------------------------------------

    def find(self, key: str, seat: int | None, by_name: bool = False) -> Answer:
        """Return the answer that a key stands for.

        With `by_name`, pieces that the player does not know may be named: for records and tests only.

        Raises:
            ChoiceError: it is not open; the message is the reason.
        """
        if len(key) > LONGEST:
            raise ChoiceError(messages.CHOICE_TOO_LONG())
        if self.tables.former:
            key = _present_key(self.tables, self.info, key)
        others = seat is not None and seat != self.pending.seat
        if self.menus and not (others and self._secret()):
            return self._find_action(key, seat)
        if others:  # what is asked may be a secret, and whether it is a further step
            raise ChoiceError(messages.OTHER_IS_ASKED(player=self.players[self.pending.seat]))
        if takes_several(self.info.form):
            return self._find_some(key, by_name)
        found = _named_answer(self, key, by_name)
        if not found:
            raise self._refusal(key)
        return found[0]

    def _secret(self) -> bool:
        """Whether nobody else may know what is offered."""
        offered = [answer for answer in self.pending.answers if answer is not None]
        return bool(offered) and all(each[1] in self.machine.secret for each in offered)

    def _refusal(self, key: str, seat: int | None = None) -> ChoiceError:
        for option in self.closed(key):
            if option.key.casefold() == key.casefold() and seat in (None, option.seat):
                return ChoiceError(option.why_not or messages.NOT_OPEN())
        return ChoiceError(messages.NOT_OFFERED(key=key))

    def _find_action(self, key: str, seat: int | None) -> Answer:
        pending = self.pending
        if None in pending.answers and key.casefold() == GO_ON and seat in (None, pending.seat):
            return None
        found = [
            answer for answer in pending.answers if answer is not None and self._named_so(answer[1], key)
        ]
        mine = [each for each in found if each[0] == (pending.seat if seat is None else seat)]
        if mine:
            return mine[0]
        if found and seat is None:
            return found[0]
        raise self._refusal(key, seat)

    def _find_some(self, key: str, by_name: bool) -> Answer:
        pending = self.pending
        plain = key.strip()
        parts = [each.strip() for each in plain.split(",")] if plain.casefold() not in ("", "none") else []
        chosen: list[Answer] = []
        for part in parts:
            found = _named_answer(self, part, by_name)
            if not found:
                raise self._refusal(part)
            if found[0] in chosen:
                raise ChoiceError(messages.NAMED_TWICE(key=part))
            chosen.append(found[0])
        if not pending.least <= len(chosen) <= pending.most:
            if pending.least == pending.most:
                raise ChoiceError(messages.CHOOSE_EXACTLY(least=pending.least, found=len(chosen)))
            raise ChoiceError(
                messages.CHOOSE_BETWEEN(least=pending.least, most=pending.most, found=len(chosen))
            )
        answer = tuple(chosen)
        reason = self.machine.judged(self.state, pending.ask, answer)
        if reason is not None:
            raise ChoiceError(self._said(reason))
        return answer


def forced_names(
    machine: Machine,
    players: Sequence[str],
    state: State,
    earlier: State | None,
    by_name: bool = False,
    only_steps: bool = False,
) -> list[tuple[str, ...]]:
    """Return the names of each forced answer since the last choice: the key first, then labels and old names.

    A label that follows the state is taken from `earlier`, the state before the choice, and from the present
    state. With `by_name`, pieces that the player does not know have their names, too. With `only_steps`, the
    answers end where no step of an action is asked any more.
    """
    states = (state,) if earlier is None else (earlier, state)
    found: list[tuple[str, ...]] = []
    for ask, told, *unseen in state.forced:
        if only_steps and not machine.asks[ask].step:
            break
        names: list[str] = []
        for answer in (told, *unseen) if by_name else (told,):
            names.append(answer_key(machine, players, ask, answer))
            names.extend(_other_names(machine, players, states, ask, answer))
        found.append(tuple(dict.fromkeys(names)))
    return found


def _other_names(
    machine: Machine, players: Sequence[str], states: Sequence[State], ask: int, answer: Any
) -> list[str]:
    """Return the labels of one member, those that follow the state first, and its other names."""
    info, kinds = machine.asks[ask], machine.tables.kinds
    if machine.menu_asks[ask] or takes_several(info.form) or info.tag[0] != "kind":
        return []
    kind = kinds[info.tag[1]]
    if answer is None or isinstance(answer, Unseen) or kind.shape == "player":
        return []
    computed = (computed_label(machine, state, players, kind.root, answer) for state in states)
    label = text_rendering.label(machine.tables, players, info.tag, answer)
    member = text_rendering.member(machine.tables, info.tag, answer)
    olds = machine.tables.former.olds(kind.root, member.name)
    return [*(each for each in computed if each), label, member.ident, *olds]


def names_answer(step: str, names: Sequence[str]) -> bool:
    """Whether a step of a path is one of the names of an answer, as people or as rules write it."""
    known = {name.casefold() for name in names}
    return step.casefold() in known or identifier(step).casefold() in known
