"""Message catalogue for the files of a scenario, with a function that fills each message.

`CODES` explains each code in one sentence; the numbers are stable, the wording may change. The last functions
are about names in a manifest that clash with others or come from elsewhere.
"""

from collections.abc import Iterable, Sequence

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import Message, joined, variants
from lazaretto.grammar.source import Span
from lazaretto.rules.errors.did_you_mean import did_you_mean, listed

CODES = {
    "P001": "the folder of a scenario does not exist",
    "P002": "a folder has no scenario.toml",
    "P003": "a listed module or table has no file",
    "P004": "a name has characters that are not allowed",
    "P005": "a file is outside the folder of its scenario",
    "P006": "a file is too large",
    "P007": "a file is not UTF-8 text",
    "P008": "a file cannot be read",
    "P009": "a file is not TOML",
    "P010": "a key is unknown",
    "P011": "a key is missing",
    "P012": "a value has the wrong type",
    "P013": "the number of players is not a valid range",
    "P014": "a used scenario is not found",
    "P015": "scenarios use each other in a cycle",
    "P016": "something is listed twice",
    "P017": "there are too many files, modules or scenarios",
    "P018": "an optional part is unknown",
    "P019": "two optional parts cannot be combined",
    "P020": "a table contains something other than entries",
    "P021": "a line is too long",
    "P022": "lists and tables are nested too deeply",
    "P023": "a file that is left out does not exist",
    "P024": "a point of a coast is not two numbers",
    "P025": "an outline of a coast has only one point",
    "P026": "a coast has too many points",
    "P027": "a module of another scenario that is listed does not exist",
    "P028": "a text is too long",
    "P029": "a grid has an unknown shape",
    "P030": "the legend of a grid is wrong",
    "P031": "a grid has a character that its legend does not explain",
    "P032": "the names of a grid's places have no column or no row",
    "P033": "an optional part has the same name as an option",
    "P034": "an old name in scenario.toml is still in use, or is the name of nothing",
    "P035": "a file of tests belongs to no module",
    "P036": "a file of tests contains something other than tests",
}

NO_FOLDER = Message("P001", "there is no folder `{folder}`")
NO_MANIFEST = Message(
    "P002",
    "`{folder}` is not a scenario: it has no `scenario.toml`",
    "`lazaretto new DIR --from GAME` creates a scenario to start from",
)
NO_FILE = Message(
    "P003.file", "the scenario has no file `{file}`", "create the file, or remove `{stem}` from the list"
)
NO_COAST = Message(
    "P003.coast", "the scenario has no file `{file}`", "create the file, or remove the line `coast`"
)
NOT_A_COAST = Message(
    "P004.coast",
    "`{name}` is not the name of a `.txt` file",
    'write it like `coast = "coast.txt"`; the file must be directly in the folder of the scenario',
)
NAME_WITH_ENDING = Message("P004.ending", "`{name}` is listed with its file extension", "write `{stem}`")
NOT_A_NAME = Message(
    "P004.name",
    "`{name}` is not a valid name",
    "use letters, digits, `_` and `-`; every file must be directly in the folder of the scenario",
)
NOT_USED = Message(
    "P004.uses",
    "`{name}` is a module of `{scenario}`, which this scenario does not use",
    'add that scenario: `uses = ["{scenario}"]`; name a file of this scenario without a folder',
)
OUTSIDE = Message(
    "P005",
    "`{file}` is a link to a file outside the folder of the scenario",
    "a scenario can only read files in its own folder; copy the file there",
)
TOO_LARGE = Message(
    "P006",
    "`{file}` is larger than {most:,} bytes",
    "shorten it, or split it into several files",
)
NOT_TEXT = Message("P007", "line {line} of `{file}` is not UTF-8 text", "save the file as UTF-8")
UNREADABLE = Message("P008.reason", "`{file}` cannot be read: {reason}")
NO_REGULAR_FILE = Message("P008.kind", "`{file}` cannot be read: it is not a regular file")
BAD_TOML = Message(
    "P009.other",
    "this is not valid TOML: {words}",
    'write each key once, on its own line: `name = "a text"`, `name = 3` or `name = ["one", "two"]`',
)
BARE_TEXT = Message("P009.quotes", "a text must be in double quotes", 'write `"{text}"`')
BARE_FLAG = Message("P009.flag", "in a table, a flag is `true` or `false`", "write `{flag}`")
UNKNOWN_KEY = Message("P010", "there is no key `{key}`", "the keys here are {names}")
INSIDE_GRID = Message(
    "P010.inside",
    "`{key}` is inside `[grid.{kind}]`",
    "write it above `[grid.{kind}]`, or write each entry below its own `[[{key}]]`",
)
MISSING_KEY = Message("P011", "the key `{key}` is missing", "add a line like `{example}`")
TAKES_TEXT = Message("P012.text", "`{key}` must be a text", "write it like `{example}`")
TAKES_TEXTS = Message("P012.texts", "`{key}` must be a list of texts", "write it like `{example}`")
TAKES_NUMBERS = Message("P012.numbers", "`{key}` must be a list of two numbers", "write it like `{example}`")
TAKES_FLAG = Message("P012.flag", "`{key}` must be true or false", "write it like `{example}`")
TAKES_TABLE = Message("P012.table", "`{key}` must be a table", "write it like `{example}`")
BAD_PLAYERS = Message(
    "P013.range",
    "`players` must be the minimum and the maximum number of players, between 1 and {most}",
    "write it like `players = [2, 4]`",
)
NO_PLAYERS = Message(
    "P013.parts",
    "with the other parts that are on, no number of players fits `{name}`",
    "switch one of them off",
)
NO_SCENARIO = Message("P014.others", "there is no scenario `{name}`", "the scenarios are {names}")
NO_SCENARIO_AT_ALL = Message(
    "P014.none",
    "there is no scenario `{name}`",
    "no other scenario was found; add a folder to search with `--path DIR`",
)
CIRCLE = Message("P015", "scenarios use each other in a cycle: {way}", "remove one of these uses")
USES = Message("P015.uses", "{first} uses {next}")
TWICE = Message("P016", "`{name}` is listed twice")
FIRST_LISTED = Message("P016.first", "first listed here")
TOO_MANY = variants(
    "P017",
    {
        "scenarios": "too many scenarios: {number:,}; the most is {most:,}",
        "files": "too many files: {number:,}; the most is {most:,}",
        "modules": "too many modules: {number:,}; the most is {most:,}",
        "characters": "too many characters: {number:,}; the most is {most:,}",
        "cells": "too many places in the grids of a table: {number:,}; the most is {most:,}",
        "entries": "too many keys and names in a manifest: {number:,}; the most is {most:,}",
    },
)
NO_SWITCH = Message("P018.others", "there is no optional part `{name}`", "the optional parts are {names}")
NO_SWITCHES = Message("P018.none", "there is no optional part `{name}`", "the scenario has no optional parts")
OPTION_TOO = Message(
    "P033.part",
    "the optional part `{name}` has the same name as an option of the game",
    "choose another name: `--option {name}=...` can mean only one of them",
)
THE_OPTION = Message("P033.option", "the option is here")
EXCLUDED = Message("P019", "`{one}` and `{other}` cannot be played together", "switch one of them off")
PARTS_APART = Message(
    "P019.together",
    "the part `{name}` cannot be combined with {others}",
    'fix one of them, or exclude the combination: `excludes = ["{first}"]` in `[optional.{name}]`',
)
NO_ENTRY = Message("P020", "`{key}` is not a list of entries", "begin each entry with a line `[[{key}]]`")
LONG_LINE = Message(
    "P021",
    "this line has {length:,} characters; the most is {most:,}",
    "split a long list into several lines",
)
LONG_TEXT = Message(
    "P028",
    "this text has {length:,} characters; the most is {most:,}",
    "shorten it, or move the rest to a README.md",
)
TOO_DEEP = Message(
    "P022",
    "lists and tables are nested more than {most} levels deep",
    "write flat lists and tables, and split the rest into several entries",
)
NOTHING_LEFT_OUT = Message(
    "P023", "there is no `{name}` to leave out", "write `scenario/file`, without the file extension"
)
NO_POINT = Message(
    "P024",
    "`{word}` is not a point: a point is two numbers with a comma between them",
    "write each point like `-12.5,40`, with a space before the next one; a comment begins with `#`",
)
LONELY_POINT = Message(
    "P025",
    "an outline needs at least two points",
    "write all points of an outline on one line, like `0,0 10,0 10,5 0,0`",
)
TOO_MANY_POINTS = Message(
    "P026",
    "a coast has at most {most:,} points",
    "leave some points out; a terminal cannot show fine detail",
)
NOTHING_PLACED = Message(
    "P027",
    "none of the used scenarios has a module `{name}`",
    "write `scenario/module`, without the file extension",
)
NO_SHAPE = Message("P029", "`{example}` is not a shape of a grid", 'write `"square"` or `"hex"`')
NO_NAMES = Message(
    "P032",
    "`names` of a grid must contain `{{column}}` and `{{row}}`",
    'write it like `names = "field {{column}}{{row}}"`',
)
NO_SIGN = Message(
    "P030",
    "`{example}` is not a character with its meaning",
    'write a single character: `"#" = {{ wet = true }}`, or `"#" = false` for no place',
)
UNKNOWN_SIGN = Message(
    "P031",
    "the legend does not explain `{sign}`",
    'add it, like `legend = {{ "{sign}" = {{}} }}`; the legend has {names}',
)

NO_MODULE_TESTED = Message(
    "P035",
    "`{file}` belongs to no module: there is no `{module}`",
    "name the file after the module that it tests: `turns.tests` for `turns.rules`",
)
NOT_A_TEST = Message(
    "P036.rule", "a file of tests can contain only tests", "move this to a module, or make it part of a test"
)
DOCUMENTED_TESTS = Message(
    "P036.text",
    "the documentation of a module belongs in its `.rules` file",
    "move this there, or write a comment that begins with `#`",
)

GRID_EXAMPLES = {
    "rows": 'rows = ["...", ".#.", "..."]',
    "legend": 'legend = { "#" = { wet = true }, "x" = false }',
    "shape": 'shape = "hex"',
    "links": 'links = "Path"',
    "diagonal": "diagonal = true",
    "names": 'names = "field {column}{row}"',
}
"""An example of each key of a grid."""


def no_folder(span: Span, folder: str) -> Diagnostic:
    """The folder of the scenario does not exist."""
    return diagnose(NO_FOLDER, span, folder=folder)


def no_manifest(span: Span, folder: str) -> Diagnostic:
    """The folder lacks the file that makes it a scenario."""
    return diagnose(NO_MANIFEST, span, folder=folder)


def no_file(span: Span, file: str, present: Iterable[str]) -> Diagnostic:
    """A listed module or table has no file."""
    stems = [each.rpartition(".")[0] for each in present]
    stem = file.rpartition(".")[0]
    help = did_you_mean(stem, stems, NO_FILE.helped(stem=stem))
    return diagnose(NO_FILE, span, help, file=file)


def no_coast(span: Span, file: str, present: Iterable[str]) -> Diagnostic:
    """The file of a coast does not exist."""
    return diagnose(NO_COAST, span, did_you_mean(file, present, NO_COAST.helped()), file=file)


def not_a_coast(span: Span, name: str) -> Diagnostic:
    """The name of a coast file is not the plain name of a text file."""
    return diagnose(NOT_A_COAST, span, name=_short(name))


def not_a_name(span: Span, name: str, ending: str = "") -> Diagnostic:
    """The name of a module, table or scenario is not a plain name."""
    stem = name.removesuffix(ending) if ending else name
    if ending and stem != name and stem:
        return diagnose(NAME_WITH_ENDING, span, name=name, stem=stem)
    return diagnose(NOT_A_NAME, span, name=_short(name))


def outside(span: Span, file: str) -> Diagnostic:
    """A file is a symbolic link that leads out of the folder."""
    return diagnose(OUTSIDE, span, file=file)


def too_large(span: Span, file: str, most: int) -> Diagnostic:
    """A file exceeds the maximum size."""
    return diagnose(TOO_LARGE, span, file=file, most=most)


def not_text(span: Span, file: str, line: int) -> Diagnostic:
    """A file is not UTF-8 text."""
    return diagnose(NOT_TEXT, span, file=file, line=line)


def unreadable(span: Span, file: str, reason: str) -> Diagnostic:
    """The system cannot read the file."""
    return diagnose(UNREADABLE, span, file=file, reason=reason)


def no_regular_file(span: Span, file: str) -> Diagnostic:
    """The name belongs to a folder, a pipe or a device."""
    return diagnose(NO_REGULAR_FILE, span, file=file)


def unknown_key(span: Span, key: str, known: Iterable[str]) -> Diagnostic:
    """A key has no meaning."""
    names = tuple(known)
    help = did_you_mean(key, names, UNKNOWN_KEY.helped(names=listed(names)))
    return diagnose(UNKNOWN_KEY, span, help, key=key)


def missing_key(span: Span, key: str, example: str) -> Diagnostic:
    """A required key is missing."""
    return diagnose(MISSING_KEY, span, key=key, example=example)


def wrong_kind(span: Span, key: str, message: Message, example: str) -> Diagnostic:
    """A value has the wrong type for its key."""
    return diagnose(message, span, key=key, example=example)


def bad_players(span: Span, most: int) -> Diagnostic:
    """The minimum and maximum number of players are not a range."""
    return diagnose(BAD_PLAYERS, span, most=most)


def no_players(span: Span, name: str) -> Diagnostic:
    """The enabled parts leave no possible number of players."""
    return diagnose(NO_PLAYERS, span, name=name)


def no_scenario(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A used scenario is not found."""
    names = sorted(known)
    if not names:
        return diagnose(NO_SCENARIO_AT_ALL, span, name=name)
    help = did_you_mean(name, names, NO_SCENARIO.helped(names=listed(names)))
    return diagnose(NO_SCENARIO, span, help, name=name)


def circle(span: Span, names: Iterable[str]) -> Diagnostic:
    """Scenarios use each other in a cycle."""
    return diagnose(CIRCLE, span, way=joined(USES, [f"`{name}`" for name in names]))


def twice(span: Span, name: str, first: Span) -> Diagnostic:
    """A list contains the same name twice."""
    return diagnose(TWICE, span, None, ((first, FIRST_LISTED()),), name=name)


def too_many(span: Span, what: str, number: int, most: int) -> Diagnostic:
    """A scenario exceeds a limit; `TOO_MANY` lists the limits."""
    return diagnose(TOO_MANY[what], span, number=number, most=most)


def no_switch(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """An optional part does not exist."""
    names = sorted(known)
    if not names:
        return diagnose(NO_SWITCHES, span, name=name)
    help = did_you_mean(name, names, NO_SWITCH.helped(names=listed(names)))
    return diagnose(NO_SWITCH, span, help, name=name)


def nothing_left_out(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A file that the scenario leaves out does not exist."""
    help = did_you_mean(name, known, NOTHING_LEFT_OUT.helped())
    return diagnose(NOTHING_LEFT_OUT, span, help, name=_short(name))


def nothing_placed(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A module of another scenario that the list positions does not exist."""
    help = did_you_mean(name, known, NOTHING_PLACED.helped())
    return diagnose(NOTHING_PLACED, span, help, name=_short(name))


def unknown_sign(span: Span, sign: str, known: Iterable[str]) -> Diagnostic:
    """A row of a grid has a sign that the legend does not explain."""
    return diagnose(UNKNOWN_SIGN, span, sign=sign, names=listed(known))


def no_entry(span: Span, key: str) -> Diagnostic:
    """A table contains something that is not an entry of a kind."""
    return diagnose(NO_ENTRY, span, key=key)


def no_point(span: Span, word: str) -> Diagnostic:
    """A word in an outline is not a point."""
    return diagnose(NO_POINT, span, word=_short(word))


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:37] + "..."


def not_used(span: Span, name: str, scenario: str) -> Diagnostic:
    """A list places a module of a scenario that is not used."""
    return diagnose(NOT_USED, span, name=name, scenario=scenario)


def excluded(span: Span, one: str, other: str) -> Diagnostic:
    """Two enabled parts exclude each other."""
    return diagnose(EXCLUDED, span, one=one, other=other)


def option_too(span: Span, name: str, option: Span) -> Diagnostic:
    """An optional part has the name of an option."""
    return diagnose(OPTION_TOO, span, None, ((option, THE_OPTION()),), name=name)


def parts_apart(span: Span, names: Sequence[str], broken: Sequence[Diagnostic]) -> Diagnostic:
    """Optional parts make mistakes only if all of them are on."""
    *others, last = names
    diagnostic = diagnose(PARTS_APART, span, name=last, others=listed(others), first=others[0])
    return Diagnostic(diagnostic.code, diagnostic.message, span, diagnostic.help, breaks=tuple(broken))
