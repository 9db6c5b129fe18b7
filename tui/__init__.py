"""The user interface: the command line, the full-screen app and the line mode.

It uses a game only through the game's public interface.
"""
