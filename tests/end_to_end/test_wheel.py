"""The wheel contains all that is needed to list, check and play the games away from the checkout."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.skipif(
    not find_spec("hatchling") or not find_spec("pip"), reason="needs hatchling, as in `make test-pythons`"
)

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


@pytest.fixture(scope="module", name="site")
def installed_wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the packages of the wheel, and no other."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ["--no-index", "--no-deps"]
    build = [*PIP, "wheel", *offline, "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(build, check=True)
    (wheel,) = folder.glob("lazaretto-*.whl")
    subprocess.run([*PIP, "install", *offline, "--target", str(folder / "site"), str(wheel)], check=True)
    yield folder / "site"


def run(site: Path, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Run Python away from the checkout, which the tests have installed, too."""
    return subprocess.run(
        [sys.executable, "-P", *words],
        cwd=site.parent,
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
    )


def test_it_contains_our_packages_and_nothing_else(site: Path) -> None:
    (wheel,) = site.parent.glob("lazaretto-*.whl")
    top = {each.partition("/")[0] for each in ZipFile(wheel).namelist()}
    ours = {"grammar", "rules", "lab", "host", "tui", "serve", "scenarios"}
    assert {each for each in top if not each.endswith((".dist-info", ".data"))} == ours


def test_it_installs_the_manual_page(site: Path) -> None:
    (wheel,) = site.parent.glob("lazaretto-*.whl")
    (page,) = [each for each in ZipFile(wheel).namelist() if each.endswith("/share/man/man1/lazaretto.1")]
    assert ZipFile(wheel).read(page) == (ROOT / "docs" / "lazaretto.1").read_bytes()


def test_its_command_lists_checks_and_plays(site: Path) -> None:
    where = run(site, "-c", "import serve.__main__ as it; print(it.__file__)")
    assert Path(where.stdout.strip()).is_relative_to(site)
    listed = run(site, "-m", "serve", "list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "pandemic" in listed.stdout
    checked = run(site, "-m", "serve", "check", "pandemic")
    assert checked.returncode == 0, checked
    played = run(site, "-m", "serve", "play", "pandemic", "--plain", "--players", "2", typed="why\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "what do you do?" in played.stdout
