"""Every mistake that can be made with the files of a scenario: one function each, one code each.

Codes are stable; `CODES` says in a sentence what each is about.
"""

from collections.abc import Iterable

from grammar.diagnostics import Diagnostic
from grammar.source import Span
from rules.errors.did_you_mean import did_you_mean, listed

CODES = {
    "P001": "the folder of a scenario is not there",
    "P002": "a folder has no scenario.toml",
    "P003": "a module or table is named that has no file",
    "P004": "a name is not a plain name",
    "P005": "a file lies outside the folder of its scenario",
    "P006": "a file is too large",
    "P007": "a file is not UTF-8 text",
    "P008": "a file cannot be read",
    "P009": "a file is not TOML",
    "P010": "a key is unknown",
    "P011": "a key is missing",
    "P012": "a value is of the wrong kind",
    "P013": "the numbers of players make no sense",
    "P014": "a used scenario is not found",
    "P015": "scenarios use each other in a circle",
    "P016": "something is listed twice",
    "P017": "there are too many files, modules or scenarios",
    "P018": "an optional part is unknown",
    "P019": "two optional parts exclude each other",
    "P020": "a table holds something else than entries",
    "P021": "a line is too long",
    "P022": "lists and tables stand in each other too deeply",
    "P023": "what is to be left out is not there",
    "P024": "a point of a coast is not two numbers",
    "P025": "an outline of a coast has only one point",
    "P026": "a coast has too many points",
    "P027": "a module that is to take its place elsewhere is not there",
}


def no_folder(span: Span, folder: str) -> Diagnostic:
    """A scenario was asked for where no folder is."""
    return Diagnostic("P001", f"there is no folder `{folder}`", span)


def no_manifest(span: Span, folder: str) -> Diagnostic:
    """The folder lacks the file that makes it a scenario."""
    words = f"`{folder}` is not a scenario: it has no `scenario.toml`"
    return Diagnostic("P002", words, span, "`lazaretto new DIR --from GAME` makes a folder to start from")


def no_file(span: Span, file: str, present: Iterable[str]) -> Diagnostic:
    """A listed module or table has no file."""
    stems = [each.rpartition(".")[0] for each in present]
    stem = file.rpartition(".")[0]
    help = did_you_mean(stem, stems, f"make the file, or take `{stem}` out of the list")
    return Diagnostic("P003", f"the scenario has no file `{file}`", span, help)


def no_coast(span: Span, file: str, present: Iterable[str]) -> Diagnostic:
    """The file of a coast is not there."""
    help = did_you_mean(file, present, "make the file, or take the line `coast` out")
    return Diagnostic("P003", f"the scenario has no file `{file}`", span, help)


def not_a_coast(span: Span, name: str) -> Diagnostic:
    """A coast is named by something that is not the plain name of a text file."""
    help = 'write it like `coast = "coast.txt"`; the file lies directly in the folder of the scenario'
    return Diagnostic("P004", f"`{_short(name)}` is not the plain name of a `.txt` file", span, help)


def not_a_name(span: Span, name: str, ending: str = "") -> Diagnostic:
    """A module, table or scenario is named by something that is not a plain name."""
    stem = name.removesuffix(ending) if ending else name
    if ending and stem != name and stem:
        return Diagnostic("P004", f"`{name}` is listed with its ending", span, f"write `{stem}`")
    help = "a name is letters, digits, `_` and `-`; every file lies directly in the folder of the scenario"
    return Diagnostic("P004", f"`{_short(name)}` is not a plain name", span, help)


def outside(span: Span, file: str) -> Diagnostic:
    """A file is a link that leads out of the folder."""
    help = "a scenario reads nothing outside its folder; put a copy of the file there"
    return Diagnostic("P005", f"`{file}` leads out of the folder of the scenario", span, help)


def too_large(span: Span, file: str, most: int) -> Diagnostic:
    """A file has more bytes than are read."""
    help = "leave something out, or divide it into several files"
    return Diagnostic("P006", f"`{file}` is larger than {most:,} bytes", span, help)


def not_text(span: Span, file: str, line: int) -> Diagnostic:
    """A file's bytes are no UTF-8."""
    return Diagnostic("P007", f"line {line} of `{file}` is not UTF-8 text", span, "save the file as UTF-8")


def unreadable(span: Span, file: str, reason: str) -> Diagnostic:
    """The system does not give the file out."""
    return Diagnostic("P008", f"`{file}` cannot be read: {reason}", span)


def bad_toml(span: Span, words: str) -> Diagnostic:
    """The text is not TOML."""
    return Diagnostic("P009", f"this is not TOML: {words}", span)


def unknown_key(span: Span, key: str, known: Iterable[str]) -> Diagnostic:
    """A key that nobody reads."""
    names = tuple(known)
    help = did_you_mean(key, names, f"the keys here are {listed(names)}")
    return Diagnostic("P010", f"there is no key `{key}`", span, help)


def missing_key(span: Span, key: str, example: str) -> Diagnostic:
    """A key that must be there is not."""
    return Diagnostic("P011", f"the key `{key}` is missing", span, f"add a line like `{example}`")


def wrong_kind(span: Span, key: str, expected: str, example: str) -> Diagnostic:
    """A value of another kind than its key takes."""
    return Diagnostic("P012", f"`{key}` takes {expected}", span, f"write it like `{example}`")


def bad_players(span: Span, most: int) -> Diagnostic:
    """The least and the most number of players make no range."""
    words = f"`players` goes from the least number to the most, between 1 and {most}"
    return Diagnostic("P013", words, span, "write it like `players = [2, 4]`")


def no_players(span: Span, name: str) -> Diagnostic:
    """The parts that are switched on leave no number of players."""
    words = f"with the other parts that are on, no number of players is left for `{name}`"
    return Diagnostic("P013", words, span, "switch one of them off")


def no_scenario(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A used scenario is in none of the places."""
    names = sorted(known)
    otherwise = (
        f"found are {listed(names)}" if names else "no other scenario is found; `--path DIR` adds a place"
    )
    return Diagnostic("P014", f"there is no scenario `{name}`", span, did_you_mean(name, names, otherwise))


def circle(span: Span, names: Iterable[str]) -> Diagnostic:
    """Scenarios use each other."""
    way = " uses ".join(f"`{each}`" for each in names)
    return Diagnostic("P015", f"scenarios use each other in a circle: {way}", span, "take one of them out")


def twice(span: Span, name: str, first: Span) -> Diagnostic:
    """The same name stands two times in one list."""
    return Diagnostic("P016", f"`{name}` is listed twice", span, others=((first, "first listed here"),))


def too_many(span: Span, what: str, number: int, most: int) -> Diagnostic:
    """More of something than a scenario may have."""
    return Diagnostic("P017", f"{number:,} {what} are too many; at most {most:,} may be used", span)


def no_switch(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """An optional part is asked for that nobody offers."""
    names = sorted(known)
    otherwise = f"there are {listed(names)}" if names else "the scenario has no optional parts"
    return Diagnostic(
        "P018", f"there is no optional part `{name}`", span, did_you_mean(name, names, otherwise)
    )


def excluded(span: Span, one: str, other: str) -> Diagnostic:
    """Two optional parts are switched on that do not go together."""
    return Diagnostic(
        "P019", f"`{one}` cannot be played together with `{other}`", span, "switch one of them off"
    )


def nothing_left_out(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """What a scenario does without is not there."""
    words = f"there is no `{_short(name)}` to leave out"
    return Diagnostic(
        "P023", words, span, did_you_mean(name, known, "write `scenario/file`, without its ending")
    )


def nothing_placed(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A module that is to take its place here is not there."""
    words = f"no scenario that is used has a module `{_short(name)}`"
    return Diagnostic(
        "P027", words, span, did_you_mean(name, known, "write `scenario/module`, without its ending")
    )


def no_entry(span: Span, key: str) -> Diagnostic:
    """A table holds something that is no entry of a kind."""
    words = f"`{key}` is not a list of entries"
    return Diagnostic("P020", words, span, f"begin each entry with a line `[[{key}]]`")


def long_line(span: Span, length: int, most: int) -> Diagnostic:
    """A line of TOML is longer than is read."""
    words = f"this line has {length:,} characters; at most {most:,} are read"
    return Diagnostic("P021", words, span, "divide a long list into several lines")


def too_deep(span: Span, most: int) -> Diagnostic:
    """Lists and tables stand in each other too often."""
    return Diagnostic("P022", f"lists and tables stand in each other more than {most} deep", span)


def no_point(span: Span, word: str) -> Diagnostic:
    """Something else than a point stands in an outline."""
    help = "write each point like `-12.5,40` and a space before the next; a comment begins with `#`"
    return Diagnostic(
        "P024", f"`{_short(word)}` is not a point: two numbers with a comma between", span, help
    )


def lonely_point(span: Span) -> Diagnostic:
    """An outline that cannot be drawn."""
    help = "write all points of an outline on one line, like `0,0 10,0 10,5 0,0`"
    return Diagnostic("P025", "an outline needs two points at least", span, help)


def too_many_points(span: Span, most: int) -> Diagnostic:
    """More points than any screen shows."""
    help = "leave points out: a terminal shows no fine detail"
    return Diagnostic("P026", f"a coast has at most {most:,} points", span, help)


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:37] + "..."
