"""Writes hashes.txt: for every pinned package the hashes of all its files, for every platform.

    python .ci/renew_hashes.py INDEX

INDEX is the address of a package index, as pip's option --index-url takes it. The list has no addresses: pip
gets the files from whichever index it is set up with, and refuses those that are not listed.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[1]
ALSO = (
    *("colorama==0.4.6", "editables==0.6", "hatchling==1.33.0", "tomlkit==0.15.2"),
    "trove-classifiers==2026.9.21.13",
)
"""What Windows and the build of our own package need besides."""


class Links(HTMLParser):
    """Collects the links of an index page: the name of each file and its hash."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link with a hash."""
        address, _, mark = (dict(attrs).get("href") or "").partition("#sha256=")
        if tag == "a" and mark:
            self.found.append((address.rpartition("/")[2], mark))


def hashes(index: str, name: str, version: str) -> list[str]:
    """The hashes of all files of one version of a package."""
    page = f"{index.rstrip('/')}/{re.sub(r'[-_.]+', '-', name).lower()}/"
    with urlopen(Request(page, headers={"Accept": "text/html"})) as answer:
        links = Links()
        links.feed(answer.read().decode())
    wanted = re.sub(r"[-_.]+", "_", name).lower()
    pattern = re.compile(rf"{wanted}-{re.escape(version)}(-.*\.whl|\.tar\.gz|\.zip)")
    return sorted({mark for file, mark in links.found if pattern.fullmatch(_normal(file, version))})


def _normal(file: str, version: str) -> str:
    """The name of a file with its package written in one way."""
    name, between, rest = file.partition(f"-{version}")
    return f"{re.sub(r'[-_.]+', '_', name).lower()}{between}{rest}"


def main(index: str) -> None:
    """Write the file."""
    pinned = [
        line.strip()
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    lines = ["# Hashes of everything that constraints.txt names. Renew: python .ci/renew_hashes.py INDEX"]
    for each in sorted([*pinned, *ALSO], key=str.lower):
        name, _, version = each.partition("==")
        found = hashes(index, name, version)
        if not found:
            sys.exit(f"no file of {each} is found")
        marker = ' ; sys_platform == "win32"' if name == "colorama" else ""
        lines += [f"{each}{marker} \\", *(f"    --hash=sha256:{mark} \\" for mark in found[:-1])]
        lines.append(f"    --hash=sha256:{found[-1]}")
    (ROOT / "hashes.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
