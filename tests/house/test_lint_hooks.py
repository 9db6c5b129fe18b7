"""The hooks of pre-commit run what `make lint` runs."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def made(target: str) -> list[str]:
    """The commands of a target of the Makefile."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(rf"(?m)^{target}:.*\n((?:\t.+\n)+)", text)
    return [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()]


def test_the_hooks_run_the_same_commands_in_the_same_order() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"(?m)^ +entry: (.+)$", hooks)
    assert len(entries) == hooks.count("- id: ") == hooks.count("language: system") > 3
    assert entries == made("lint")


def test_the_hooks_take_no_names_of_files_instead_of_their_own() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert hooks.count("pass_filenames: false") == hooks.count("- id: ")
