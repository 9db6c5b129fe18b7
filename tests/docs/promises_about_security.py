"""Each sentence of the page about security: the tests that prove it, or that it promises nothing."""

from collections.abc import Mapping

SECURITY: Mapping[str, tuple[str, ...]] = {
    "| the cache of compiled programs": (
        "grammar/test_cache_dir.py::test_a_folder_that_others_may_change_is_not_used",
        "grammar/test_cache_dir.py::test_a_file_that_others_may_have_written_is_not_read",
    ),
    "**A scenario cannot run code.": (
        "rules/test_harmless.py::test_generated_code_reaches_nothing_but_the_closed_list",
        "house/test_imports.py::test_foreign_text_meets_nothing_dangerous",
    ),
    "The compiler translates rules": (
        "rules/test_harmless.py::test_generated_code_reaches_nothing_but_the_closed_list",
        "rules/test_harmless.py::test_no_name_of_an_author_becomes_an_attribute_or_a_text_of_python",
    ),
    "The generated Python can": (
        "rules/test_harmless.py::test_generated_code_reaches_nothing_but_the_closed_list",
    ),
    "Python modules that read": ("house/test_imports.py::test_foreign_text_meets_nothing_dangerous",),
    "There are three exceptions:": ("house/test_imports.py::test_foreign_text_meets_nothing_dangerous",),
    "`rules/load_program.py`": (
        "house/test_imports.py::test_foreign_text_meets_nothing_dangerous",
        "house/test_imports.py::test_machine_code_is_loaded_in_one_place",
    ),
    "That code comes from the": (
        "rules/backends/native/test_subset.py::test_what_is_not_allowed_is_said",
        "rules/backends/native/test_verify.py::test_a_wrong_program_is_refused",
    ),
    "As WebAssembly it runs in": (
        "rules/backends/native/test_lanes.py::test_a_wrong_address_stays_inside",
        "rules/backends/native/test_lanes.py::test_deep_calls",
        "rules/backends/native/test_native_faults.py::test_faults_with_all_the_fuel",
    ),
    "As C, every access stays": ("rules/backends/native/test_lanes.py::test_a_wrong_address_stays_inside",),
    "So without `--engine cc`": (
        "host/test_native_engine.py::test_texts_of_others_become_c_only_where_that_is_allowed",
        "rules/engine/test_choose_engine.py::test_who_plays_gets_what_there_is",
        "rules/engine/test_choose_engine.py::test_auto_weighs_what_compiling_takes",
    ),
    "Texts count as ours if their": (
        "rules/engine/test_choose_engine.py::test_only_our_own_texts_are_shipped_wherever_they_lie",
    ),
    "Compiling for a table happens": (
        "host/test_native_engine.py::test_a_process_that_compiles_has_limits_and_stands_back",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "A game as WebAssembly has": (
        "rules/engine/test_choose_engine.py::test_a_game_that_takes_too_much_memory_is_not_compiled",
        "host/test_native_engine.py::test_only_some_programs_get_native_code",
        "rules/backends/native/test_lanes.py::test_deep_calls",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "**A scenario cannot read": (
        "hostile/test_hostile_files.py::test_nobody_waits_and_no_secret_is_told",
        "hostile/test_hostile_files.py::test_a_link_inside_is_followed_and_one_that_leads_out_is_not",
    ),
    "Symbolic links that lead": (
        "hostile/test_hostile_files.py::test_nobody_waits_and_no_secret_is_told",
        "hostile/test_hostile_files.py::test_a_link_inside_is_followed_and_one_that_leads_out_is_not",
        "hostile/test_hostile_files.py::test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for",
    ),
    "The same holds for every": (
        "hostile/test_hostile_files.py::test_nobody_waits_and_no_secret_is_told",
        "house/test_foreign_files.py::test_nothing_else_opens_or_parses_files",
    ),
    "Each kind of file has a maximum": (
        "hostile/test_hostile_files.py::test_a_file_is_read_up_to_its_bound",
        "hostile/test_hostile_files.py::test_nobody_waits_and_no_secret_is_told",
        "hostile/test_hostile_files.py::test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for",
    ),
    "Only a file that you name": (
        "hostile/test_hostile_files.py::test_a_link_inside_is_followed_and_one_that_leads_out_is_not",
    ),
    "One module opens all of them": (
        "house/test_foreign_files.py::test_nothing_else_opens_or_parses_files",
        "house/test_foreign_files.py::test_each_other_way_is_found",
    ),
    "**A scenario has limits**": (
        "rules/test_harmless.py::test_what_is_too_large_is_told",
        "docs/test_language.py::test_the_numbers_about_fuel_hold",
    ),
    "The sizes of files, the numbers": (
        "rules/test_harmless.py::test_what_is_too_large_is_told",
        "rules/test_harmless.py::test_each_message_about_bounds_has_a_case",
    ),
    "*Fuel* limits the work of": (
        "rules/test_harmless.py::test_what_has_no_end_is_ended",
        "hostile/test_looking.py::test_three_hundred_costly_reasons_take_as_long_as_one",
        "hostile/test_looking.py::test_tries_of_a_choice_of_several_share_one_tank",
    ),
    "A scenario that exceeds a": (
        "rules/test_harmless.py::test_what_has_no_end_is_ended",
        "rules/test_harmless.py::test_what_is_too_large_is_told",
        "hostile/test_scenarios.py::test_made_up_scenarios_keep_the_promises",
    ),
    "A scenario of at most 1 MB": (
        "hostile/test_scenarios.py::test_made_up_scenarios_keep_the_promises",
        "hostile/test_scenarios.py::test_a_broken_promise_is_found_and_kept",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "Static limits and fuel enforce": (
        "hostile/test_scenarios.py::test_made_up_scenarios_keep_the_promises",
    ),
    "The shipped games are far": (
        "hostile/test_doubled_games.py::test_a_doubled_game_keeps_the_promises",
        "hostile/test_scenarios.py::test_the_largest_games_stay_within_half_of_the_bounds",
        "docs/test_reliability.py::test_its_figures_of_doubled_games_are_those_of_the_summary",
    ),
    "**Reading is cheap.": ("hostile/test_toml_growth.py::test_reading_takes_time_and_memory_in_proportion",),
    "The time and the memory that": (
        "hostile/test_toml_growth.py::test_reading_takes_time_and_memory_in_proportion",
        "hostile/test_toml_growth.py::test_records_and_campaigns_in_any_shape_are_refused_at_once",
        "house/test_foreign_files.py::test_nothing_else_opens_or_parses_files",
    ),
    "Tests read 44 shapes of hostile": (
        "hostile/test_toml_growth.py::test_reading_takes_time_and_memory_in_proportion",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "The sizes of files, lines,": (
        "hostile/test_toml_growth.py::test_records_and_campaigns_in_any_shape_are_refused_at_once",
        "host/test_hostile_records.py::test_an_edited_record_says_what_is_wrong_and_where",
    ),
    "Two processes cannot overwrite": (
        "end_to_end/test_two_windows.py::test_a_game_moves_to_another_window_and_nothing_is_lost",
        "host/test_record_store.py::test_another_game_is_not_overwritten",
    ),
    "**A record cannot choose": ("host/test_known_folders.py::test_a_record_of_a_stranger_leads_nowhere",),
    "A record or a campaign names": (
        "host/test_known_folders.py::test_a_record_of_a_stranger_leads_nowhere",
    ),
    "Lazaretto looks for it among": (
        "host/test_known_folders.py::test_a_record_of_a_stranger_leads_nowhere",
        "host/test_known_folders.py::test_a_game_goes_on_from_a_folder_that_was_played_from",
    ),
    "Only games that you open": ("host/test_known_folders.py::test_a_record_of_a_stranger_leads_nowhere",),
    "If the scenario has changed,": (
        "host/test_autosaved_game.py::test_changed_rules_are_followed_to_the_first_difference",
        "host/test_autosaved_game.py::test_a_change_that_does_not_matter_is_told_and_no_more",
    ),
    "**Nobody else controls your": (
        "tui/test_safe_output.py::test_every_control_format_and_separator_is_replaced",
        "tui/test_safe_output.py::test_the_full_screen_sends_no_foreign_escape",
    ),
    "All output goes through one": (
        "house/test_output.py::test_nothing_is_printed_past_the_door",
        "tui/test_safe_output.py::test_the_full_screen_sends_no_foreign_escape",
    ),
    "It replaces control characters,": (
        "tui/test_safe_output.py::test_every_control_format_and_separator_is_replaced",
    ),
    "It does the same with characters": (
        "tui/test_safe_output.py::test_every_control_format_and_separator_is_replaced",
    ),
    "Combining marks stay, up": (
        "tui/test_safe_output.py::test_a_letter_carries_a_few_marks_only",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "The joiners that emoji, Persian": (
        "tui/test_safe_output.py::test_a_joiner_that_joins_nothing_is_replaced",
        "tui/test_safe_output.py::test_legitimate_text_stays",
    ),
    "JSON output is plain ASCII,": ("house/test_output.py::test_printed_json_is_plain_ascii",),
    "A test finds code that prints": (
        "house/test_output.py::test_nothing_is_printed_past_the_door",
        "house/test_output.py::test_each_way_past_is_found",
    ),
    "**An error never shows a": (
        "tui/test_recovery.py::test_the_app_goes_on_whatever_is_raised",
        "tui/test_recovery.py::test_line_mode_ends_with_a_sentence",
        "tui/test_recovery.py::test_a_command_ends_with_a_sentence_and_status_70",
    ),
    "If something goes wrong in": (
        "tui/test_recovery.py::test_the_app_goes_on_whatever_is_raised",
        "tui/test_recovery.py::test_line_mode_ends_with_a_sentence",
        "tui/test_recovery.py::test_a_command_ends_with_a_sentence_and_status_70",
        "host/test_hostile_records.py::test_what_nobody_expected_is_a_sentence_and_a_crash_file",
    ),
    "The app goes back to the": (
        "tui/test_recovery.py::test_the_app_goes_on_whatever_is_raised",
        "tui/test_recovery.py::test_line_mode_goes_on_with_a_game_that_is_intact",
        "tui/test_recovery.py::test_a_command_ends_with_a_sentence_and_status_70",
    ),
    "Details go to a file in `crashes`,": (
        "host/test_hostile_records.py::test_what_nobody_expected_is_a_sentence_and_a_crash_file",
        "tui/test_recovery.py::test_a_command_ends_with_a_sentence_and_status_70",
    ),
    "On a server, the [log](serving.md#log-metrics-health)": (
        "hostile/test_one_bad_table.py::test_a_mistake_of_ours_is_told_without_its_file_which_the_log_names",
        "serve/test_session.py::test_a_crash_ends_one_session_with_a_sentence",
    ),
    "Only you can read these files,": (
        "tui/test_recovery.py::test_crash_files_are_private_bounded_and_clean",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "**Input is limited.": ("tui/terminal/test_input_queue.py::test_a_flood_of_all_keys_is_bounded",),
    "If keys arrive faster than": (
        "tui/terminal/test_input_queue.py::test_a_flood_of_all_keys_is_bounded",
        "tui/terminal/test_input_queue.py::test_a_flood_of_one_key_is_a_few_presses",
        "tui/terminal/test_input_queue.py::test_a_paste_arrives_bounded",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "**The cache never runs somebody": ("rules/test_program_cache.py::test_no_foreign_code_runs",),
    "Compiled programs are pickles": (
        "rules/test_program_cache.py::test_the_exploit_would_run_in_a_folder_of_our_own",
    ),
    "Lazaretto uses the cache": (
        "grammar/test_cache_dir.py::test_a_folder_that_others_may_change_is_not_used",
        "grammar/test_cache_dir.py::test_nobody_elses_folder_is_used",
        "grammar/test_cache_dir.py::test_a_folder_that_others_may_read_is_closed_to_them",
    ),
    "Exceptions are the administrator,": (
        "grammar/test_cache_dir.py::test_a_sticky_folder_above_is_no_harm",
        "grammar/test_cache_dir.py::test_a_group_above_is_no_harm_if_nobody_else_is_in_it",
    ),
    "The files are checked in": (
        "grammar/test_cache_dir.py::test_a_file_that_others_may_have_written_is_not_read",
    ),
    "If a check fails, nothing": (
        "grammar/test_cache_dir.py::test_a_folder_that_others_may_change_is_not_used",
        "rules/test_program_cache.py::test_no_foreign_code_runs",
        "rules/test_program_cache.py::test_a_server_compiles_without_a_cache",
    ),
    "Files that were not used": (
        "grammar/test_prune_cache.py::test_what_nobody_used_for_long_is_deleted_when_something_is_written",
        "grammar/test_prune_cache.py::test_too_much_is_deleted_from_the_longest_unused_on",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "`LAZARETTO_CACHE=off` turns": ("grammar/test_cache_dir.py::test_it_can_be_turned_off",),
    "A server should have its": ("docs/test_serving.py::test_the_unit_and_the_recipe_fit_the_server",),
    "**Relative folders are ignored.": ("grammar/test_cache_dir.py::test_a_relative_folder_is_ignored",),
    "`XDG_CACHE_HOME`, `XDG_DATA_HOME`": (
        "grammar/test_cache_dir.py::test_a_relative_folder_is_ignored",
        "grammar/test_cache_dir.py::test_without_an_absolute_home_there_is_no_cache",
    ),
    "**An exported page runs only": (
        "tui/export/test_html_page.py::test_the_policy_allows_its_own_script_and_nothing_else",
        "tui/export/test_html_page.py::test_hostile_names_and_texts_stay_text",
    ),
    "`lazaretto export --html`": ("tui/export/test_html_page.py::test_hostile_names_and_texts_stay_text",),
    "They are escaped, or are": (
        "tui/export/test_html_page.py::test_hostile_names_and_texts_stay_text",
        "tui/export/test_html_page.py::test_the_data_has_no_letter_that_begins_markup",
    ),
    "A content security policy": (
        "tui/export/test_html_page.py::test_the_policy_allows_its_own_script_and_nothing_else",
        "tui/export/test_page_in_browser.py::test_a_script_from_elsewhere_would_not_run",
        "tui/export/test_page_in_browser.py::test_it_opens_without_a_complaint_and_without_the_network",
    ),
    "Tests open pages with hostile": (
        "tui/export/test_page_in_browser.py::test_hostile_names_and_texts_run_nothing",
    ),
    "**Players see only what they": (
        "serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
        "host/test_secrecy.py::test_a_secret_choice_sends_the_same_bytes_whatever_it_was",
    ),
    "A screen gets the view of": ("house/test_imports.py::test_what_people_play_with_holds_only_seats",),
    "A view contains only what": (
        "host/test_secrecy.py::test_the_start_of_a_seat_is_the_same_whatever_the_others_hold",
        "host/test_secrecy.py::test_a_secret_choice_sends_the_same_bytes_whatever_it_was",
    ),
    "**A server checks and charges": (
        "host/test_client_calls.py::test_every_method_has_a_cost_and_bounds",
        "hostile/test_visitors.py::test_no_value_of_an_argument_does_anything_unexpected",
    ),
    "Clients may send whatever": (
        "hostile/test_visitors.py::test_calls_that_no_client_of_ours_makes_get_a_sentence",
        "hostile/test_visitors.py::test_no_value_of_an_argument_does_anything_unexpected",
    ),
    "It checks the length of texts,": (
        "host/test_client_calls.py::test_every_method_has_a_cost_and_bounds",
        "host/test_client_calls.py::test_a_value_is_in_its_bounds_or_refused",
    ),
    "Each call is paid for by": (
        "hostile/test_visitors.py::test_codes_are_guessed_from_one_purse",
        "host/server/test_purses.py::test_an_address_may_do_eight_times_as_much_as_a_person",
    ),
    "Whatever grows, such as places,": (
        "hostile/test_visitors.py::test_places_are_bounded_for_a_person_and_a_table",
        "hostile/test_visitors.py::test_votes_invitations_and_blocked_people_are_bounded",
        "docs/test_serving.py::test_all_limits_are_on_the_page",
    ),
    "**A change is made whole": (
        "hostile/test_visitors.py::test_a_change_is_finished_when_its_caller_hangs_up",
    ),
    "A choice is stored before": (
        "host/server/test_kills.py::test_a_killed_process_loses_nothing_it_acknowledged",
        "hostile/test_visitors.py::test_a_change_is_finished_when_its_caller_hangs_up",
    ),
    "**What one person stores": (
        "hostile/test_one_bad_table.py::test_a_table_that_cannot_be_shown_is_closed_and_told_once",
        "hostile/test_hostile_settings.py::test_whatever_is_stored_its_person_comes_in",
    ),
    "The server checks what it": (
        "hostile/test_hostile_settings.py::test_whatever_is_stored_its_person_comes_in",
        "host/server/test_sqlite_file.py::test_whatever_is_damaged_is_a_sentence",
    ),
    "A table whose data are damaged": (
        "hostile/test_one_bad_table.py::test_a_table_that_cannot_be_shown_is_closed_and_told_once",
    ),
    "`lazaretto replay` leaves": (
        "tui/test_commands.py::test_a_game_that_goes_on_is_replayed_without_its_secrets",
    ),
    "Its checksum finds damage,": ("host/test_record_store.py::test_a_damaged_file_is_set_aside",),
    "At a table, a bot plans a": (
        "hostile/test_looking.py::test_a_bot_stops_planning_in_time",
        "docs/test_security.py::test_its_numbers_hold",
    ),
    "Names of players are compared": (
        "host/server/test_people.py::test_names_that_look_the_same_are_the_same",
        "host/server/test_people.py::test_a_name_of_two_alphabets_is_refused",
        "host/test_hostile_records.py::test_names_in_a_record_follow_the_rules_for_names",
    ),
    "Five packages, asyncssh for": ("docs/test_security.py::test_its_packages_are_those_that_are_installed",),
    "`pyproject.toml` limits their": (
        "house/test_supply_chain.py::test_every_dependency_is_pinned",
        "docs/test_security.py::test_its_packages_are_those_that_are_installed",
    ),
    "| calls of the hall,": (
        "hostile/test_visitors.py::test_values_that_no_clock_and_no_file_can_hold_are_refused",
        "hostile/test_visitors.py::test_calls_that_no_client_of_ours_makes_get_a_sentence",
        "hostile/test_visitors.py::test_no_value_of_an_argument_does_anything_unexpected",
        "hostile/test_visitors.py::test_the_voice_of_the_server_says_nothing_that_a_visitor_writes",
    ),
    "| replayed and stale messages": (
        "hostile/test_visitors.py::test_a_change_is_finished_when_its_caller_hangs_up",
        "hostile/test_visitors.py::test_a_seat_that_was_lost_or_left_shows_nothing_more",
        "hostile/test_people.py::test_a_short_evening_is_as_the_model_says",
    ),
    "| floods | calls, packets,": (
        "hostile/test_packet_floods.py::test_a_flood_is_read_in_pieces_and_everything_else_has_its_turn_in_between",
        "hostile/test_packet_floods.py::test_a_client_that_reads_nothing_is_not_listened_to",
        "hostile/test_dear_connections.py::test_keys_are_agreed_on_quickly_or_not_at_all",
        "hostile/test_protocol_floods.py::test_what_is_not_read_yet_waits_in_the_client",
    ),
    "| costly calls | loads,": (
        "hostile/test_hostile.py::test_a_flood_of_loads_holds_nobody_up",
        "hostile/test_costly_answers.py::test_a_replay_is_shown_no_further_than_its_end",
        "hostile/test_many_watchers.py::test_a_line_of_chat_is_sent_alone",
        "hostile/test_beside_decisions.py::test_all_previews_of_a_look_share_one_tank",
        "hostile/test_beside_decisions.py::test_bots_that_are_asked_for_ever_pause",
        "hostile/test_looks_in_turns.py::test_few_looks_run_at_a_time_and_choices_wait_for_none",
    ),
    "| rights | one-time codes": (
        "hostile/test_lost_rights.py::test_a_ban_ends_the_codes_that_somebody_has_made",
        "hostile/test_lost_rights.py::test_a_key_that_is_removed_ends_its_sessions",
        "hostile/test_leaving.py::test_a_name_that_gets_another_owner_brings_no_rights",
        "host/server/test_stale_votes.py::test_no_bot_stands_in_for_somebody_who_is_back",
        "host/server/test_stale_votes.py::test_those_who_watch_use_up_no_votes_of_those_who_play",
        "host/server/test_shared_seats.py::test_whoever_is_shown_another_seat_sees_the_first_no_more",
        "hostile/test_visitors.py::test_codes_are_guessed_from_one_purse",
    ),
    "| secrets | everything": (
        "host/server/test_secret_choices.py::test_the_statistics_do_not_tell_whether_somebody_chose_in_secret",
        "serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
    ),
    "| tables that close |": (
        "host/server/test_workroom.py::test_a_choice_that_waits_when_its_table_is_closed_is_refused_at_once",
        "hostile/test_people.py::test_a_short_evening_is_as_the_model_says",
    ),
    "| the socket for apps |": (
        "hostile/test_small_groups.py::test_one_account_leaves_room_for_the_others_at_the_socket",
        "serve/test_socket.py::test_who_is_banned_or_deleted_must_leave_the_socket",
    ),
    "| the database | held": (
        "host/server/test_files_in_use.py::test_removed_files_are_put_back",
        "host/server/test_files_in_use.py::test_a_replaced_database_is_left_alone_and_a_copy_is_kept",
        "host/server/test_unstored_choices.py::test_a_choice_that_is_not_stored_did_not_happen",
    ),
    "| clocks and stops |": (
        "host/server/test_clock_jumps.py::test_a_sum_of_times_ends_where_calendars_end",
        "host/server/test_clock_jumps.py::test_nobodys_time_is_over_because_the_clock_was_set",
    ),
    "| memory, processes, files |": (
        "hostile/test_few_files.py::test_a_flood_of_connections_takes_no_file_that_others_need",
        "hostile/test_signals.py::test_without_memory_such_a_process_goes_first",
    ),
    "| signals and kills |": (
        "hostile/test_signals.py::test_signals_that_mean_nothing_end_nothing",
        "hostile/test_hostile.py::test_kills_of_a_server_lose_nothing",
        "hostile/test_hostile.py::test_everybody_goes_on_after_workers_of_a_server_are_stopped_and_killed",
    ),
    "| the log and the settings |": (
        "hostile/test_unread_log.py::test_a_full_pipe_holds_nobody",
        "hostile/test_hostile_settings.py::test_wrong_settings_are_refused_with_a_sentence_and_mended",
    ),
    "| rules and tables of scenarios |": (
        "hostile/test_check_growth.py::test_checking_rules_grows_with_their_length",
        "hostile/test_check_growth.py::test_procedures_that_double_their_calls_stop_when_the_fuel_is_used_up",
    ),
    "| foreign files | pipes,": (
        "hostile/test_hostile_files.py::test_nobody_waits_and_no_secret_is_told",
        "hostile/test_toml_growth.py::test_reading_takes_time_and_memory_in_proportion",
    ),
    "| commands at home | Ctrl-C,": (
        "lab/test_jobs.py::test_helping_processes_end_with_the_one_that_started_them",
        "host/test_statistics.py::test_a_value_of_the_wrong_type_in_the_kept_facts_does_no_harm",
        "lab/test_hints.py::test_a_hint_names_pieces_that_the_player_does_not_know_by_their_positions",
    ),
    "| commands on strange scenarios |": (
        "rules/backends/native/test_lanes.py::test_a_rule_is_refused_whose_compiling_would_take_too_much_memory",
        "rules/backends/native/test_repeated_pieces.py::test_each_piece_stays_in_one_pile",
        "lab/test_train.py::test_a_file_beside_a_scenario_is_never_written_through_a_link",
        "tui/test_commands.py::test_new_writes_no_control_characters_of_a_stranger",
    ),
    "`hashes.txt` has the hashes": (
        "house/test_supply_chain.py::test_hashes_are_those_of_the_pinned_versions",
    ),
    "It has no addresses: pip": ("house/test_supply_chain.py::test_no_list_has_an_address",),
    "`make play` and `make test`": ("house/test_supply_chain.py::test_every_dependency_is_pinned",),
}
"""The beginning of each sentence that promises something, and the tests that fail if it is untrue."""

PLAIN_IN_SECURITY = (
    "This page is for people who",
    "It says what Lazaretto promises",
    "Report it in private through",
    "The [security policy](../SECURITY.md)",
    "Please do not open a public",
    "| the files of a scenario:",
    "| records of games | no |",
    "| names, choices and keys",
    "| messages of a host or a",
    "| text that goes to the terminal",
    "| your settings file, the",
    "| Python and the packages",
    "[Reliability](reliability.md)",
    "They may contain texts of",
    "On Windows the modes are",
    "**Several people at one keyboard**",
    "The curtain hides the screen;",
    "**A record contains all secrets",
    "Anybody who can read the",
    "**A record is not a proof.",
    "**The limits are generous.",
    "A hostile scenario can take",
    "`lazaretto simulate` has",
    "A server that runs strangers'",
    "**Letters that look alike**",
    "**Your account** is the boundary.",
    "Lazaretto does not protect",
    "**The wire** (`host/wire/wire_server.py`)",
    "It expects a connection that",
    "`python .ci/renew_hashes.py",
    "Servers and commands were attacked",
    "The table says what was tried",
    "All of it holds now,",
)
"""The beginnings of sentences that explain, advise, introduce others or say what is not promised."""
