# To be sourced: lets the processes of the server and of GitHub's stand-in go first. Linux shares time among sessions before
# it looks at niceness, which counts only within one (sched(7), "The autogroup feature"). A process that is not the machine's
# root may set that of its session only if nobody did within the last 100 ms, so it tries again.
give_way() {
  # Some kernels have no such thing, and in some containers nobody may set it.
  [ -w /proc/self/autogroup ] || return 0
  tries=0
  until { echo 15 >/proc/self/autogroup; } 2>/dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -ge 200 ]; then
      echo "The session's niceness could not be set within 20 s." >&2
      return 1
    fi
    sleep 0.1
  done
}
