"""Compares the names of the files in a package with patterns that say what belongs in it."""

import re
import tarfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from zipfile import ZipFile

LIST = Path(__file__).parent / "contents.toml"


def names_in_wheel(path: Path) -> list[str]:
    with ZipFile(path) as file:
        return [each for each in file.namelist() if not each.endswith("/")]


def names_in_sdist(path: Path) -> list[str]:
    with tarfile.open(path) as file:
        return [getmember.name for getmember in file.getmembers() if not getmember.isdir()]


def expected(kind: str, version: str) -> list[str]:
    """The patterns of a `wheel` or an `sdist`."""
    lists = tomllib.loads(LIST.read_text(encoding="utf-8"))
    top = f"lazaretto-{version}/" if kind == "sdist" else ""
    inside = [f"{top}lazaretto/{each}" for each in lists["package"]]
    return inside + [f"{top}{each}".replace("VERSION", version) for each in lists[kind]]


def differences(names: Iterable[str], patterns: Sequence[str]) -> list[str]:
    """What is there and should not be, and what should be there and is not; a sentence for each."""
    listed = list(names)
    forms = {pattern: _form(pattern) for pattern in patterns}
    strays = [each for each in listed if not any(form.fullmatch(each) for form in forms.values())]
    missing = [each for each, form in forms.items() if not any(map(form.fullmatch, listed))]
    return [
        *(f"{stray} is in the package, but no pattern of {LIST.name} allows it" for stray in strays),
        *(f"no file of the package fits the pattern {each}" for each in missing),
        *(f"{each} is in the package twice" for each in sorted({e for e in listed if listed.count(e) > 1})),
    ]


def page_in_wheel(path: Path) -> str:
    """The page that the index shows."""
    with ZipFile(path) as file:
        (name,) = (each for each in file.namelist() if each.endswith(".dist-info/METADATA"))
        return file.read(name).decode().partition("\n\n")[2]


def relative_links(page: str) -> list[str]:
    """The links and pictures of a page that lead nowhere outside the repository."""
    found = re.findall(r"\]\(([^)]*)\)|(?:src|href)=\"([^\"]*)\"", page)
    links = [first or second for first, second in found]
    return [link for link in links if not link.startswith(("https://", "mailto:", "#"))]


def _form(pattern: str) -> re.Pattern[str]:
    """A pattern as a regular expression."""
    parts = {"**/": r"(?:[^/]+/)*", "*": r"[^/]*"}
    return re.compile(
        "".join(parts.get(each) or re.escape(each) for each in re.split(r"(\*\*/|\*)", pattern))
    )
