"""The layer between the app and a terminal: detects its capabilities and encodes frames in few bytes."""
