/**
 * Programs whose children do not end with them by themselves. Each gets two words: one that all of its processes have in their
 * command line, and the path of a file that it writes once they run.
 */
interface GettingAway {
  readonly name: string;
  readonly script: string;
}

/** A process that sleeps, with the word in its command line. */
const sleeper = `bash -c 'sleep 600 & wait; : "$0"' "$1"`;
const stubborn = `bash -c 'trap "" TERM HUP INT; while :; do sleep 0.1; done; : "$0"' "$1"`;
const ready = 'echo up > "$2"';

export const scriptsThatGetAway: readonly GettingAway[] = [
  {
    name: "a command in a group of its own, as agents' programs start them",
    script: `set -m; ${sleeper} & ${ready}; wait`,
  },
  { name: "a session of its own", script: `setsid ${sleeper} & sleep 0.1; ${ready}; wait` },
  { name: "a child that ignores signals", script: `${stubborn} & sleep 0.1; ${ready}; wait` },
  {
    name: "one that ignores signals, in a session of its own",
    script: `setsid ${stubborn} & sleep 0.1; ${ready}; wait`,
  },
  {
    name: "a program that ignores signals itself",
    script: `trap "" TERM; setsid ${sleeper} & sleep 0.1; ${ready}; while :; do sleep 0.1; done`,
  },
  {
    name: "a daemon, whose parents have ended",
    script: `setsid bash -c 'setsid ${sleeper.replaceAll("'", `'"'"'`)} & :' bash "$1" & sleep 0.2; ${ready}; wait; sleep 600`,
  },
  {
    name: "a daemon that ignores signals",
    script: `setsid bash -c 'setsid ${stubborn.replaceAll("'", `'"'"'`).replaceAll('"$1"', '"$1"')} & :' bash "$1" & sleep 0.2; ${ready}; wait; sleep 600`,
  },
  {
    name: "a child without its parents' environment",
    script: `env -i PATH="$PATH" setsid ${sleeper} & sleep 0.1; ${ready}; wait`,
  },
  {
    name: "one that starts another whenever it gets a signal",
    script: `again() { setsid bash -c 'sleep 600 & wait; : "$0"' "$1" & }; trap 'again "$1"' TERM; setsid ${sleeper} & sleep 0.1; ${ready}; while :; do sleep 0.05; done`,
  },
  {
    name: "a tree in which each starts the next in a session of its own",
    script: `setsid bash -c 'setsid bash -c "setsid bash -c \\"sleep 600 & wait; : \\$0\\" $1 & wait; : $1" & wait; : "$1"' bash "$1" & sleep 0.2; ${ready}; wait`,
  },
];
