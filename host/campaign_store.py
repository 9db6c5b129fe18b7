"""Keeps the files of campaigns beside the saved games, written atomically and by one process at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from lazaretto.grammar.foreign_files import NotRegularError, read_text
from lazaretto.host import campaign_messages as say
from lazaretto.host.campaign_file import LARGEST, Campaign, CampaignError, CampaignGame, read, write
from lazaretto.host.file_locks import folder_lock
from lazaretto.host.record_store import ENDING, NAME, StoreError, replace_file, unwritten
from lazaretto.rules.find_scenarios import data_folder


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
        return tuple(self._stored(each) for each in paths if NAME.fullmatch(each.stem))

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
            found = self.find(name)
            if (found.games if found is not None else ()) != head.games:
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
            if len(before) < number - 1 or any(not each.over for each in before):
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
