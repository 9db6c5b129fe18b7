"""Each sentence of the page about serving: the tests that prove it, or that it promises nothing."""

from collections.abc import Mapping

SERVING: Mapping[str, tuple[str, ...]] = {
    "`lazaretto serve` starts": ("serve/test_command.py::test_the_command_line_has_all_commands",),
    "Players connect with the": ("serve/test_stock_client.py::test_a_stock_client_without_a_terminal",),
    "Each player has their own": (
        "serve/test_session.py::test_two_colour_depths_at_once",
        "serve/test_session.py::test_keys_arrive_and_the_window_can_change",
    ),
    "The extra `serve` adds one": (
        "docs/test_serving.py::test_the_unit_and_the_recipe_fit_the_server",
        "serve/test_command.py::test_without_the_package_it_says_how_to_install_it",
    ),
    "Nothing else uses it.": (
        "house/test_imports.py::test_playing_does_not_load_the_server",
        "house/test_imports.py::test_imports_run_one_way",
    ),
    "| `--port PORT` | the port": ("docs/test_serving.py::test_the_settings_are_those_that_there_are",),
    "| `--data DIR` | the folder": (
        "serve/test_data_lock.py::test_a_second_server_is_refused_until_the_first_one_ends",
    ),
    "| `--guests` | lets people": ("serve/test_login.py::test_a_guest_comes_in_only_where_guests_may",),
    "| `--motd FILE` | a message": (
        "docs/test_serving.py::test_its_numbers_hold",
        "tui/hall/test_hall_screen.py::test_a_long_greeting_is_a_page_of_its_own",
    ),
    "| `--socket FILE` | a Unix": (
        "serve/test_socket.py::test_a_person_of_the_operator_plays_and_comes_back",
    ),
    "| `--engine NAME` | what": (
        "rules/engine/test_choose_engine.py::test_who_plays_gets_what_there_is",
        "docs/test_serving.py::test_the_settings_are_those_that_there_are",
    ),
    "| `--config FILE` | these": (
        "serve/test_running.py::test_the_file_sets_what_the_command_line_does_not",
    ),
    "When the server starts for": ("serve/test_running.py::test_the_host_key_is_made_once_and_is_private",),
    "It prints the fingerprint;": ("serve/test_stock_client.py::test_a_stock_client_without_a_terminal",),
    "It also prints how to": (
        "serve/test_reachable_address.py::test_what_the_operator_says_comes_first",
        "serve/test_reachable_address.py::test_on_all_addresses_it_tells_the_name_and_that_of_the_default_route",
        "serve/test_stock_client.py::test_a_stock_client_without_a_terminal",
    ),
    "If it listens on the loopback": (
        "serve/test_reachable_address.py::test_on_the_loopback_address_only_this_machine_can_connect",
    ),
    "To find out the address, it": (
        "serve/test_reachable_address.py::test_a_network_with_new_addresses_only_will_do",
    ),
    "Only one server at a time": (
        "serve/test_data_lock.py::test_a_second_server_is_refused_until_the_first_one_ends",
    ),
    "A second one refuses to start": (
        "serve/test_data_lock.py::test_a_second_server_is_refused_until_the_first_one_ends",
    ),
    "The lock ends with its process,": (
        "serve/test_data_lock.py::test_a_second_server_is_refused_until_the_first_one_ends",
    ),
    "`SIGTERM`, `SIGINT` or `SIGHUP`": (
        "serve/test_session.py::test_a_server_that_stops_ends_its_sessions",
        "serve/test_data_lock.py::test_a_second_server_is_refused_until_the_first_one_ends",
        "serve/test_stock_client.py::test_a_stock_client_without_a_terminal",
        "host/server/test_fair_queue.py::test_nothing_is_left_behind_when_the_queue_is_closed",
    ),
    "`SIGUSR1` and `SIGUSR2` do": ("hostile/test_signals.py::test_signals_that_mean_nothing_end_nothing",),
    "A public key is an account.": ("serve/test_login.py::test_a_key_is_a_person",),
    "The server asks anybody who": ("serve/test_login.py::test_a_new_key_is_asked_for_a_name",),
    "From then on the key is enough,": (
        "serve/test_login.py::test_a_key_is_a_person",
        "serve/test_stock_client.py::test_a_stock_client_without_a_terminal",
    ),
    "There are no passwords, and": (
        "serve/test_login.py::test_nobody_logs_in_with_a_password",
        "serve/test_login.py::test_a_key_that_was_only_offered_is_nobody",
        "serve/test_login.py::test_a_new_key_is_asked_for_a_name",
    ),
    "The server tells a visitor": (
        "serve/test_login.py::test_a_visitor_without_a_key_is_told_how_to_make_one",
    ),
    "Instead of a name, type `code`": ("serve/test_login.py::test_a_code_adds_a_key_to_a_person",),
    "The person gets the code": ("host/server/test_people.py::test_a_code_adds_one_key_however_it_is_typed",),
    "The operator makes a code": ("host/server/test_admin.py::test_a_code_replaces_a_lost_key",),
    "With `--guests`, a visitor": (
        "serve/test_login.py::test_a_guest_comes_in_only_where_guests_may",
        "serve/test_login.py::test_a_visitor_without_a_key_is_told_how_to_make_one",
    ),
    "So does anybody who connects": ("serve/test_login.py::test_a_guest_comes_in_only_where_guests_may",),
    "The server keeps nothing": ("serve/test_running.py::test_guests_leave_nothing",),
    "Guests join and watch tables,": ("hostile/test_visitors.py::test_guests_join_tables_and_make_none",),
    "A guest who leaves gives up their seats": (
        "hostile/test_leaving.py::test_guests_leave_their_seats",
        "serve/test_running.py::test_guests_leave_nothing",
    ),
    "The code of a table as user": (
        "serve/test_login.py::test_a_table_code_as_user_name_is_a_wish",
        "tui/hall/test_hall_screen.py::test_a_code_given_at_the_start_leads_straight_to_the_table",
    ),
    "No person can have a name": (
        "host/server/test_people.py::test_nobody_gets_a_name_that_means_something_else",
    ),
    "A private table is in no": (
        "host/server/test_private_tables.py::test_who_has_the_code_joins_and_nobody_else_sees_the_table",
    ),
    "People who are invited see": (
        "host/server/test_private_tables.py::test_who_has_the_code_joins_and_nobody_else_sees_the_table",
        "hostile/test_visitors.py::test_blocks_hold_in_all_sessions_and_keep_invitations_away",
    ),
    "Whoever tries codes of tables": (
        "hostile/test_visitors.py::test_codes_are_guessed_from_one_purse",
        "host/server/test_private_tables.py::test_codes_cannot_be_tried_one_after_the_other",
        "docs/test_serving.py::test_all_limits_are_on_the_page",
    ),
    "Nobody gets a shell, and": (
        "serve/test_login.py::test_only_sessions_can_be_opened",
        "serve/test_login.py::test_only_known_commands_are_run",
    ),
    "Apart from sessions there": ("serve/test_login.py::test_only_known_commands_are_run",),
    "The players of a game can": (
        "host/server/test_table_records.py::test_players_export_a_game_that_is_over",
    ),
    "Somebody who plays with bots": (
        "host/server/test_table_records.py::test_who_plays_alone_exports_an_open_game_but_no_secrets_of_a_bot",
    ),
    "The SSH client sends the": (
        "serve/test_session.py::test_two_colour_depths_at_once",
        "serve/test_session.py::test_keys_arrive_and_the_window_can_change",
    ),
    "| `COLORTERM=truecolor` |": (
        "serve/test_session.py::test_two_colour_depths_at_once",
        "tui/terminal/test_terminal_capabilities.py::test_depth_of_a_terminal",
    ),
    "| `NO_COLOR` | no colours": ("serve/test_session.py::test_two_colour_depths_at_once",),
    "| `LANG`, `LC_ALL`, `LC_CTYPE`": ("serve/test_session.py::test_a_locale_without_unicode_gets_ascii",),
    "| `LAZARETTO_COLOURS`, `LAZARETTO_ASCII`,": (
        "host/test_user_settings.py::test_the_environment_insists",
        "serve/test_session.py::test_two_colour_depths_at_once",
    ),
    "To send a variable, use `ssh": ("serve/test_session.py::test_two_colour_depths_at_once",),
    "A client without a terminal": (
        "serve/test_session.py::test_line_mode_without_a_pty",
        "serve/test_session.py::test_line_mode_on_a_dumb_terminal_echoes_and_edits",
    ),
    "The server asks every client": (
        "serve/test_limits.py::test_a_client_that_answers_no_keepalive_is_disconnected",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "The file for `--config` is": ("serve/test_running.py::test_a_wrong_setting_is_refused",),
    "Options of the command line": (
        "serve/test_running.py::test_the_file_sets_what_the_command_line_does_not",
    ),
    "Paths are relative to the": (
        "serve/test_running.py::test_the_file_sets_what_the_command_line_does_not",
    ),
    "A client that reads nothing": (
        "serve/test_limits.py::test_a_client_that_never_reads_is_disconnected",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "The server draws up to 400": (
        "serve/test_session.py::test_a_size_beyond_reason_is_not_drawn_for",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "Whatever grows with what": (
        "docs/test_serving.py::test_all_limits_are_on_the_page",
        "hostile/test_visitors.py::test_votes_invitations_and_blocked_people_are_bounded",
        "hostile/test_visitors.py::test_places_are_bounded_for_a_person_and_a_table",
    ),
    "`lazaretto admin limits`": (
        "serve/test_command.py::test_the_operator_reads_all_limits_as_they_are",
        "docs/test_serving.py::test_all_limits_are_on_the_page",
        "serve/test_running.py::test_the_file_sets_what_the_command_line_does_not",
    ),
    "An address is one IPv4 address,": ("serve/test_limits.py::test_an_address_stands_for_its_client",),
    "What a client may choose": (
        "hostile/test_dear_connections.py::test_keys_are_agreed_on_quickly_or_not_at_all",
        "hostile/test_dear_connections.py::test_usual_ways_to_agree_on_keys_are_there",
        "hostile/test_dear_connections.py::test_nothing_is_unpacked_for_a_client",
    ),
    "Everything that a client": (
        "host/test_client_calls.py::test_every_method_has_a_cost_and_bounds",
        "hostile/test_visitors.py::test_no_value_of_an_argument_does_anything_unexpected",
        "hostile/test_visitors.py::test_values_that_no_clock_and_no_file_can_hold_are_refused",
    ),
    "It also costs something.": (
        "host/test_client_calls.py::test_every_method_has_a_cost_and_bounds",
        "host/server/test_purses.py::test_calls_wait_or_are_refused_with_a_sentence",
    ),
    "A person pays from one purse": (
        "hostile/test_visitors.py::test_codes_are_guessed_from_one_purse",
        "host/server/test_purses.py::test_an_address_may_do_eight_times_as_much_as_a_person",
        "hostile/test_looks_in_turns.py::test_all_people_of_an_address_look_and_take_seats_in_few_turns",
    ),
    "A worker runs at most 3 looks": (
        "hostile/test_looks_in_turns.py::test_few_looks_run_at_a_time_and_choices_wait_for_none",
        "hostile/test_looks_in_turns.py::test_a_busy_table_keeps_no_turn_of_others",
        "hostile/test_looks_in_turns.py::test_replays_have_few_turns_of_their_own",
    ),
    "While the server is late with": (
        "serve/test_allowance.py::test_the_later_the_server_the_fewer_keys_are_answered_at_once",
        "serve/test_allowance.py::test_sizes_reports_and_reading_are_dearer_too",
        "hostile/test_packet_floods.py::test_packets_of_a_flood_are_dearer_on_a_late_server",
        "host/server/test_purses.py::test_a_late_server_asks_more_for_calls_that_wait",
    ),
    "A person at a board": (
        "serve/test_allowance.py::test_a_key_at_a_time_never_waits_on_a_server_that_is_a_little_late",
    ),
    "Who hangs up and comes back": (
        "serve/test_allowance.py::test_who_comes_back_has_no_more_than_who_stays",
    ),
    "`loop_late_seconds` is how": (
        "serve/test_loop_watchdog.py::test_how_late_the_loop_was_lately_is_an_average",
    ),
    "Guests of one address share": (
        "host/server/test_purses.py::test_guests_of_an_address_share_a_purse_that_they_cannot_leave_behind",
    ),
    "Calls with a number in the": (
        "host/server/test_purses.py::test_calls_wait_or_are_refused_with_a_sentence",
        "host/server/test_purses.py::test_so_many_calls_run_in_parallel",
    ),
    "These rates cannot be changed.": ("serve/test_running.py::test_a_wrong_setting_is_refused",),
    "A table can be played over": (
        "host/server/test_hall.py::test_a_server_that_starts_again_goes_on_where_it_was",
        "host/server/test_table_clock.py::test_the_time_of_a_turn_goes_on_over_a_start_of_the_server",
    ),
    "The person who makes the": (
        "host/server/test_table_clock.py::test_everybody_sees_when_the_turn_ends_and_what_happens_then",
        "host/server/test_hall.py::test_over_days_a_bot_plays_for_who_is_late_until_they_come_back",
        "host/server/test_hall.py::test_over_days_people_are_reminded",
    ),
    "The time starts when the": (
        "host/server/test_table_clock.py::test_the_time_begins_anew_when_somebody_else_is_asked_and_not_before",
    ),
    "It also runs while the server": (
        "host/server/test_table_clock.py::test_the_time_of_a_turn_goes_on_over_a_start_of_the_server",
        "host/server/test_table_clock.py::test_a_pause_is_not_counted_as_time_of_a_turn",
    ),
    "Everybody sees when it ends:": ("tui/hall/test_turn_end.py::test_it_is_on_every_screen",),
    "Instead, it runs a program": (
        "host/server/test_table_clock.py::test_who_is_away_is_reminded_once_a_turn",
        "host/server/test_hall.py::test_over_days_people_are_reminded",
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "The program is started without": (
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "It gets its information in": (
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "| `LAZARETTO_PERSON` | the": (
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "| `LAZARETTO_TABLE`, `LAZARETTO_GAME`": (
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "| `LAZARETTO_WHY` | `turn`:": (
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
        "host/server/test_hall.py::test_over_days_people_are_reminded",
    ),
    "| `LAZARETTO_ENDS` | when": (
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "Players choose their names,": (
        "serve/test_reminders.py::test_the_command_gets_the_person_and_the_table_and_no_shell",
    ),
    "If the program fails, the": (
        "serve/test_reminders.py::test_a_command_that_fails_or_hangs_hurts_nothing",
    ),
    "If it takes longer than 30": (
        "serve/test_reminders.py::test_a_command_that_fails_or_hangs_hurts_nothing",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "The server continues in any": (
        "serve/test_reminders.py::test_a_command_that_fails_or_hangs_hurts_nothing",
        "serve/test_reminders.py::test_a_flood_of_reminders_is_dropped",
    ),
    "The process that holds the": ("house/test_imports.py::test_what_people_play_with_holds_only_seats",),
    "Worker processes (`workers`": (
        "host/server/test_hall.py::test_nothing_is_lost_when_the_rules_process_dies",
        "host/server/test_scenario_reader.py::test_tables_open_from_the_cache_and_compile_nothing",
    ),
    "One more process reads and": (
        "host/server/test_scenario_reader.py::test_tables_open_from_the_cache_and_compile_nothing",
    ),
    "The engine counts the work": ("rules/test_harmless.py::test_what_has_no_end_is_ended",),
    "An endless rule stops after": (
        "host/server/test_slow_rules.py::test_a_rule_without_an_end_ends_with_a_sentence",
    ),
    "The player who made the choice": (
        "host/server/test_slow_rules.py::test_a_rule_without_an_end_ends_with_a_sentence",
    ),
    "Each of these processes gets": (
        "host/test_native_engine.py::test_a_worker_has_addresses_for_native_code_but_no_more_memory",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "Native code (`engine`) is": (
        "host/test_native_engine.py::test_a_worker_has_addresses_for_native_code_but_no_more_memory",
    ),
    "If one piece of work (a choice": (
        "host/server/test_worker_line.py::test_work_without_an_end_is_given_up",
        "host/server/test_slow_rules.py::test_what_cannot_be_stopped_is_ended_and_stays_alone",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "Waiting for other tables": (
        "host/server/test_worker_line.py::test_a_process_that_works_without_answering_is_left_alone",
        "host/server/test_slow_rules.py::test_what_cannot_be_stopped_is_ended_and_stays_alone",
    ),
    "For the next hour, the table": (
        "host/server/test_table_blame.py::test_who_took_too_long_stays_apart_although_the_game_goes_on",
        "host/server/test_slow_rules.py::test_what_cannot_be_stopped_is_ended_and_stays_alone",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "While one table waits for": (
        "host/server/test_slow_rules.py::test_a_rule_without_an_end_ends_with_a_sentence",
        "host/server/test_slow_rules.py::test_what_cannot_be_stopped_is_ended_and_stays_alone",
    ),
    "**If a worker dies or stops**,": (
        "host/server/test_worker_line.py::test_a_stopped_process_is_noticed_within_three_seconds",
        "host/server/test_worker_line.py::test_a_process_that_is_of_no_use_is_lost",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "A worker that is only busy,": (
        "host/server/test_worker_line.py::test_a_process_that_works_without_answering_is_left_alone",
        "host/server/test_worker_line.py::test_a_process_that_waits_for_a_core_may_be_silent_for_ever",
        "host/server/test_worker_line.py::test_a_process_that_works_may_be_silent_for_some_seconds_of_its_own",
    ),
    "The server starts another": ("host/server/test_lost_workers.py::test_everybody_gets_everything_back",),
    "Meanwhile, the players read": ("host/server/test_lost_workers.py::test_everybody_gets_everything_back",),
    "Then everybody has their": (
        "host/server/test_lost_workers.py::test_everybody_gets_everything_back",
        "host/server/test_lost_workers.py::test_a_stopped_process_is_replaced",
    ),
    "That takes a few seconds.": ("host/server/test_lost_workers.py::test_everybody_gets_everything_back",),
    "A choice that the server": (
        "host/server/test_kills.py::test_a_killed_process_loses_nothing_it_acknowledged",
        "host/server/test_hall.py::test_nothing_is_lost_when_the_rules_process_dies",
    ),
    "Bots that stand in, settings": (
        "host/server/test_lost_workers.py::test_everybody_gets_everything_back",
        "host/server/test_lost_workers.py::test_what_a_player_has_set_holds_after_a_loss",
        "host/server/test_lost_workers.py::test_an_open_replay_goes_on",
        "host/server/test_hall.py::test_a_bot_stands_in_after_the_rules_process_died",
    ),
    "If the machine has no files,": (
        "host/server/test_lost_workers.py::test_without_files_processes_threads_or_memory_it_is_tried_again",
        "host/server/test_lost_workers.py::test_whatever_a_table_lacks_it_is_restored_later",
    ),
    "If Linux has no memory left,": (
        "hostile/test_signals.py::test_without_memory_such_a_process_goes_first",
    ),
    "If a table costs the server": (
        "host/server/test_lost_workers.py::test_a_table_that_costs_processes_their_life_is_given_up_alone",
        "host/server/test_table_blame.py::test_several_suspects_share_the_blame",
    ),
    "After three times in a row,": (
        "host/server/test_lost_workers.py::test_a_table_that_costs_processes_their_life_is_given_up_alone",
        "host/server/test_table_blame.py::test_who_is_alone_to_blame_is_kept_apart_and_then_given_up_for_a_while",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "Other tables continue.": (
        "host/server/test_lost_workers.py::test_a_table_that_costs_processes_their_life_is_given_up_alone",
    ),
    "**Reading scenarios** is": (
        "host/server/test_fair_queue.py::test_whoever_asks_for_much_delays_others_by_one_piece_of_work",
        "host/server/test_scenario_reader.py::test_nobody_waits_for_more_than_one_load_of_somebody_else",
    ),
    "One person can wait for up": (
        "host/server/test_fair_queue.py::test_one_person_can_wait_for_so_much_and_reads_that_it_is_enough",
        "host/server/test_scenario_reader.py::test_nobody_waits_for_more_than_one_load_of_somebody_else",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "If several people want the": (
        "host/server/test_fair_queue.py::test_the_same_work_is_done_once_for_all_who_wait",
    ),
    "A game that takes more than": (
        "host/server/test_scenario_reader.py::test_what_takes_too_long_is_refused_for_a_while_that_grows",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "A game that comes with Lazaretto": (
        "host/server/test_scenario_reader.py::test_what_comes_with_the_program_is_never_refused",
    ),
    "After the start, the server": (
        "host/server/test_scenario_reader.py::test_all_scenarios_are_compiled_ahead",
        "host/server/test_scenario_reader.py::test_tables_open_from_the_cache_and_compile_nothing",
        "host/server/test_fair_queue.py::test_what_nobody_waits_for_is_done_last",
    ),
    "It keeps them in the [cache](security.md#what-is-promised).": (
        "host/server/test_scenario_reader.py::test_tables_open_from_the_cache_and_compile_nothing",
    ),
    "If the cache is turned off,": (
        "host/server/test_scenario_reader.py::test_without_a_cache_the_processes_share_programs_as_long_as_the_server_runs",
    ),
    "The server sends a session": (
        "serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
    ),
    "Neither the number nor the": (
        "serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
        "host/test_secrecy.py::test_a_secret_choice_sends_the_same_bytes_whatever_it_was",
    ),
    "When a player chooses in": (
        "host/server/test_secret_choices.py::test_a_secret_choice_sends_nothing_to_the_others",
    ),
    "They cannot see how many": (
        "host/server/test_secret_choices.py::test_a_secret_choice_sends_nothing_to_the_others",
    ),
    "Only the player who made": (
        "host/server/test_secret_choices.py::test_undoing_does_not_tell_whether_somebody_chose_in_secret",
        "host/server/test_secret_choices.py::test_what_everybody_saw_is_undone_as_ever",
    ),
    "If hands are hidden, the": (
        "host/server/test_secret_choices.py::test_whoever_holds_something_may_play_it_at_the_same_time",
    ),
    "Only players who can play": (
        "host/server/test_secret_choices.py::test_whoever_holds_something_may_play_it_at_the_same_time",
        "serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
    ),
    "If two players choose at": (
        "host/server/test_secret_choices.py::test_of_two_at_once_the_first_is_served_and_the_other_loses_nothing",
    ),
    "The other player reads that": (
        "host/server/test_secret_choices.py::test_of_two_at_once_the_first_is_served_and_the_other_loses_nothing",
        "host/server/test_secret_choices.py::test_a_choice_for_an_earlier_question_is_never_taken_for_another_one",
    ),
    "Tests play pairs of games": (
        "serve/test_secrets.py::test_a_secret_is_not_found_in_what_others_are_sent",
        "serve/test_secrets.py::test_a_hidden_count_is_noticed",
        "serve/test_secrets.py::test_an_update_without_news_is_noticed",
    ),
    "The server writes JSON to": (
        "serve/test_event_log.py::test_of_a_flood_the_first_few_are_written_then_a_number_a_minute",
    ),
    "Events are `server_started`,": ("docs/test_serving.py::test_every_event_is_on_the_page",),
    "The details of an error are": (
        "serve/test_session.py::test_a_crash_ends_one_session_with_a_sentence",
        "hostile/test_one_bad_table.py::test_a_mistake_of_ours_is_told_without_its_file_which_the_log_names",
        "host/server/test_hall_wire.py::test_no_client_learns_where_the_server_keeps_its_files",
    ),
    "A flood of equal events does": (
        "serve/test_event_log.py::test_of_a_flood_the_first_few_are_written_then_a_number_a_minute",
    ),
    "Of events of one kind (the": (
        "serve/test_event_log.py::test_of_a_flood_the_first_few_are_written_then_a_number_a_minute",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "If there are more, it has": (
        "serve/test_event_log.py::test_of_a_flood_the_first_few_are_written_then_a_number_a_minute",
        "serve/test_event_log.py::test_after_a_calm_minute_events_are_written_again",
    ),
    "Each person who comes and": ("serve/test_event_log.py::test_every_person_is_told_of",),
    "If nobody reads standard error,": (
        "hostile/test_unread_log.py::test_a_full_pipe_holds_nobody",
        "hostile/test_unread_log.py::test_the_end_does_not_wait_for_a_reader_who_never_reads",
    ),
    "It keeps 1,000 lines for a": (
        "hostile/test_unread_log.py::test_what_nobody_reads_is_kept_up_to_a_bound_and_counted",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "The server watches its own": ("house/test_watched_tasks.py::test_every_task_of_a_server_is_watched",),
    "If one fails, the log says": (
        "host/server/test_watched_tasks.py::test_a_task_that_dies_begins_anew_and_is_told_with_its_stack",
        "host/server/test_watched_tasks.py::test_it_begins_later_and_later_while_it_dies_at_once",
    ),
    "If a table cannot be shown,": (
        "hostile/test_one_bad_table.py::test_a_table_that_cannot_be_shown_is_closed_and_told_once",
    ),
    "One loop reads everybody's": (
        "serve/test_loop_watchdog.py::test_a_planted_holder_is_told_with_its_place",
    ),
    "A watchdog writes what held": (
        "serve/test_loop_watchdog.py::test_a_planted_holder_is_told_with_its_place",
        "serve/test_loop_watchdog.py::test_a_pause_is_told_once_with_its_length_and_stack",
    ),
    "If the loop is still held after 5 seconds": (
        "serve/test_loop_watchdog.py::test_a_loop_that_never_goes_on_is_told_while_it_is_held",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "If the loop only waited for": (
        "serve/test_loop_watchdog.py::test_another_thread_that_keeps_the_interpreter_is_told",
    ),
    "A machine that runs something": (
        "serve/test_loop_watchdog.py::test_a_machine_that_runs_something_else_is_not_told",
    ),
    "If the loop is still held after 60 seconds": (
        "serve/test_loop_watchdog.py::test_a_loop_that_is_dead_ends_the_process",
        "serve/test_loop_watchdog.py::test_a_dead_server_has_a_status_that_is_no_success",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "A server that was stopped or": (
        "serve/test_loop_watchdog.py::test_a_process_that_was_stopped_for_long_goes_on",
    ),
    "`http://127.0.0.1:2223/metrics`": (
        "serve/test_running.py::test_metrics_and_health_are_served",
        "serve/test_loop_watchdog.py::test_a_pause_is_told_once_with_its_length_and_stack",
    ),
    "`/health` answers `ok` while": ("serve/test_running.py::test_metrics_and_health_are_served",),
    "If a task fails again and": ("serve/test_running.py::test_metrics_and_health_are_served",),
    "If the disk is full, or another": (
        "host/server/test_sqlite_file.py::test_a_full_disk_is_a_sentence_and_loses_nothing",
        "host/server/test_files_in_use.py::test_while_another_process_writes_one_change_waits_and_the_others_are_refused_at_once",
    ),
    "A choice that is not stored": (
        "host/server/test_unstored_choices.py::test_a_choice_that_is_not_stored_did_not_happen",
        "host/test_unkept_choices.py::test_nobody_sees_a_choice_that_is_not_kept",
    ),
    "If a bot has chosen, it": (
        "host/test_unkept_choices.py::test_bots_try_again_what_is_not_kept",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "The server waits 2 seconds for": (
        "host/server/test_files_in_use.py::test_while_another_process_writes_one_change_waits_and_the_others_are_refused_at_once",
        "host/server/test_files_in_use.py::test_it_waits_again_for_the_next_one",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "The log says why (`store_refuses`)": (
        "serve/test_store_watch.py::test_the_operator_reads_what_happens_once",
    ),
    "In the meantime, `/health`": ("serve/test_store_watch.py::test_health_says_why",),
    "If somebody removes the files": (
        "host/server/test_files_in_use.py::test_removed_files_are_put_back",
        "serve/test_store_watch.py::test_the_operator_reads_what_happens_once",
    ),
    "If somebody replaces the": (
        "host/server/test_files_in_use.py::test_a_replaced_database_is_left_alone_and_a_copy_is_kept",
        "host/server/test_files_in_use.py::test_without_its_folder_a_copy_is_kept",
        "serve/test_store_watch.py::test_a_server_whose_database_is_replaced_ends_with_a_sentence",
    ),
    "It never makes an empty": ("host/server/test_files_in_use.py::test_without_its_folder_a_copy_is_kept",),
    "Both can be reached only": ("serve/test_running.py::test_metrics_and_health_are_served",),
    "If the system allows the": (
        "hostile/test_few_files.py::test_the_operator_reads_that_there_are_too_few_files",
    ),
    "The last 32 files are kept": (
        "hostile/test_few_files.py::test_a_flood_of_connections_takes_no_file_that_others_need",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "A unit for systemd, `/etc/systemd/system/lazaretto.service`:": (
        "docs/test_serving.py::test_the_unit_and_the_recipe_fit_the_server",
    ),
    "A container:": ("docs/test_serving.py::test_the_unit_and_the_recipe_fit_the_server",),
    "If you prefer the logins": ("serve/test_socket.py::test_a_person_of_the_operator_plays_and_comes_back",),
    "Then each session is a separate": (
        "serve/test_socket.py::test_a_person_of_the_operator_plays_and_comes_back",
        "serve/test_socket.py::test_the_full_screen_over_the_socket",
    ),
    "Players from both sides meet": ("serve/test_socket.py::test_an_app_elsewhere_comes_through_the_daemon",),
    "With `ExposeAuthInfo yes`,": (
        "serve/test_socket.py::test_what_the_daemon_says_is_read_with_care",
        "serve/test_socket.py::test_the_key_of_a_login_elsewhere_is_an_account",
    ),
    "It is the same account as": (
        "serve/test_socket.py::test_the_key_of_a_login_elsewhere_is_an_account",
        "serve/test_socket.py::test_a_name_that_somebody_has_is_not_taken_over",
    ),
    "Without it, name the person": (
        "serve/test_socket.py::test_a_person_of_the_operator_plays_and_comes_back",
    ),
    "The server asks nothing unless": (
        "serve/test_socket.py::test_a_person_of_the_operator_plays_and_comes_back",
        "serve/test_socket.py::test_a_name_that_somebody_has_is_not_taken_over",
    ),
    "On a machine where every": ("serve/test_socket.py::test_only_trusted_accounts_speak_for_others",),
    "Only accounts in `socket_trusted`,": (
        "serve/test_socket.py::test_only_trusted_accounts_speak_for_others",
    ),
    "`ssh games@HOST BCD-234`": (
        "serve/test_socket.py::test_a_person_of_the_operator_plays_and_comes_back",
        "serve/test_socket.py::test_what_the_daemon_says_is_read_with_care",
    ),
    "`ssh -T games@HOST` gets": ("serve/test_socket.py::test_a_person_of_the_operator_plays_and_comes_back",),
    "`lazaretto join games@HOST:22`": (
        "serve/test_socket.py::test_an_app_elsewhere_comes_through_the_daemon",
    ),
    "`lazaretto admin` changes": (
        "serve/test_data_lock.py::test_a_second_server_is_refused_until_the_first_one_ends",
    ),
    "The server may be running:": (
        "host/server/test_admin.py::test_the_server_notices_a_ban",
        "host/server/test_hall.py::test_what_the_operator_changes_is_seen",
        "serve/test_hall_play.py::test_who_is_banned_while_playing_has_to_leave",
        "docs/test_serving.py::test_its_numbers_hold",
    ),
    "`--data DIR` names the folder": (
        "serve/test_command.py::test_the_operator_lists_bans_renames_and_backs_up",
    ),
    "| `lazaretto admin people`,": (
        "serve/test_command.py::test_the_operator_lists_bans_renames_and_backs_up",
        "host/server/test_admin.py::test_people_and_tables_are_listed",
    ),
    "| `lazaretto admin limits`": ("serve/test_command.py::test_the_operator_reads_all_limits_as_they_are",),
    "| `lazaretto admin ban WHOM": (
        "host/server/test_admin.py::test_the_server_notices_a_ban",
        "host/server/test_admin.py::test_all_keys_of_a_person_are_banned_and_one_can_be_freed",
    ),
    "| `lazaretto admin unban": (
        "host/server/test_admin.py::test_all_keys_of_a_person_are_banned_and_one_can_be_freed",
    ),
    "| `lazaretto admin close": (
        "host/server/test_admin.py::test_a_closed_table_takes_no_more_choices",
        "host/server/test_hall.py::test_what_the_operator_changes_is_seen",
    ),
    "| `lazaretto admin announce TEXT`": (
        "host/server/test_hall.py::test_an_announcement_outlives_the_server_but_not_a_day",
        "host/server/test_hall.py::test_what_the_operator_changes_is_seen",
    ),
    "| `lazaretto admin announce --clear`": (
        "serve/test_command.py::test_the_operator_lists_bans_renames_and_backs_up",
    ),
    "| `lazaretto admin rename": ("host/server/test_admin.py::test_people_are_renamed_and_deleted",),
    "| `lazaretto admin delete": (
        "host/server/test_people.py::test_a_deleted_person_leaves_results_and_finished_tables_under_no_name",
        "host/server/test_sqlite_file.py::test_what_a_deleted_person_said_is_not_in_the_files",
    ),
    "| `lazaretto admin code NAME`": (
        "host/server/test_admin.py::test_a_code_replaces_a_lost_key",
        "host/server/test_people.py::test_a_code_expires",
    ),
    "| `lazaretto backup FILE`": (
        "host/server/test_sqlite_file.py::test_a_backup_is_a_whole_store_while_others_write",
        "host/server/test_admin.py::test_a_backup_is_made_while_the_server_runs",
    ),
    "| `lazaretto admin export": (
        "host/server/test_table_records.py::test_a_table_is_exported_replayed_imported_and_played_on",
    ),
    "| `lazaretto admin import": (
        "host/server/test_table_records.py::test_a_table_is_exported_replayed_imported_and_played_on",
        "host/server/test_table_records.py::test_what_cannot_go_on_at_a_table_is_refused",
    ),
    "`export` writes an ordinary": (
        "host/server/test_table_records.py::test_a_table_is_exported_replayed_imported_and_played_on",
    ),
    "`lazaretto replay`, `lazaretto": (
        "host/server/test_table_records.py::test_a_table_is_exported_replayed_imported_and_played_on",
    ),
    "An imported table is private.": (
        "host/server/test_table_records.py::test_a_table_is_exported_replayed_imported_and_played_on",
    ),
    "A person whose name is in": (
        "host/server/test_table_records.py::test_a_table_is_exported_replayed_imported_and_played_on",
    ),
    "To import a record, you need": (
        "host/server/test_table_records.py::test_what_cannot_go_on_at_a_table_is_refused",
    ),
    "To restore a backup, stop": (
        "serve/test_command.py::test_the_operator_lists_bans_renames_and_backs_up",
    ),
    "A player's lost key stays": (
        "host/server/test_people.py::test_a_code_stays_valid_when_the_key_is_taken",
        "host/server/test_people.py::test_the_last_key_stays",
        "hostile/test_lost_rights.py::test_a_key_that_is_removed_ends_its_sessions",
    ),
    "A table keeps the rules that": ("host/server/test_hall.py::test_a_table_keeps_the_texts_it_began_with",),
}
"""The beginning of each sentence that promises something, and the tests that fail if it is untrue."""

PLAIN_IN_SERVING = (
    "This page is for people who",
    "Players find the keys of",
    "Keep the file: if the host",
    "**No key yet.",
    "`ssh-keygen -t ed25519`,",
    "**Another device.",
    "**A lost key.",
    "**Guests.",
    "**Straight to a table.",
    "**Private tables.",
    "Some systems configure their",
    "It is best for screen readers.",
    "If a connection breaks, the",
    "`reset` restores it.",
    "With `ssh -o ServerAliveInterval=15",
    "`python benchmarks/serve.py`",
    "The server sends no mail.",
    "For example, for players",
    "With the systemd unit below,",
    "If your mail program needs",
    "Every decision has three",
    "**Fuel.",
    "**Memory.",
    "**Time.",
    "Only time can still tell",
    "Addresses, fingerprints and",
    "Every connection is an open",
    "To listen on port 22 without",
    "The server does not need",
    "How the server knows who",
    "In the unit above, add `RuntimeDirectory=lazaretto`",
    "[mosh](https://mosh.org)",
    "It starts its own server",
    "It works through an account",
    "A backup does not contain",
)
"""The beginnings of sentences that explain, advise, introduce others or say what is not promised."""
