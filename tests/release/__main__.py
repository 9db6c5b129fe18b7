"""Builds the packages, checks what is in them, installs each somewhere else and tries it: `make release`.

Usage: python -m tests.release [--uncommitted]
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from lazaretto.rules.version_and_extras import version
from tests.docs.pages import ROOT
from tests.release import trials
from tests.release.clean_place import CleanPlace, TrialError, run
from tests.release.contents import (
    differences,
    expected,
    names_in_sdist,
    names_in_wheel,
    page_in_wheel,
    relative_links,
)

DIST = ROOT / "dist"
TRIED = (
    *("the version", "writing, checking and testing a game", "a whole game in lines", "the full screen"),
    *("serving", "joining"),
)
TOOLS = ROOT / ".venv" / "release" / "bin" / "python"


def build() -> tuple[Path, Path]:
    """Make the sdist, and the wheel from the sdist."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([TOOLS, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT], folder=ROOT)
    sdist, wheel = DIST / f"lazaretto-{version()}.tar.gz", DIST / f"lazaretto-{version()}-py3-none-any.whl"
    if {*DIST.iterdir()} != {sdist, wheel}:
        raise TrialError(f"these were built: {', '.join(sorted(path.name for path in DIST.iterdir()))}")
    return sdist, wheel


def check(sdist: Path, wheel: Path) -> None:
    """Check the metadata and the names of the files."""
    run([TOOLS, "-m", "twine", "check", "--strict", sdist, wheel], folder=ROOT)
    for kind, names in (("sdist", names_in_sdist(sdist)), ("wheel", names_in_wheel(wheel))):
        wrong = differences(names, expected(kind, version()))
        if wrong:
            raise TrialError("\n".join((f"the {kind} is not as tests/release/contents.toml says:", *wrong)))
    dead = relative_links(page_in_wheel(wheel))
    if dead:
        raise TrialError(f"the page of the package index has relative links: {', '.join(dead)}")


def try_out(package: Path) -> None:
    """Install a package in an empty environment and use it there."""
    with tempfile.TemporaryDirectory(prefix="lazaretto-release-") as folder:
        place = CleanPlace(Path(folder))
        tell(f"{package.name}: install it")
        place.install(str(package))
        steps: dict[str, Callable[[], None]] = {
            "the version": lambda: trials.try_version(place, version()),
            "write, check and test a game": lambda: trials.try_writing(place),
            "play it line by line": lambda: trials.try_lines(place),
            "the full screen": lambda: trials.try_full_screen(place),
            "serve without the extra": lambda: trials.try_serving_alone(place),
            "install the extra `serve`": lambda: place.install(f"{package}[serve]"),
            "serve and join": lambda: trials.try_serving(place, version()),
        }
        for name, step in steps.items():
            tell(f"{package.name}: {name}")
            try:
                step()
            except (AssertionError, OSError, ValueError) as error:
                raise TrialError(f"{type(error).__name__}: {error}") from error


def must_be_committed() -> None:
    """Check that what is built is a commit."""
    changes = run(["git", "status", "--porcelain"], folder=ROOT)
    if changes:
        raise TrialError(f"the checkout has changes that are not committed:\n{changes}")


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.release")
    parser.add_argument("--uncommitted", action="store_true", help="build although there are changes")
    arguments = parser.parse_args()
    try:
        if not arguments.uncommitted:
            must_be_committed()
        packages = build()
        check(*packages)
        for package in packages:
            try_out(package)
    except TrialError as error:
        tell(f"release: there is no release of {version()}, because something failed.\n{error}")
        return 1
    tell(
        f"release: {' and '.join(package.name for package in packages)} are in dist. "
        f"Each was installed and tried: {', '.join(TRIED)}."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
