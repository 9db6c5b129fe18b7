"""Message catalogue of how Lazaretto is installed."""

from lazaretto.grammar.message import Message

INSTALL_PACKAGE = Message("install.package", "pip install 'lazaretto[{part}]'")
INSTALL_IN_CHECKOUT = Message("install.checkout", ".venv/bin/pip install -e '.[{part}]'")
UNKNOWN_VERSION = Message("install.unknown_version", "of an unknown version")
