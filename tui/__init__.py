"""The user interface: the command line, the full-screen app and the line mode.

It sees a game only through the views that the host provides.
"""
