#!/bin/sh
# Runs a command in a session of its own that lets the others go first. Linux shares time among sessions before it looks
# at niceness, which counts only within one (sched(7), "The autogroup feature"); without that feature niceness is all.
echo 15 2>/dev/null >/proc/self/autogroup || :
exec nice -n 15 "$@"
