"""The layer between the app and a terminal: detects its capabilities and encodes frames in few bytes.

`terminal_app` is the base of every app; with `survive_handler_errors`, an error in a handler does not end it.
`local_driver` runs it on the terminal of this process, after `opening_screen`: `terminal_capabilities` says
what that can show, `frame_encoder` writes frames, `typed_input` reads keys.
"""
