"""The files of campaigns: written, read, kept beside the saved games, and connected with open tables.

The file is readable TOML. Everything is checked when it is read: a file that is damaged, foreign or newer is
refused with the reason, and nothing is guessed.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import tomli_w

from lazaretto.grammar.foreign_toml import TomlError, parse_toml
from lazaretto.grammar.message import Message
from lazaretto.grammar.read_untrusted_files import NotRegularError, read_text
from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.host.campaigns import campaign_messages as say
from lazaretto.host.records.record_lock import folder_lock
from lazaretto.host.records.record_store import ENDING, NAME, StoreError, replace_file, unwritten
from lazaretto.host.settings.player_names import wrong_with
from lazaretto.rules import Game

FORMAT = 1
"""The file format; a reader refuses versions newer than its own."""

LARGEST = 500_000
"""The maximum length of a file in characters: a game takes about a thousand."""

MOST_GAMES = 1_000

UNCHECKED = "none"
"""Somebody who edits a campaign on purpose writes this in place of the checksum."""

RESULTS = ("won", "lost", "drawn")


Kind = TypeVar("Kind")


class CampaignError(Exception):
    """The file of a campaign cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class CampaignGame:
    """A game of a campaign; it has results once it is over."""

    record: str
    """The name of the saved game."""
    seed: int
    digest: str
    """The texts that it was played with."""
    outcome: str = ""
    results: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    """What it handed on."""
    last: bool = False
    """Whether the campaign was over with it."""

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return bool(self.results)


@dataclass(frozen=True, slots=True)
class Campaign:
    """A row of games with the same players, each of which begins with what the one before handed on."""

    scenario: str
    title: str
    players: tuple[str, ...]
    bots: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    games: tuple[CampaignGame, ...] = ()

    @property
    def values(self) -> Mapping[str, str]:
        """What the next game begins with."""
        return next((game.values for game in reversed(self.games) if game.over), {})

    @property
    def over(self) -> bool:
        """Whether no game follows any more, as the rules say."""
        return bool(self.games) and self.games[-1].last

    @property
    def current(self) -> CampaignGame | None:
        """The game that was begun and is not over; None if the next one can begin."""
        return self.games[-1] if self.games and not self.games[-1].over else None


def write(campaign: Campaign) -> str:
    """Format a campaign as TOML."""
    head = {"format": FORMAT, "scenario": campaign.scenario, "title": campaign.title}
    document = {
        **head,
        "players": list(campaign.players),
        **({"bots": list(campaign.bots)} if campaign.bots else {}),
        "switches": list(campaign.switches),
        "checksum": _checksum(campaign),
        "options": dict(campaign.options),
        "games": [_game(game) for game in campaign.games],
    }
    return f"{say.HEADER()}\n{tomli_w.dumps(document)}"


def _game(game: CampaignGame) -> dict[str, object]:
    written: dict[str, object] = {"record": game.record, "seed": game.seed, "digest": game.digest}
    if game.over:
        written |= {"outcome": game.outcome, "results": list(game.results)}
        written |= {"points": list(game.points)} if game.points else {}
        written |= {"ranks": list(game.ranks)} if game.ranks else {}
        written |= {"last": True} if game.last else {}
        written["values"] = dict(game.values)
    return written


def _checksum(campaign: Campaign) -> str:
    total = sha256()
    for part in _parts(campaign):
        data = part.encode("utf-8", "surrogatepass")
        total.update(len(data).to_bytes(8) + data)
    return total.hexdigest()[:16]


def _parts(campaign: Campaign) -> Iterator[str]:
    yield campaign.scenario
    for texts in (campaign.players, campaign.bots, campaign.switches):
        yield from (str(len(texts)), *texts)
    yield from _pairs(campaign.options)
    for game in campaign.games:
        yield from (game.record, str(game.seed), game.digest, game.outcome)
        for values in (game.results, game.points, game.ranks):
            yield from (str(len(values)), *map(str, values))
        yield from _pairs(game.values)
        yield from ("last",) if game.last else ()


def _pairs(values: Mapping[str, str]) -> Iterator[str]:
    yield str(len(values))
    for key in sorted(values):
        yield from (key, values[key])


def read(text: str, name: str) -> Campaign:
    """Parse the file of a campaign; messages start with `name`.

    Raises:
        CampaignError: the text is damaged, foreign, edited or newer.
    """
    if len(text) > LARGEST:
        raise CampaignError(say.IN_FILE(name=name, problem=say.TOO_LARGE()))
    try:
        values = parse_toml(text)
    except TomlError as error:
        raise CampaignError(say.IN_FILE(name=name, problem=say.NOT_TOML(reason=error))) from None
    return _Reader(name).campaign(values)


@dataclass(frozen=True, slots=True)
class _Reader:
    name: str

    def campaign(self, values: Mapping[str, object]) -> Campaign:
        if "format" not in values:
            raise self._error(say.NOT_A_CAMPAIGN())
        version = self._take(values, "format", int, say.MUST_BE_NUMBER)
        if version != FORMAT:  # said first, because the rest may have another form
            raise self._error(say.OTHER_FORMAT(found=version, known=FORMAT))
        if "scenario" not in values or "players" not in values:
            raise self._error(say.NOT_A_CAMPAIGN())
        self._known(values, _KEYS)
        games = self._take(values, "games", list, say.MUST_BE_GAMES) if "games" in values else []
        if len(games) > MOST_GAMES:
            raise self._error(say.TOO_MANY_GAMES(most=MOST_GAMES))
        players = self._texts(values, "players")
        wrong = wrong_with(players) if players else say.NO_PLAYERS()
        if wrong:
            raise self._error(say.WRONG_PLAYERS(wrong=wrong))
        campaign = Campaign(
            scenario=self._take(values, "scenario", str, say.MUST_BE_TEXT),
            title=self._take(values, "title", str, say.MUST_BE_TEXT),
            players=players,
            bots=self._texts(values, "bots", ()),
            switches=self._texts(values, "switches", ()),
            options=self._table(values, "options"),
            games=tuple(self._game(each, number, len(players)) for number, each in enumerate(games, 1)),
        )
        if campaign.bots and len(campaign.bots) != len(players):
            raise self._error(say.FOR_EACH_PLAYER(key="bots"))
        for number, game in enumerate(campaign.games[:-1], 1):
            if not game.over:
                raise self._error(say.UNFINISHED_GAME(number=number))
            if game.last:
                raise self._error(say.GAME_AFTER_LAST(number=number))
        if self._take(values, "checksum", str, say.MUST_BE_TEXT) not in (UNCHECKED, _checksum(campaign)):
            raise self._error(say.WRONG_CHECKSUM(unchecked=UNCHECKED))
        return campaign

    def _game(self, values: object, number: int, players: int) -> CampaignGame:
        if not isinstance(values, dict):
            raise self._error(say.MUST_BE_GAMES(key="games"))
        self._known(values, _GAME_KEYS)
        game = CampaignGame(
            record=self._take(values, "record", str, say.MUST_BE_TEXT),
            seed=self._take(values, "seed", int, say.MUST_BE_NUMBER),
            digest=self._take(values, "digest", str, say.MUST_BE_TEXT),
            outcome=self._take(values, "outcome", str, say.MUST_BE_TEXT) if "outcome" in values else "",
            results=self._texts(values, "results", ()),
            points=self._numbers(values, "points"),
            ranks=self._numbers(values, "ranks"),
            values=self._table(values, "values"),
            last=self._take(values, "last", bool, say.MUST_BE_FLAG) if "last" in values else False,
        )
        for key, found in (("results", game.results), ("points", game.points), ("ranks", game.ranks)):
            if found and len(found) != players:
                raise self._error(say.FOR_EACH_PLAYER(key=key))
        if any(result not in RESULTS for result in game.results):
            raise self._error(say.NO_RESULT(number=number))
        return game

    def _take(self, table: Mapping[str, object], key: str, kind: type[Kind], otherwise: Message) -> Kind:
        value = table.get(key)
        if type(value) is not kind:
            raise self._error(otherwise(key=key) if key in table else say.MISSING_KEY(key=key))
        return value

    def _texts(
        self, table: Mapping[str, object], key: str, default: tuple[str, ...] | None = None
    ) -> tuple[str, ...]:
        if key not in table and default is not None:
            return default
        values = self._take(table, key, list, say.MUST_BE_TEXTS)
        if not all(isinstance(value, str) for value in values):
            raise self._error(say.MUST_BE_TEXTS(key=key))
        return tuple(values)

    def _numbers(self, table: Mapping[str, object], key: str) -> tuple[int, ...]:
        values = self._take(table, key, list, say.MUST_BE_NUMBERS) if key in table else []
        if not all(type(value) is int for value in values):
            raise self._error(say.MUST_BE_NUMBERS(key=key))
        return tuple(values)

    def _table(self, table: Mapping[str, object], key: str) -> dict[str, str]:
        values = self._take(table, key, dict, say.MUST_BE_TABLE) if key in table else {}
        if not all(isinstance(value, str) for value in values.values()):
            raise self._error(say.MUST_BE_TABLE(key=key))
        return dict(values)

    def _known(self, table: Mapping[str, object], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                raise self._error(say.UNKNOWN_KEY(key=key[:60]))

    def _error(self, problem: str) -> CampaignError:
        return CampaignError(say.IN_FILE(name=self.name, problem=problem))


_KEYS = (*("format", "scenario", "title", "players", "bots", "switches", "checksum", "options", "games"),)
_GAME_KEYS = ("record", "seed", "digest", "outcome", "results", "points", "ranks", "last", "values")


@dataclass(frozen=True, slots=True)
class StoredCampaign:
    """A file of the store: its campaign, or the problem with it."""

    name: str
    path: Path
    campaign: Campaign | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CampaignStore:
    """A folder of campaigns, one file each."""

    folder: Path = field(default_factory=lambda: data_folder() / "campaigns")

    def path(self, name: str) -> Path:
        """The file of a campaign.

        Raises:
            CampaignError: the name is not one that a campaign can have.
        """
        if not NAME.fullmatch(name):
            raise CampaignError(say.NAME_WRONG())
        return self.folder / f"{name}{ENDING}"

    def find(self, name: str) -> Campaign | None:
        """The campaign of a name; None if there is none.

        Raises:
            CampaignError: the name is invalid, or the file cannot be used.
        """
        path = self.path(name)
        try:
            text = read_text(path, LARGEST, self.folder)
        except FileNotFoundError:
            return None
        except (UnicodeDecodeError, NotRegularError):
            raise CampaignError(say.IN_FILE(name=path, problem=say.NOT_A_CAMPAIGN())) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise CampaignError(say.CANNOT_BE_READ(path=path, reason=reason)) from None
        return read(text, str(path))

    def all(self) -> tuple[StoredCampaign, ...]:
        """Every campaign by its name; a file that cannot be used is listed with its problem."""
        try:
            paths = sorted(each for each in self.folder.iterdir() if each.suffix == ENDING and each.is_file())
        except OSError:
            return ()
        return tuple(self._stored(path) for path in paths if NAME.fullmatch(path.stem))

    def _stored(self, path: Path) -> StoredCampaign:
        try:
            return StoredCampaign(path.stem, path, self.find(path.stem))
        except CampaignError as error:
            return StoredCampaign(path.stem, path, None, str(error))

    def begin(self, name: str, head: Campaign, game: CampaignGame, lost: CampaignGame | None = None) -> bool:
        """Note that a game has begun, perhaps in the place of one whose record is lost.

        `head` is the campaign as it was read, with what was agreed on for this game. Returns False if another
        process has changed the campaign meanwhile.

        Raises:
            CampaignError: the file cannot be used.
            StoreError: it could not be written.
        """
        with self._locked(name):
            campaign = self.find(name)
            if (campaign.games if campaign is not None else ()) != head.games:
                return False
            games = head.games[:-1] if lost is not None else head.games
            self._write(name, replace(head, games=(*games, game)))
            return True

    def finish(self, name: str, number: int, head: Campaign, game: CampaignGame) -> bool:
        """Note that a game is over; return False if the campaign has another game of this number.

        Calling it again for the same game changes nothing.

        Raises:
            CampaignError: the file cannot be used.
            StoreError: it could not be written.
        """
        with self._locked(name):
            found = self.find(name)
            if found is None and number > 1:
                raise CampaignError(say.THERE_IS_NONE(name=name))
            campaign = found or replace(head, games=())
            before = campaign.games[: number - 1]
            if len(before) < number - 1 or any(not campaign_game.over for campaign_game in before):
                return False
            there = campaign.games[number - 1] if len(campaign.games) >= number else None
            if there is not None and there.over:
                return replace(there, record=game.record) == game
            if there is not None and there.seed != game.seed:
                return False
            self._write(name, replace(campaign, games=(*before, game)))
            return True

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        path = self.path(name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with folder_lock(self.folder):
                yield
        except OSError as error:
            raise StoreError(unwritten(path, error)) from None

    def _write(self, name: str, campaign: Campaign) -> None:
        text = write(campaign)
        if len(text) > LARGEST:
            raise StoreError(say.IN_FILE(name=self.path(name), problem=say.TOO_LARGE()))
        replace_file(self.path(name), text)


@dataclass(slots=True)
class CampaignLink:
    """The place of a game in its campaign."""

    name: str
    number: int
    head: Campaign
    """Who plays what, in case that the file of the campaign is lost."""
    keeper: CampaignStore | None
    """Where the campaign is kept; None if nothing is handed on from here."""
    handed_on: bool = False
    """Whether the game is over and the campaign has what it hands on."""

    def finish(self, record: str, game: Game) -> str:
        """Hand on what a finished game leaves, once; return what to tell the players."""
        outcome = game.outcome
        if outcome is None or self.handed_on or self.keeper is None:
            return ""
        played = game.record()
        ended = CampaignGame(
            record, played.seed, played.digest, outcome.reason, outcome.results,
            outcome.points, outcome.ranks, game.handed_on(), outcome.ends_campaign,
        )  # fmt: skip
        try:
            self.handed_on = self.keeper.finish(self.name, self.number, self.head, ended)
        except (CampaignError, StoreError) as error:
            return say.NOT_HANDED_ON(reason=error)
        message = say.LAST_ONE if outcome.ends_campaign else say.HANDED_ON
        message = message if self.handed_on else say.WENT_ON
        return message(name=self.name, number=self.number)
