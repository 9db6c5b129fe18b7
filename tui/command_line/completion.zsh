#compdef lazaretto
# Completion of lazaretto for zsh. `lazaretto completion zsh` prints this script.

# Offers names that lazaretto knows.
_lazaretto_names() {
    local -a found
    found=("${(@f)$(@PROGRAM@ names $1 2>/dev/null </dev/null)}")
    found=(${found:#})
    compadd -a found
}

_lazaretto_scenarios() { _lazaretto_names scenarios; _files -/ }
_lazaretto_records() { _lazaretto_names records; _files }
_lazaretto_campaigns() { _lazaretto_names campaigns }

_lazaretto() {
    local -a commands
    if ((CURRENT == 2)); then
        commands=(
@COMMANDS@
        )
        _describe -t commands command commands
        _arguments '(- *)'{-h,--help}@HELP@ '(- *)--version'@VERSION@
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
@ARGUMENTS@
    esac
}

if [[ ${funcstack[1]} == _lazaretto ]]; then
    _lazaretto "$@"
else
    compdef _lazaretto lazaretto
fi
