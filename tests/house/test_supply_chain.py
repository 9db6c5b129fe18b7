"""What is installed is pinned: every dependency has one version, and every version has hashes."""

import re
import tomllib
from pathlib import Path

from tests.house.python_trees import PACKAGES
from tests.house.test_imports import MAY_IMPORT

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"([A-Za-z0-9._-]+)==([^\s;\\]+)")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(file: str) -> dict[str, str]:
    text = (ROOT / file).read_text(encoding="utf-8")
    return {normal(name): version for name, version in PIN.findall(re.sub(r"(?m)^#.*$", "", text))}


def declared() -> set[str]:
    """The packages that we say we need, in all extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    listed = [*project["dependencies"], *(each for extra in extras for each in extra)]
    return {normal(re.split(r"[<>=!~ ;\[]", each)[0]) for each in listed} - {project["name"]}


def test_every_package_that_we_import_is_declared() -> None:
    imported = set().union(*MAY_IMPORT.values()) - MAY_IMPORT.keys() - {"lazaretto"}
    assert "rich" in imported
    assert {normal(each) for each in imported} <= declared()


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert declared() <= pins("constraints.txt").keys()
    built = {normal(re.split(r"[<>=!~ ;\[]", each)[0]) for each in project["build-system"]["requires"]}
    assert built <= pins("hashes.txt").keys()


def test_hashes_are_those_of_the_pinned_versions() -> None:
    hashed = pins("hashes.txt")
    assert pins("constraints.txt").items() <= hashed.items()
    entries = re.split(r"(?m)^(?=\S)", (ROOT / "hashes.txt").read_text(encoding="utf-8"))
    for entry in entries:
        if entry and not entry.startswith("#"):
            assert re.fullmatch(
                r'\S+==\S+( ; sys_platform == "win32")?( \\\n    --hash=sha256:[0-9a-f]{64})+\n', entry
            ), entry


def test_no_list_has_an_address() -> None:
    for name in ("constraints.txt", "hashes.txt", "Makefile"):
        assert "://" not in (ROOT / name).read_text(encoding="utf-8"), name
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    del project["project"]["urls"]
    assert "://" not in repr(project)


def test_the_addresses_of_the_project_are_below_one_that_no_other_file_names() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    home = urls["Homepage"]
    assert {*urls} == {"Homepage", "Source", "Issues", "Changelog", "Documentation"}
    assert all(url == home or url.startswith(f"{home}/") for url in urls.values())
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob(".github/**/*.*")]
    code = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    owner = home.removeprefix("https://").partition("/")[2].partition("/")[0]
    assert [path for path in (*pages, *code) if owner in path.read_text(encoding="utf-8")] == []
