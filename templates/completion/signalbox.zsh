#compdef signalbox
# signalbox for zsh: eval "$(signalbox completion zsh)", after compinit; or this text as a file _signalbox in $fpath
#
# Nothing that comes from an issue may be run: no value passes through eval, and compadd quotes what it puts on the
# command line.
_signalbox() {
  local line
  local -a found shown
  while IFS= read -r line; do
    found+=("${line%%$'\t'*}")
    shown+=("${line/$'\t'/  }")
  done < <(signalbox completion words --at $((CURRENT - 1)) -- "${(@)words[2,-1]}" 2>/dev/null)
  if (( $#found )); then
    compadd -V signalbox -l -d shown -a found
  else
    _files
  fi
}
if [ "${funcstack[1]}" = _signalbox ]; then
  _signalbox "$@"
else
  compdef _signalbox signalbox
fi
