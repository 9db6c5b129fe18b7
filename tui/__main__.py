"""The command line without the server: `python -m lazaretto.tui`. `serve/__main__.py` adds its commands."""

import os
import sys
from collections.abc import Sequence

from lazaretto.tui.command_line.command_parser import CommandGroup, CommandLine, RefusalError
from lazaretto.tui.command_line.exit_status import DONE, INTERNAL_ERROR, INTERRUPTED, REFUSED
from lazaretto.tui.messages import command_line as about, commands as say
from lazaretto.tui.safe_output import discard_output, safe_streams, write_err, write_in_ascii

_COMMANDS = "lazaretto.tui.commands"


def _modules(*names: str) -> dict[str, str]:
    return {name: f"{_COMMANDS}.{name}" for name in names}


PLAY = CommandGroup(
    about.GROUP_PLAY,
    {
        **_modules("play", "learn", "join"),
        "list": f"{_COMMANDS}.list_scenarios",
        **_modules("rulebook", "replay", "export", "stats", "campaigns"),
    },
)
WRITE = CommandGroup(about.GROUP_WRITE, _modules("new", "check", "test", "explain", "fmt"))
MEASURE = CommandGroup(about.GROUP_MEASURE, _modules("simulate", "balance", "train"))
SET_UP = CommandGroup(about.GROUP_SET_UP, _modules("completion", "man", "names"))
GROUPS = (PLAY, WRITE, MEASURE, SET_UP)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    return run_command(argv, GROUPS)


def run_command(argv: Sequence[str] | None, groups: Sequence[CommandGroup]) -> int:
    """Run one of some commands; without arguments, play."""
    with safe_streams():
        write_in_ascii(_in_ascii())
        return _run(list(sys.argv[1:] if argv is None else argv), groups)


def _run(arguments: list[str], groups: Sequence[CommandGroup]) -> int:
    try:
        status = _command(arguments or ["play"], groups)
        sys.stdout.flush()
    except RefusalError as error:
        write_err(f"{error.program}: {error}")
        return error.status
    except KeyboardInterrupt:
        write_err(f"\nlazaretto: {say.INTERRUPTED()}")
        return INTERRUPTED
    except OSError as error:
        # Writing the output failed.
        discard_output()
        if isinstance(error, BrokenPipeError):
            return DONE
        write_err(f"lazaretto: {error.strerror or error}")
        return REFUSED
    except Exception as error:
        return _failed(error)
    return status


def _failed(error: Exception) -> int:
    """Report a mistake of the program itself in a sentence; a file has the details."""
    import traceback

    from lazaretto.host.crash_report import keep_crash

    path = keep_crash("".join(traceback.format_exception(error)))
    where = "" if path is None else f" {say.CRASH_FILE(path=path)}"
    write_err(f"lazaretto: {say.MISTAKE_OF_OURS(what=type(error).__name__)}{where}")
    return INTERNAL_ERROR


def _command(words: list[str], groups: Sequence[CommandGroup]) -> int:
    try:
        arguments = CommandLine(groups).read(words)
    except SystemExit:  # help was printed
        return DONE
    write_in_ascii(_in_ascii(getattr(arguments, "ascii", None)))
    status: int = arguments.run(arguments)
    return status


def _in_ascii(wanted: bool | None = None) -> bool:
    """Whether to write plain letters only: as the player says, otherwise as the locale says."""
    from lazaretto.tui.terminal.terminal_capabilities import plain_letters

    if wanted is None and "LAZARETTO_ASCII" in os.environ:
        from lazaretto.host.settings.user_settings import from_environment

        return bool(from_environment(os.environ).get("ascii", plain_letters(os.environ)))
    return plain_letters(os.environ) if wanted is None else wanted


if __name__ == "__main__":
    sys.exit(main())
