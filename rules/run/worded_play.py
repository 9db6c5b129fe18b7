"""Puts a game in words: its log, its answers as options, and the terms of its score for hints."""

from lazaretto.rules.run.decision_wording import Asking, Option
from lazaretto.rules.run.fast_play import Play
from lazaretto.rules.run.legal_answers import Answer
from lazaretto.rules.run.log_rendering import log_of, rendered_log
from lazaretto.rules.run.score_terms import Share, Term, Terms
from lazaretto.rules.run.state import Log
from lazaretto.rules.run.text_rendering import Ref


class WordedPlay(Play):
    """A game in progress that can be told in words."""

    __slots__ = ()

    def _asking(self) -> Asking | None:
        if self._pending is None:
            return None
        return Asking(self._machine, self._state, self.players, self._pending)

    def _since(self, log: Log) -> tuple[str, ...]:
        found: list[str] = []
        link = self._state.log
        while link is not None and link is not log:
            link, readers, _, template, *gaps = link
            if readers is None:
                found.append(self._said((template, tuple(gaps))))
        return tuple(reversed(found))

    def log(self, seat: int | None) -> tuple[str, ...]:
        """Return the log as a seat may read it; None: as everybody may."""
        log = rendered_log(self._machine, self._state, self.players)
        return tuple(line.text for line in log_of(log, seat))

    def option(self, answer: Answer) -> Option:
        """Return an open answer to the current question in words."""
        asking = self._asking()
        assert asking is not None
        with self._spending(), self._machine.looking(self._state):
            return asking.option(answer)

    def terms(self, seat: int) -> dict[Term, Share]:
        """Return what each term adds to the score of a seat; empty if the game has no score.

        As with `score`, who must not know hidden state calls this on a determinised copy.
        """
        terms = self._terms()
        if terms is None:
            return {}
        with self._spending(), self._machine.looking(self._state):
            return terms.of(seat)

    def term_words(self, term: Term, share: Share) -> str:
        """Say in words what a term is about in this position."""
        terms = self._terms()
        assert terms is not None
        with self._spending(), self._machine.looking(self._state):
            return terms.words(term.number, share.arguments, self.players)

    def term_refs(self, term: Term, share: Share) -> tuple[Ref, ...]:
        """Return the things that a term is about."""
        terms = self._terms()
        return () if terms is None else terms.refs(term.number, share.arguments, self.players)

    def _terms(self) -> Terms | None:
        machine = self._machine
        tree = machine.tables.terms
        return None if tree is None else Terms(machine.tables, machine.backend, self._state, tree)

    @property
    def is_rated(self) -> bool:
        """Whether the game says how good a position is."""
        return self._machine.tables.score is not None

    @property
    def feared(self) -> dict[str, int]:
        """The position on each track on which a loss depends, by the track's label."""
        tables, state = self._machine.tables, self._state
        tracks = [tables.tracks[number] for number in tables.feared]
        return {each.looks.get("label") or each.name: state.v[each.offset] for each in tracks}
