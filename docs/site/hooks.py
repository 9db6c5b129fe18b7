"""What mkdocs does besides for our site (`mkdocs.yml`): pages stay where they are in the repository.

So each link leads to the same place as on GitHub, also to the pages outside of `docs`. The site has the pages
of its navigation and the pictures, and nothing else.
"""

from pathlib import Path

from github_markdown import python_markdown, slug
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.formatters import HtmlFormatter

ROOT = Path(__file__).resolve().parents[2]
STYLE = """
.wy-nav-content { max-width: 60em; }
p.file { margin: 0; font: 85% monospace; color: #666; }
p.file + .codehilite { margin-top: 0; }
.codehilite { background: #f8f8f8; border: 1px solid #e1e4e5; margin: 1px 0 24px; padding: 12px; }
.codehilite { overflow-x: auto; }
.codehilite pre { font-size: 12px; line-height: 1.4; }
.rst-content table.docutils td, .rst-content table td { white-space: normal; }
"""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let headings have the anchors that they have on GitHub."""
    config.mdx_configs["toc"]["slugify"] = slug
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Take the pages and pictures from the whole repository, each by its path there."""
    theirs = [each for each in files if each.src_dir != config.docs_dir]
    places = ("*.md", "docs/*.md", "docs/pictures/*.svg", "scenarios/*/README.md", "benchmarks/results/*.md")
    ours = [
        File.generated(config, file.relative_to(ROOT).as_posix(), abs_src_path=str(file))
        for place in places
        for file in sorted(ROOT.glob(place))
    ]
    style = HtmlFormatter(style="default").get_style_defs(".codehilite")
    css = File.generated(config, "docs/site/style.css", content=style + STYLE)
    return Files([*theirs, *ours, css])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let Python-Markdown read what GitHub reads."""
    return python_markdown(markdown)
