"""Turns every example of a document into a separate test."""

from pathlib import Path

import pytest

from tests.docs.pages import WORKED, blocks, examples, named, sections
from tests.soak import soak


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize the tests with the examples of a document."""
    if "example" in metafunc.fixturenames:
        files = examples()
        metafunc.parametrize("example", list(files.values()), ids=list(files))
    if "worked" in metafunc.fixturenames:
        steps = {name: each for document in WORKED for name, each in named(document).items()}
        first = {name.partition(":")[0]: name for name in reversed(steps)}
        tutorial = [name for name in steps if name.startswith("docs")]
        quick = {*tutorial[::3], *(first[game] for game in ("iberia", "the_cure"))}
        metafunc.parametrize(
            "worked",
            [
                # Every third one of the tutorial, which is about Pandemic, and the first of two games that do
                # not build on it; the others in `make soak`: each compiles its game several times.
                pytest.param(step, id=name, marks=() if name in quick else soak)
                for name, step in steps.items()
            ],
        )


@pytest.fixture(scope="session")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game that the examples of the reference build on."""
    place = tmp_path_factory.mktemp("scenarios")
    for name, text in sections("docs/language.md")["Lighthouse"]:
        file = place / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return place


@pytest.fixture(scope="session")
def texts() -> tuple[str, ...]:
    """All rules texts of the reference."""
    return tuple(text for _, info, text in blocks("docs/language.md") if info.partition(" ")[0] == "rules")
