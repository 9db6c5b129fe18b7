"""What visitors, authors and files did once to a server, and the tests that try it again."""

from collections.abc import Mapping

ATTACKS: Mapping[str, tuple[str, ...]] = {
    "a full screen changes the event loop that all share": (
        "hostile/test_apps_share_a_process.py::test_while_it_runs_and_after_it_is_closed",
        "hostile/test_apps_share_a_process.py::test_beside_others_that_come_and_go",
        "end_to_end/test_every_python.py::test_two_full_screens_and_then_a_third_connection",
    ),
    "a table gets more hours for a turn than a clock can hold": (
        "hostile/test_visitors.py::test_values_that_no_clock_and_no_file_can_hold_are_refused",
        "host/server/test_clock_jumps.py::test_a_sum_of_times_ends_where_calendars_end",
        "hostile/test_one_bad_table.py::test_a_table_that_cannot_be_shown_is_closed_and_told_once",
    ),
    "one person asks for 64 loads at a time": (
        "host/server/test_scenario_reader.py::test_nobody_waits_for_more_than_one_load_of_somebody_else",
        "host/server/test_scenario_reader.py::test_what_comes_with_the_program_is_never_refused",
        "hostile/test_hostile.py::test_a_flood_of_loads_holds_nobody_up",
    ),
    "settings hold a key with thousands of dots, or what is no TOML": (
        "hostile/test_hostile_settings.py::test_wrong_settings_are_refused_with_a_sentence_and_mended",
        "hostile/test_hostile_settings.py::test_a_hall_stores_no_wrong_settings",
        "hostile/test_hostile_settings.py::test_whatever_is_stored_its_person_comes_in",
        "hostile/test_hostile_settings.py::test_the_longest_tables_are_read_quickly",
        "hostile/test_toml_growth.py::test_reading_takes_time_and_memory_in_proportion",
    ),
    "one person watches a table 150 times and hangs up": (
        "hostile/test_visitors.py::test_watching_again_and_again_ends_at_once",
        "hostile/test_visitors.py::test_places_are_bounded_for_a_person_and_a_table",
    ),
    "a campaign file holds a key with thousands of dots": (
        "hostile/test_toml_growth.py::test_records_and_campaigns_in_any_shape_are_refused_at_once",
        "hostile/test_toml_growth.py::test_reading_takes_time_and_memory_in_proportion",
    ),
    "a learned judgement is a pipe or leads to a device": (
        "hostile/test_hostile_files.py::test_nobody_waits_and_no_secret_is_told",
    ),
    "somebody writes lines in the voice of the server, or pauses without end": (
        "hostile/test_visitors.py::test_the_voice_of_the_server_says_nothing_that_a_visitor_writes",
    ),
    "codes of tables are guessed in many sessions": (
        "hostile/test_visitors.py::test_codes_are_guessed_from_one_purse",
        "host/server/test_private_tables.py::test_codes_cannot_be_tried_one_after_the_other",
    ),
    "a rule fails while a table opens": (
        "hostile/test_faults_while_opening.py::test_its_people_read_where_a_rule_fails_also_after_a_restart",
    ),
    "a name that cannot be stored is blocked": (
        "hostile/test_visitors.py::test_values_that_no_clock_and_no_file_can_hold_are_refused",
        "host/server/test_people.py::test_a_text_that_cannot_be_stored_is_refused_with_a_sentence",
    ),
    "the server may open few files": (
        "hostile/test_few_files.py::test_a_flood_of_connections_takes_no_file_that_others_need",
        "hostile/test_few_files.py::test_the_operator_reads_that_there_are_too_few_files",
        "serve/test_event_log.py::test_of_a_flood_the_first_few_are_written_then_a_number_a_minute",
    ),
    "somebody looks again and again at previews that use up their fuel": (
        "hostile/test_beside_decisions.py::test_cases_that_fail_pay_as_much_as_others",
        "hostile/test_beside_decisions.py::test_all_previews_of_a_look_share_one_tank",
        "hostile/test_beside_decisions.py::test_who_walks_over_all_places_empties_one_tank_for_all",
    ),
    "a choice can be answered in no way": (
        "hostile/test_beside_decisions.py::test_bots_and_hints_tell_where_no_choice_is_allowed",
        "hostile/test_beside_decisions.py::test_the_player_of_a_table_reads_it_too",
    ),
    "a rule asks a bot without end": (
        "hostile/test_beside_decisions.py::test_bots_that_are_asked_for_ever_pause",
        "hostile/test_beside_decisions.py::test_bots_pause_after_some_processor_time",
    ),
    "a worker is stopped": (
        "host/server/test_lost_workers.py::test_a_stopped_process_is_replaced",
        "host/server/test_worker_line.py::test_a_stopped_process_is_noticed_within_three_seconds",
        "host/server/test_worker_line.py::test_a_process_that_is_of_no_use_is_lost",
        "hostile/test_hostile.py::test_everybody_goes_on_after_workers_of_a_server_are_stopped_and_killed",
    ),
    "nobody reads the log": (
        "hostile/test_unread_log.py::test_a_full_pipe_holds_nobody",
        "hostile/test_unread_log.py::test_what_nobody_reads_is_kept_up_to_a_bound_and_counted",
    ),
    "the files of the database are removed or replaced": (
        "host/server/test_files_in_use.py::test_removed_files_are_put_back",
        "host/server/test_files_in_use.py::test_a_replaced_database_is_left_alone_and_a_copy_is_kept",
        "host/server/test_files_in_use.py::test_without_its_folder_a_copy_is_kept",
        "serve/test_store_watch.py::test_a_server_whose_database_is_replaced_ends_with_a_sentence",
    ),
    "another program keeps the database locked": (
        "host/server/test_files_in_use.py::test_while_another_process_writes_one_change_waits_and_the_others_are_refused_at_once",
        "host/server/test_files_in_use.py::test_it_waits_again_for_the_next_one",
    ),
    "the store refuses while people and bots play": (
        "host/server/test_unstored_choices.py::test_a_choice_that_is_not_stored_did_not_happen",
        "host/test_unkept_choices.py::test_nobody_sees_a_choice_that_is_not_kept",
        "host/test_unkept_choices.py::test_bots_try_again_what_is_not_kept",
    ),
    "workers die while the machine has no files, processes, threads, memory or disk space": (
        "host/server/test_lost_workers.py::test_without_files_processes_threads_or_memory_it_is_tried_again",
        "host/server/test_lost_workers.py::test_whatever_a_table_lacks_it_is_restored_later",
        "hostile/test_signals.py::test_without_memory_such_a_process_goes_first",
    ),
    "signals come in storms": (
        "hostile/test_signals.py::test_signals_that_mean_nothing_end_nothing",
        "hostile/test_signals.py::test_what_a_terminal_or_a_service_manager_sends_to_all_is_for_the_server",
        "hostile/test_signals.py::test_a_server_that_is_to_stop_starts_no_more_processes",
    ),
    "the clock of the machine is set, and turns begin before anybody notices": (
        "host/server/test_clock_jumps.py::test_a_turn_that_begins_right_after_the_clock_was_set_has_its_time",
        "host/server/test_clock_jumps.py::test_nobodys_time_is_over_because_the_clock_was_set",
    ),
    "the server is stopped for a minute, or waits for ever for a thread that could not begin": (
        "serve/test_loop_watchdog.py::test_a_process_that_was_stopped_for_long_goes_on",
        "serve/test_loop_watchdog.py::test_a_loop_that_is_dead_ends_the_process",
    ),
    "the settings hold numbers beyond all measure, or names that no system can have": (
        "serve/test_running.py::test_what_a_setting_can_be_is_said",
        "serve/test_running.py::test_an_address_that_no_machine_can_have_is_a_sentence",
    ),
    "the status port is held open by many": (
        "serve/test_running.py::test_many_who_hold_the_status_port_open_take_few_files",
    ),
}
"""The tests in `tests`, by what was done."""
