"""Starts guided games: the guide says who plays, with which seed and options."""

from pathlib import Path

from lazaretto.host import messages as say
from lazaretto.host.autosaved_game import Table, open_table
from lazaretto.host.lobby_protocol import LobbyError
from lazaretto.host.program_loader import Programs
from lazaretto.host.record_store import Store
from lazaretto.rules import Program
from lazaretto.rules.errors.did_you_mean import did_you_mean, listed
from lazaretto.rules.guides.check_guides import wrong_parts
from lazaretto.rules.guides.guide import Guide
from lazaretto.rules.guides.guide_files import guide_names
from lazaretto.rules.guides.play_guide import play_guide
from lazaretto.rules.guides.read_guide import WrittenGuide, read_guide


def begin_guided(folder: Path, name: str, programs: Programs, store: Store) -> Table:
    """Start the game of a guide.

    Raises:
        LobbyError: there is no such guide, or it has mistakes.
        MissingError, RuleError, StartError, StoreError: the game cannot be started.
    """
    program = programs.playable(folder, frozenset())
    known = guide_names(folder)
    if name not in known:
        help = say.ITS_GUIDES(names=listed(known)) if known else say.HAS_NO_GUIDES()
        raise LobbyError(
            say.NO_GUIDE(scenario=program.title, guide=name, help=did_you_mean(name, known, help))
        )
    program, written = _read(folder, name, programs, program)
    found = play_guide(program, written)
    if not isinstance(found, Guide):
        raise LobbyError(_mistaken(folder, name, found[0].message))
    programs.note(program.name, folder)
    game = program.start(seed=written.seed, players=written.players, options=written.options)
    return open_table(program, game, store, guide=found)


def _read(folder: Path, name: str, programs: Programs, program: Program) -> tuple[Program, WrittenGuide]:
    """The guide as it is written, and the program with the parts that it wants."""
    read = read_guide(folder, program.name, name)
    if read.guide is None:
        raise LobbyError(_mistaken(folder, name, read.diagnostics[0].message))
    wrong = wrong_parts(program, read.guide)
    if wrong:
        raise LobbyError(_mistaken(folder, name, wrong[0].message))
    parts = frozenset(read.guide.parts)
    return programs.playable(folder, parts) if parts else program, read.guide


def _mistaken(folder: Path, name: str, mistake: str) -> str:
    return say.GUIDE_HAS_MISTAKES(guide=name, folder=folder, mistake=mistake)
