"""What the engine and the host say is in catalogues: keys are unique, gaps are filled, nothing is inline."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import MethodType, ModuleType

from lazaretto.grammar.message import Message, messages_of
from lazaretto.rules.all_messages import MODULES, all_messages
from tests.house.host_catalogues import HOST_CATALOGUES
from tests.house.python_trees import module_of, nodes_of
from tests.house.sql_texts import is_sql

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("grammar", "rules", "lab", "host")
CATALOGUES = {*MODULES, "lazaretto.lab.messages", *HOST_CATALOGUES}
CODE = re.compile(r"[A-Z]\d{3}(?=\.|$)")

FILLS = {"diagnose": 2, "complain": 2, "_tell": 2, "_say": 1}
"""Functions that take a message and its values, and the position of the help that replaces its own."""

WORD = re.compile(r"[`'(]?[A-Za-z][a-z']+[`'),.:;?!]*")


NOT_SAID = {
    "grammar/error_examples.py": None,
    "grammar/lines_and_blocks.py": {"kind extend replace"},
    "grammar/node_dataclass.py": None,
    "host/settings/user_settings.py": {"# How Lazaretto looks and sounds."},
    "lab/training/feature_recipe.py": {
        "{}{} way to {} {}",
        "{} left below {}",
        "{} left at least",
        "{} with {} {} in per cent",
    },
    "rules/tools/blame_mods.py": {"kind ... links {}"},
    "rules/check/rules.py": {"(owner, line", "{} as written"},
    "rules/check/test_blocks.py": {"test line {}"},
    "rules/check/weave_hooks.py": {"{} as written"},
    "rules/link/declaration_keys.py": {"row at line {}"},
    "rules/link/manifest.py": {
        'description = "What it is about"',
        "default = true",
        "newcomers = true",
        'levels = { easy = "Easy", hard = "Hard" }',
    },
    "rules/model/entities.py": {"pile of {}", "set of {}"},
    "rules/tools/upgrade_texts.py": {"then nothing asked"},
    "rules/run/records/record_file.py": {"# A game of Lazaretto."},
    "rules/backends/native/print_c.py": None,
    "rules/backends/native/subset/expressions.py": None,
    "rules/backends/native/subset/statements.py": None,
    "rules/backends/native/subset/modules.py": None,
    "rules/lower/printer.py": None,
    "rules/lower/verify.py": None,
}
"""Literals that look like sentences but are not messages: texts in the language, lines of files, names, the
notation of the lowered form, C, and internal errors of the lowering and of native back ends.
"""


def is_sentence(text: str) -> bool:
    """Whether a text has three parts, placeholders included, and two are plain words; `A | None` is a
    type."""
    parts = text.split()
    return len(parts) > 2 and "|" not in parts and sum(bool(WORD.fullmatch(part)) for part in parts) > 1


def sources() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def gaps_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def said_gaps(message: Message) -> set[str]:
    return gaps_of(message.sentence).union(*map(gaps_of, (message.forms or {}).values()))


@cache
def everything() -> dict[str, Message]:
    return messages_of(map(import_module, sorted(CATALOGUES)))


# --- keys and codes ----------------------------------------------------------------------------


def test_every_catalogue_is_listed() -> None:
    holding = {
        module_of(path)
        for path in sources()
        if any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"Message", "variants"}
            for node in nodes_of(path)
        )
    }
    assert holding == CATALOGUES


def test_no_two_messages_share_a_key() -> None:
    """`messages_of` fails if two do; this also searches for a key in the texts of the catalogues."""
    assert set(all_messages()) <= set(everything())
    written = [
        node.args[0].value
        for name in CATALOGUES
        for node in nodes_of(ROOT / f"{name.replace('.', '/')}.py")
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Message"
        and isinstance(node.args[0], ast.Constant)
    ]
    assert len(written) == len(set(written))


def test_every_code_is_explained_once_and_used() -> None:
    explained = [code for name in sorted(CATALOGUES) for code in getattr(import_module(name), "CODES", {})]
    used = {message.code for key, message in everything().items() if CODE.match(key)}
    assert len(explained) == len(set(explained))
    assert set(explained) == used


# --- placeholders ------------------------------------------------------------------------------


def test_gaps_have_names_and_forms_fill_the_same() -> None:
    for key, message in everything().items():
        names = said_gaps(message) | gaps_of(message.help)
        assert all(name.isidentifier() for name in names), key
        assert bool(message.count) == bool(message.forms), key
        if message.forms:
            assert message.count in gaps_of(message.sentence), key
            assert all(gaps_of(form) <= gaps_of(message.sentence) for form in message.forms.values()), key


def found_at(node: ast.expr, module: ModuleType) -> object:
    """Return what a dotted name stands for in a module."""
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    return getattr(found_at(node.value, module), node.attr, None) if isinstance(node, ast.Attribute) else None


def filled(path: Path) -> Iterator[tuple[int, Message, set[str], set[str]]]:
    """Yield where a module fills a message: the line, the message, its placeholders, the given ones."""
    module = import_module(module_of(path))
    for node in nodes_of(path):
        if not isinstance(node, ast.Call) or any(keyword.arg is None for keyword in node.keywords):
            continue
        given = {keyword.arg or "" for keyword in node.keywords}
        called = found_at(node.func, module)
        first = found_at(node.args[0], module) if node.args else None
        if isinstance(called, Message):
            yield node.lineno, called, said_gaps(called), given
        elif isinstance(called, MethodType) and isinstance(called.__self__, Message):
            yield node.lineno, called.__self__, gaps_of(called.__self__.help), given
        elif isinstance(first, Message):
            at = FILLS.get(getattr(node.func, "attr", getattr(node.func, "id", "")))
            if at is None:
                continue
            replaced = len(node.args) > at and getattr(node.args[at], "value", "") is not None
            yield node.lineno, first, said_gaps(first) | (set() if replaced else gaps_of(first.help)), given


def test_every_gap_is_filled_and_no_other() -> None:
    calls = [(path, *each) for path in sources() for each in filled(path)]
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {message.key} has {sorted(wanted)}, given {sorted(given)}"
        for path, line, message, wanted, given in calls
        if wanted != given
    ]
    assert len(calls) > 300
    assert wrong == []


# --- nothing inline ----------------------------------------------------------------------------


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in a module, without docstrings and assertion messages."""
    skipped: set[ast.AST] = set()
    for node in nodes_of(path):
        documents = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        asserts = isinstance(node, ast.Assert) or (
            isinstance(node, ast.Call) and getattr(node.func, "id", "") == "AssertionError"
        )
        if documents or asserts:
            skipped |= set(ast.walk(node))
    for node in nodes_of(path):
        if node in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped |= set(ast.walk(node)) - {node}
            yield (
                node.lineno,
                "".join(
                    value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else "{}"
                    for value in node.values
                ),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def inline(path: Path) -> list[str]:
    shown = path.relative_to(ROOT).as_posix()
    allowed = NOT_SAID.get(shown, set())
    return [
        f"{shown}:{line}: {text}"
        for line, text in literals(path)
        if is_sentence(text)
        and not is_sql(shown, text)
        and allowed is not None
        and not any(each in " ".join(text.split()) for each in allowed)
    ]


def test_no_sentence_stands_outside_of_the_catalogues() -> None:
    assert [each for path in sources() if module_of(path) not in CATALOGUES for each in inline(path)] == []


RAISED = {
    *("FaultError", "RuleError", "StartError", "ChoiceError", "RecordError", "_FailedError", "Diagnostic"),
    *("LobbyError", "MissingError", "SettingsError", "StoreError"),
    *("ServerStoreError", "MissingRowError", "TakenError", "InvalidError", "KeyCodeError", "LastKeyError"),
    *("ClosedTableError", "StaleError"),
}


def used_messages(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the catalogues and names of the constants that a module takes from catalogues of the host."""
    named = {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    for node in nodes_of(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield named.get(node.value.id, ""), node.attr


def test_every_message_of_the_host_is_used() -> None:
    used = {message for path in (ROOT / "host").rglob("*.py") for message in used_messages(path)}
    constants = {
        (module, name)
        for module in HOST_CATALOGUES
        for name, var in vars(import_module(module)).items()
        if isinstance(var, Message)
    }
    assert len(constants) > 80
    assert constants - used == set()


def test_errors_and_diagnostics_are_made_of_messages() -> None:
    """Whatever its length: they get no literal text, only what a message or a game says."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in sources()
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISED
        for argument in node.args
        if isinstance(argument, ast.JoinedStr)
        or (isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value)
    ]
    assert wrong == []


def test_a_sentence_is_found_where_it_is() -> None:
    for text in (
        "this list becomes too long",
        "{} is not in the range {}..{}",
        "`{}` is not offered",
        "Which {} now?",
    ):
        assert is_sentence(text)
    for text in ("or stop", "KIND NAME LPAR", "do_{}", "says", "{}: {}", "{} of {}", "Kind | None"):
        assert not is_sentence(text)
