#!/bin/sh
# Stands in for an agent's program: it works through a task as AGENTS.md teaches, with signalbox, gh and git, and can be
# killed after any of its steps. What it finds done already it does not do again.
#   CROWD_LOG    gets a line for each step: milliseconds, agent, task, process, step
#   DIES_AFTER   kills itself after this step, once: DIES_ONCE names the file that remembers it
#   DIES_HOW     program (the default): itself; run: the process that started it, and then itself; left: that process alone
set -eu
# `run` gave it a session of its own.
. "$(dirname "$0")/give-way.sh"
give_way
task=$SIGNALBOX_ISSUE
branch=task-$task
cat >/dev/null

step() {
  echo "$(date +%s%3N) $SIGNALBOX_AGENT $task $$ $1" >>"$CROWD_LOG"
  if [ "${DIES_AFTER-}" != "$1" ] || [ -e "$DIES_ONCE" ]; then return; fi
  : >"$DIES_ONCE"
  if [ "${DIES_HOW-program}" != program ]; then kill -KILL "$PPID"; fi
  if [ "${DIES_HOW-program}" != left ]; then kill -KILL $$; fi
}

# What a command cannot do just now, as while the server restarts, it can do a moment later.
again() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || return 1
    sleep 1
  done
}

read_brief() { signalbox brief "$task" >brief.txt; }
push() { git push --quiet origin "HEAD:refs/heads/$branch"; }
fetch() { git fetch --quiet --prune origin; }
list_pulls() { gh pr list --head "$branch" --state all --json number --jq '.[0].number // empty' >pull.txt; }
ask() { signalbox ask "$task" "Which words?" --context "Either would do." --urgency blocking --category implementation --key words >/dev/null; }
hand_over() { signalbox hand-over --file handover.md --key done; }
open_pull() { gh pr create --head "$branch" --base main --title "Task $task" --body "Closes #$task" >/dev/null; }

cd "$CHECKOUT"
git reset --quiet --hard
git clean --quiet -fdx
step begun

again read_brief
step read

if grep -q "Ask which words" brief.txt && ! grep -q "All lower case" brief.txt; then
  again ask
  step asked
  turns=0
  until signalbox wait "$task" --timeout 50s >wait.txt 2>&1; do
    turns=$((turns + 1))
    [ "$turns" -lt 120 ] || exit 5
    sleep 0.5
  done
  step answered
fi

again fetch
if git rev-parse --quiet --verify "origin/$branch" >/dev/null; then
  git checkout --quiet -B "$branch" "origin/$branch"
else
  git checkout --quiet -B "$branch" origin/main
fi
if [ ! -e "work/$task.txt" ]; then
  mkdir -p work
  echo "hello from task $task" >"work/$task.txt"
  git add work
  git commit --quiet --message "Work on task $task"
fi
step committed

again push
step pushed

again list_pulls
if [ ! -s pull.txt ]; then
  again open_pull
  again list_pulls
fi
step proposed

cat >handover.md <<TEXT
### Completes

#$task

### Status

complete

### Changes

- work/$task.txt: says hello

### Verified

- npm test: passed

### Context

The words are all lower case.

### Next steps

None.

### Pull request

#$(cat pull.txt)
TEXT
again hand_over
step handed
echo "Task $task is handed over."
