# Completion of lazaretto for bash. `lazaretto completion bash` prints this script.

# Offers the words of a list that begin like the current one.
_lazaretto_words() {
    local word
    for word in $2; do
        [[ $word == "$1"* ]] && COMPREPLY+=("$word")
    done
}

# Offers names that lazaretto knows; they are texts, never evaluated.
_lazaretto_names() {
    local name
    compopt -o filenames 2>/dev/null
    while IFS= read -r name; do
        [[ $name == "$1"* ]] && COMPREPLY+=("$name")
    done < <(@PROGRAM@ names "$2" 2>/dev/null </dev/null)
}

# Offers files or, with -d, folders.
_lazaretto_files() {
    local file
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        COMPREPLY+=("$file")
    done < <(compgen "$2" -- "$1")
}

_lazaretto_offer() {
    case $2 in
        file) _lazaretto_files "$1" -f ;;
        folder) _lazaretto_files "$1" -d ;;
        scenarios) _lazaretto_names "$1" scenarios; _lazaretto_files "$1" -d ;;
        records) _lazaretto_names "$1" records; _lazaretto_files "$1" -f ;;
        campaigns) _lazaretto_names "$1" campaigns ;;
        words) _lazaretto_words "$1" "$3" ;;
    esac
}

_lazaretto() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} flags= valued= kind= words= last= index place=0
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _lazaretto_words "$current" "@COMMANDS@ -h --help --version"
        return
    fi
    # Bash takes --option=value for three words.
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $command in
@FLAGS@
        *) return ;;
    esac
    if [[ $current == -* ]]; then
        _lazaretto_words "$current" "$flags"
        return
    fi
    case "$command $before" in
@VALUES@
    esac
    if [[ $kind ]]; then
        _lazaretto_offer "$current" "$kind" "$words"
        return
    fi
    for ((index = 2; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
            =) ((index++)) ;;
            -*) [[ " $valued " == *" ${COMP_WORDS[index]} "* && ${COMP_WORDS[index + 1]} != = ]] && ((index++)) ;;
            *) ((place++)) ;;
        esac
    done
    [[ $last ]] && ((place > last)) && place=$last
    case "$command $place" in
@PLACES@
    esac
    _lazaretto_offer "$current" "$kind" "$words"
}

complete -F _lazaretto lazaretto
