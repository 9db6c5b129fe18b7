# Completion of lazaretto for fish. `lazaretto completion fish` prints this script.

# Whether the command line has no command yet.
function __lazaretto_no_command
    test (count (commandline -opc)) -eq 1
end

# Whether this is the command of the command line.
function __lazaretto_in
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"
end

# Names that lazaretto knows.
function __lazaretto_names
    @PROGRAM@ names $argv[1] 2>/dev/null </dev/null
end

complete -c lazaretto -f
complete -c lazaretto -n __lazaretto_no_command -s h -l help -d @HELP@
complete -c lazaretto -n __lazaretto_no_command -l version -d @VERSION@
@COMMANDS@
