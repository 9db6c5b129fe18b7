"""Each promise of the pages about security and serving, and the tests that prove it."""

from collections.abc import Mapping

CHOICES = "tests/host/server/test_secret_choices.py"
PRIVATE = "tests/host/server/test_private_tables.py"

SECURITY: Mapping[str, tuple[str, ...]] = {
    "A scenario cannot run code.": (
        "tests/rules/test_harmless.py::test_generated_code_reaches_nothing_but_the_closed_list",
        "tests/house/test_imports.py::test_foreign_text_meets_nothing_dangerous",
        "tests/house/test_imports.py::test_machine_code_is_loaded_in_one_place",
    ),
    "A scenario cannot read files": (
        "tests/hostile/test_hostile_files.py::test_nobody_waits_and_no_secret_is_told",
        "tests/hostile/test_hostile_files.py::test_a_link_inside_is_followed_and_one_that_leads_out_is_not",
        "tests/house/test_foreign_files.py::test_nothing_else_opens_or_parses_files",
    ),
    "A scenario has limits": (
        "tests/rules/test_harmless.py::test_what_has_no_end_is_ended",
        "tests/rules/test_harmless.py::test_what_is_too_large_is_told",
        "tests/hostile/test_scenarios.py::test_made_up_scenarios_keep_the_promises",
        "tests/hostile/test_scenarios.py::test_each_construct_keeps_the_promises_at_its_bound",
        "tests/hostile/test_scenarios.py::test_the_largest_games_stay_within_half_of_the_bounds",
    ),
    "Reading is cheap.": (
        "tests/hostile/test_toml_growth.py::test_reading_takes_time_and_memory_in_proportion",
        "tests/hostile/test_toml_growth.py::test_records_and_campaigns_in_any_shape_are_refused_at_once",
        "tests/end_to_end/test_two_windows.py::test_a_game_moves_to_another_window_and_nothing_is_lost",
    ),
    "A record cannot choose a folder.": (
        "tests/host/test_known_folders.py::test_a_record_of_a_stranger_leads_nowhere",
    ),
    "Nobody else controls your terminal.": (
        "tests/tui/test_safe_output.py::test_every_control_format_and_separator_is_replaced",
        "tests/tui/test_safe_output.py::test_a_letter_carries_a_few_marks_only",
        "tests/tui/test_safe_output.py::test_the_full_screen_sends_no_foreign_escape",
        "tests/house/test_output.py::test_nothing_is_printed_past_the_door",
    ),
    "An error never shows a traceback.": (
        "tests/tui/test_recovery.py::test_the_app_goes_on_whatever_is_raised",
        "tests/tui/test_recovery.py::test_line_mode_ends_with_a_sentence",
        "tests/tui/test_recovery.py::test_crash_files_are_private_bounded_and_clean",
    ),
    "Input is limited.": (
        "tests/tui/terminal/test_input_queue.py::test_a_flood_of_all_keys_is_bounded",
        "tests/tui/terminal/test_input_queue.py::test_a_flood_of_one_key_is_a_few_presses",
        "tests/tui/terminal/test_input_queue.py::test_a_paste_arrives_bounded",
    ),
    "The cache never runs somebody else's code.": (
        "tests/rules/test_program_cache.py::test_no_foreign_code_runs",
        "tests/grammar/test_cache_dir.py::test_a_folder_that_others_may_change_is_not_used",
        "tests/grammar/test_cache_dir.py::test_a_file_that_others_may_have_written_is_not_read",
        "tests/grammar/test_cache_dir.py::test_it_can_be_turned_off",
    ),
    "Relative folders are ignored.": ("tests/grammar/test_cache_dir.py::test_a_relative_folder_is_ignored",),
    "An exported page runs only its own script.": (
        "tests/tui/export/test_page_in_browser.py::test_hostile_names_and_texts_run_nothing",
        "tests/tui/export/test_page_in_browser.py::test_a_script_from_elsewhere_would_not_run",
    ),
    "Players see only what they may know.": (
        "tests/host/test_secrecy.py::test_a_secret_choice_sends_the_same_bytes_whatever_it_was",
        "tests/serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
    ),
    "A server checks and charges every call before it does anything.": (
        "tests/host/test_client_calls.py::test_every_method_has_a_cost_and_bounds",
        "tests/hostile/test_visitors.py::test_no_value_of_an_argument_does_anything_unexpected",
        "tests/hostile/test_visitors.py::test_calls_that_no_client_of_ours_makes_get_a_sentence",
        "tests/hostile/test_visitors.py::test_places_are_bounded_for_a_person_and_a_table",
    ),
    "A change is made whole or not at all.": (
        "tests/hostile/test_visitors.py::test_a_change_is_finished_when_its_caller_hangs_up",
        "tests/hostile/test_hostile.py::test_kills_of_a_server_lose_nothing",
        "tests/host/server/test_kills.py::test_a_killed_process_loses_nothing_it_acknowledged",
    ),
    "What one person stores cannot break what others see.": (
        "tests/hostile/test_one_bad_table.py::test_a_table_that_cannot_be_shown_is_closed_and_told_once",
        "tests/hostile/test_hostile_settings.py::test_whatever_is_stored_its_person_comes_in",
    ),
}

SERVING: Mapping[str, tuple[str, ...]] = {
    "Only one server at a time can use a data folder.": (
        "tests/serve/test_data_lock.py::test_a_second_server_is_refused_until_the_first_one_ends",
    ),
    "every key is accepted": ("tests/serve/test_login.py::test_a_key_is_a_person",),
    "There are no passwords": ("tests/serve/test_login.py::test_nobody_logs_in_with_a_password",),
    "The server keeps nothing of a guest": ("tests/serve/test_running.py::test_guests_leave_nothing",),
    "anybody who has its code can join or watch it": (
        f"{PRIVATE}::test_who_has_the_code_joins_and_nobody_else_sees_the_table",
    ),
    "can try 20 at once and then six a minute": (
        "tests/hostile/test_visitors.py::test_codes_are_guessed_from_one_purse",
    ),
    "Nobody gets a shell, and nothing can be forwarded": (
        "tests/serve/test_login.py::test_only_sessions_can_be_opened",
        "tests/serve/test_login.py::test_only_known_commands_are_run",
    ),
    "A client that reads nothing for 10 seconds": (
        "tests/serve/test_limits.py::test_a_client_that_never_reads_is_disconnected",
    ),
    "Whatever grows with what people do has a limit.": (
        "tests/docs/test_serving.py::test_all_limits_are_on_the_page",
        "tests/hostile/test_visitors.py::test_votes_invitations_and_blocked_people_are_bounded",
    ),
    "The program is started without a shell.": (
        "tests/serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "An endless rule stops after about a second.": (
        "tests/host/server/test_slow_rules.py::test_a_rule_without_an_end_ends_with_a_sentence",
    ),
    "Waiting for other tables does not count.": (
        "tests/host/server/test_worker_line.py::test_work_without_an_end_is_given_up",
        "tests/host/server/test_slow_rules.py::test_what_cannot_be_stopped_is_ended_and_stays_alone",
    ),
    "or within 3 seconds": (
        "tests/host/server/test_worker_line.py::test_a_process_that_is_of_no_use_is_lost",
        "tests/host/server/test_worker_line.py::test_a_stopped_process_is_noticed_within_three_seconds",
        "tests/host/server/test_worker_line.py::test_a_process_that_works_without_answering_is_left_alone",
    ),
    "Then everybody has their seat again": (
        "tests/host/server/test_lost_workers.py::test_everybody_gets_everything_back",
        "tests/host/server/test_lost_workers.py::test_what_a_player_has_set_holds_after_a_loss",
        "tests/host/server/test_lost_workers.py::test_an_open_replay_goes_on",
    ),
    "If a table costs the server a worker": (
        "tests/host/server/test_lost_workers.py::test_a_table_that_costs_processes_their_life_is_given_up_alone",
        "tests/host/server/test_table_blame.py::test_several_suspects_share_the_blame",
    ),
    "**Reading scenarios** is fair": (
        "tests/host/server/test_scenario_reader.py::test_nobody_waits_for_more_than_one_load_of_somebody_else",
        "tests/host/server/test_scenario_reader.py::test_what_takes_too_long_is_refused_for_a_while_that_grows",
        "tests/host/server/test_scenario_reader.py::test_what_comes_with_the_program_is_never_refused",
    ),
    "If the cache is turned off": (
        "tests/host/server/test_scenario_reader.py::test_without_a_cache_the_processes_share_programs_as_long_as_the_server_runs",
    ),
    "When a player chooses in secret, the others get no update.": (
        f"{CHOICES}::test_a_secret_choice_sends_nothing_to_the_others",
    ),
    "Only the player who made a secret choice can undo it": (
        f"{CHOICES}::test_undoing_does_not_tell_whether_somebody_chose_in_secret",
    ),
    "If two players choose at the same time, the first choice counts.": (
        f"{CHOICES}::test_of_two_at_once_the_first_is_served_and_the_other_loses_nothing",
    ),
    "Tests play pairs of games that differ only in a secret": (
        "tests/serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
    ),
    "copies everything to a new file while the server runs": (
        "tests/host/server/test_sqlite_file.py::test_a_backup_is_a_whole_store_while_others_write",
    ),
}
