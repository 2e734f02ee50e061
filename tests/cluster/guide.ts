/** What `npm run cluster` prints once everything runs. */

export interface Shown {
  readonly door: string;
  readonly hub: string;
  /** The file that a shell reads to speak to the cluster. */
  readonly variables: string;
  readonly folder: string;
  readonly postgresPort: number;
  readonly processes: readonly {
    readonly name: string;
    readonly port: number;
    readonly pid: number | undefined;
  }[];
}

export function guide({ door, hub, variables, folder, postgresPort, processes }: Shown): string {
  const rows = processes.map(
    ({ name, port, pid }) => `  ${name.padEnd(9)} http://127.0.0.1:${port}/readyz   process ${pid ?? "-"}\n`,
  );
  return `The cluster runs, on this machine only. Data and logs in ${folder}. Press Ctrl-C to stop; the data stays.

  Address   ${door}/   connections go to the two web processes in turns, the hub's deliveries too
  Health    ${door}/health
  GitHub    ${hub}/api/v3   the hub, with the repository acme/demo
${rows.join("")}  database  127.0.0.1:${postgresPort}   PostgreSQL

In another terminal (bash or zsh), here:

  . ${variables}                       # the database, and where commands find the server
  eval "$(npx --no -- signalbox env --as alice)"
  signalbox open                       # the pages
  gh issue create --title "Sign in" --label kind:task --body $'### Goal\\n\\nPeople can sign in.'
  gh issue create --title "Q: Which token?" --label kind:question --body $'### Blocking task\\n\\n#1\\n\\n### Category\\n\\nimplementation\\n\\n### Urgency\\n\\nblocking\\n\\n### Context\\n\\nBoth kinds would do.'
  signalbox wait 1 &
  kill -9 ${processes.at(-1)?.pid ?? "-"}                        # a worker: the other one takes over
  signalbox gh --as maria issue comment 2 --body "/answer Opaque tokens."
  signalbox explain 1
`;
}
