"""The words of the app: one module for each area, every sentence and label a message with named gaps.

`translated_message` has their type; its `use` puts another language in force.

- Everywhere: `common`, `base_app_and_widgets`, `rebinding`.
- Before a game: `launcher`, `statistics`, `hall`, `hall_lines`. After it: `after_game`, `reading`, `replay`.
- At a table: `table`, `advice`, `odds`, `outlook`, `travel`, `guide`. In lines: `line_mode`, `parse_answer`.
- Commands: `command_line`, `commands`, `export`, `simulation`, `training`.
"""
