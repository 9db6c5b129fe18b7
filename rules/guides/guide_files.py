"""Finds the files of guides in the folder of a scenario, without reading them."""

from pathlib import Path

ENDING = ".guide"
"""The ending of the file of a guide, which stands in the folder of its scenario."""


def guide_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the guides in the folder of a scenario, sorted."""
    try:
        found = [each.name for each in folder.iterdir() if each.suffix == ENDING]
    except OSError:
        return ()
    return tuple(sorted(each.removesuffix(ENDING) for each in found if not each.startswith(".")))
