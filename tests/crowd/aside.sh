#!/bin/sh
# Runs a command in this session, which gives way to others; where Linux does not share time among sessions, niceness is all.
set -eu
. "$(dirname "$0")/give-way.sh"
give_way
exec nice -n 15 "$@"
