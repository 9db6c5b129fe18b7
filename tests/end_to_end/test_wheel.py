"""The wheel contains all that is needed to list, check and play the games away from the checkout."""

import os
import stat
import subprocess
import sys
import tarfile
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


def run(
    site: Path, *words: str, typed: str = "", first: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run Python away from the checkout, which the tests have installed, too."""
    return subprocess.run(
        [sys.executable, "-P", *words],
        cwd=site.parent,
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(path) for path in (first, site) if path)},
    )


PARTS = {"grammar", "rules", "lab", "host", "tui", "serve", "scenarios"}


def test_it_contains_one_package_of_files_and_no_links(site: Path) -> None:
    (wheel,) = site.parent.glob("lazaretto-*.whl")
    listed = ZipFile(wheel).infolist()
    top = {each.filename.partition("/")[0] for each in listed}
    assert {each for each in top if not each.endswith((".dist-info", ".data"))} == {"lazaretto"}
    inside = {each.filename.split("/")[1] for each in listed if each.filename.count("/") > 1}
    assert inside >= PARTS
    assert not [each.filename for each in listed if stat.S_ISLNK(each.external_attr >> 16)]


def test_a_wheel_from_the_source_archive_is_the_same(site: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path)]
    subprocess.run([*build, "--target", "sdist"], cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")
    (unpacked,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    subprocess.run([*build, "--target", "wheel"], cwd=unpacked, check=True, capture_output=True)
    (again,) = tmp_path.glob("*.whl")
    (wheel,) = site.parent.glob("lazaretto-*.whl")
    assert contents(again) == contents(wheel)


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as file:
        return {each: file.read(each) for each in file.namelist() if each.startswith("lazaretto/")}


@pytest.fixture(name="strangers")
def packages_named_as_our_parts(tmp_path: Path) -> Path:
    """Packages of others with the names of our parts, as there are in package indexes."""
    for name in PARTS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"print('{name} of a stranger')\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--help"],
        ["serve", "--help"],
        ["check", "{stones}"],
        ["test", "{stones}"],
        ["simulate", "{stones}", "--games", "2", "--jobs", "1"],
        ["fmt", "--check", "{stones}"],
    ],
    ids=lambda words: str(words[0]),
)
def test_packages_of_others_do_not_disturb_it(site: Path, strangers: Path, words: list[str]) -> None:
    """They come first in the search path, and stay importable."""
    command = [word.format(stones=ROOT / "tests" / "data" / "stones") for word in words]
    done = run(site, "-m", "lazaretto", *command, first=strangers)
    assert (done.returncode, done.stderr) == (0, "")
    assert "stranger" not in done.stdout


def test_packages_of_others_stay_importable(site: Path, strangers: Path) -> None:
    code = "import lazaretto.serve.__main__, rules; print(rules.__file__)"
    done = run(site, "-c", code, first=strangers)
    assert done.stdout.split("\n")[:2] == ["rules of a stranger", str(strangers / "rules" / "__init__.py")]


def test_it_installs_the_manual_page(site: Path) -> None:
    (wheel,) = site.parent.glob("lazaretto-*.whl")
    (page,) = [each for each in ZipFile(wheel).namelist() if each.endswith("/share/man/man1/lazaretto.1")]
    assert ZipFile(wheel).read(page) == (ROOT / "docs" / "lazaretto.1").read_bytes()


def test_its_command_lists_checks_and_plays(site: Path) -> None:
    where = run(site, "-c", "import lazaretto.serve.__main__ as it; print(it.__file__)")
    assert Path(where.stdout.strip()).is_relative_to(site)
    listed = run(site, "-m", "lazaretto", "list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "pandemic" in listed.stdout
    checked = run(site, "-m", "lazaretto", "check", "pandemic")
    assert checked.returncode == 0, checked
    played = run(
        site, "-m", "lazaretto", "play", "pandemic", "--plain", "--players", "2", typed="why\nquit\n"
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "what do you do?" in played.stdout
