"""The messages that promise something about games, seats or files, and the tests that prove it."""

from collections.abc import Mapping

CATALOGUES = (
    "lazaretto.host.messages",
    "lazaretto.host.server.hall_messages",
    "lazaretto.serve.messages",
    "lazaretto.tui.messages.base_app_and_widgets",
    "lazaretto.tui.messages.commands",
    "lazaretto.tui.messages.hall",
    "lazaretto.tui.messages.line_mode",
    "lazaretto.tui.messages.table",
)
"""Where the messages stand that people read when something goes wrong, and when it goes on."""

MESSAGES: Mapping[str, tuple[str, ...]] = {
    "host.somebody_was_faster": (
        "host/server/test_secret_choices.py::test_of_two_at_once_the_first_is_served_and_the_other_loses_nothing",
    ),
    "host.scenario_changed": (
        "host/test_autosaved_game.py::test_a_change_that_does_not_matter_is_told_and_no_more",
        "host/test_autosaved_game.py::test_changed_rules_are_followed_to_the_first_difference",
    ),
    "host.rules_do_not_follow": (
        "host/test_autosaved_game.py::test_changed_rules_are_followed_to_the_first_difference",
    ),
    "host.guide_gone": (
        "tui/guide/test_leaving_the_guide.py::test_a_guide_with_mistakes_does_not_break_its_game",
    ),
    "host.cannot_save": (
        "tui/test_play.py::test_a_folder_that_cannot_be_written_is_said_before_rules_are_compiled",
    ),
    "host.copied": ("tui/launcher/test_open_elsewhere.py::test_the_launcher_asks_how",),
    "host.goes_on_as": ("host/test_two_tables.py::test_without_locks_games_open_and_nothing_is_overwritten",),
    "host.plays_on": ("host/test_what_if.py::test_one_plays_on_from_any_point_and_the_saved_game_stays",),
    "host.plays_on_dealt": ("host/test_what_if.py::test_what_is_secret_or_to_come_stays_unknown",),
    "host.unexpected_in_file": (
        "host/test_hostile_records.py::test_what_nobody_expected_is_a_sentence_and_a_crash_file",
        "hostile/test_one_bad_table.py::test_a_mistake_of_ours_is_told_without_its_file_which_the_log_names",
    ),
    "host.bot_failed": ("host/test_seats.py::test_a_bot_that_fails_is_told_with_what_to_do",),
    "hall.set_up_again": (
        "host/server/test_lost_workers.py::test_a_choice_that_kills_is_not_tried_again_and_the_table_goes_on",
        "host/server/test_lost_workers.py::test_everybody_gets_everything_back",
    ),
    "hall.too_slow": (
        "host/server/test_slow_rules.py::test_what_cannot_be_stopped_is_ended_and_stays_alone",
    ),
    "serve.needs_key": (
        "serve/test_login.py::test_a_visitor_without_a_key_is_told_how_to_make_one",
        "serve/test_login.py::test_a_key_that_was_only_offered_is_nobody",
    ),
    "serve.comes_as_guest": (
        "serve/test_login.py::test_a_visitor_without_a_key_is_told_how_to_make_one",
        "serve/test_running.py::test_guests_leave_nothing",
    ),
    "serve.stops": (
        "serve/test_session.py::test_a_server_that_stops_ends_its_sessions",
        "host/server/test_hall.py::test_a_server_that_starts_again_goes_on_where_it_was",
    ),
    "serve.crashed": (
        "serve/test_session.py::test_a_crash_ends_one_session_with_a_sentence",
        "serve/test_session.py::test_a_guest_is_promised_nothing_when_a_session_ends",
        "host/server/test_kills.py::test_a_killed_process_loses_nothing_it_acknowledged",
    ),
    "terminal.recovered": (
        "tui/test_recovery.py::test_the_app_goes_on_whatever_is_raised",
        "host/test_autosaved_game.py::test_every_choice_is_on_disk_before_the_next_is_asked",
    ),
    "terminal.details_in": ("tui/test_recovery.py::test_the_app_goes_on_whatever_is_raised",),
    "play.kept_plain": ("tui/test_play.py::test_the_command_that_is_said_goes_on_with_the_same_game",),
    "play.kept": ("tui/test_play.py::test_the_command_that_is_said_goes_on_with_the_same_game",),
    "play.resumed": ("tui/test_commands.py::test_a_game_is_played_kept_replayed_and_taken_up",),
    "play.crash_file": ("tui/test_recovery.py::test_a_command_ends_with_a_sentence_and_status_70",),
    "campaigns.has_parts": (
        "tui/test_campaign_commands.py::test_requests_that_do_not_fit_a_campaign_are_refused",
    ),
    "join.link_lost": (
        "serve/test_socket.py::test_garbage_and_a_killed_server",
        "host/server/test_hall.py::test_a_server_that_starts_again_goes_on_where_it_was",
    ),
    "line.goes_on_not_kept": ("tui/test_line_mode.py::test_a_full_disk_does_not_stop_the_game",),
    "line.not_kept": ("tui/test_line_mode.py::test_a_full_disk_does_not_stop_the_game",),
    "line.kept": ("tui/test_line_mode.py::test_the_end_of_the_input_keeps_the_game",),
    "line.kept_in": (
        "tui/test_line_mode.py::test_save_says_where",
        "host/test_autosaved_game.py::test_every_choice_is_on_disk_before_the_next_is_asked",
    ),
    "line.recovered": ("tui/test_recovery.py::test_line_mode_goes_on_with_a_game_that_is_intact",),
    "line.details_in": ("tui/test_recovery.py::test_line_mode_goes_on_with_a_game_that_is_intact",),
    "table.not_kept": ("end_to_end/test_kills.py::test_a_full_disk_is_told_and_the_game_goes_on",),
    "hall.profile.no_keys": ("serve/test_running.py::test_guests_leave_nothing",),
}
"""The tests in `tests` that fail if a message is untrue, by its key."""

PLAIN_MESSAGES = (
    "argument.not_saved",
    "argument.campaign",
    "argument.record",
    "argument.replay",
    "argument.resume",
    "hall.cannot_watch_own",
    "hall.has_resumed",
    "hall.keeps_game",
    "hall.not_over_yet",
    "line.help",
    "play.bot_stuck",
    "table.goes_on",
    "table.bot_goes_on",
)
"""Messages with the same words that explain a command or name what somebody does."""
