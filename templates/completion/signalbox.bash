# signalbox for bash: eval "$(signalbox completion bash)"
#
# Nothing that comes from an issue may be run: no value passes through eval or compgen -W, which obey what is in it,
# and what is put on the command line is quoted.
_signalbox() {
  local line value description shown
  COMPREPLY=()
  while IFS= read -r line; do
    value=${line%%$'\t'*}
    description=${line#*$'\t'}
    printf -v shown %q "$value"
    # 63: the words are only listed.
    if [ "$COMP_TYPE" = 63 ] && [ -n "$description" ]; then shown="$value  ($description)"; fi
    COMPREPLY+=("$shown")
  done < <(signalbox completion words --at "$COMP_CWORD" -- "${COMP_WORDS[@]:1}" 2>/dev/null)
}
complete -o default -o nosort -F _signalbox signalbox
