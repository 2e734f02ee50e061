/** `npm run cluster`: the App on PostgreSQL with two web processes and two workers, for trying. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf, UserError } from "../../src/base/errors.ts";
import { stopSignal } from "../../src/cli/start/stop-signal.ts";
import { forget, startCluster } from "./cluster.ts";
import { guide } from "./guide.ts";
import { homeIn, portsFrom } from "./plan.ts";

const help = `npm run cluster -- [options]

  --port <n>      the first of seven ports that follow each other: 4100
  --folder <path> where it keeps its data: .signalbox-cluster
  --fresh         begin again without the data of last time
  --help          print this
`;

const awayMs = 30_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4100" },
      folder: { type: "string", default: ".signalbox-cluster" },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  if (!/^\d{4,5}$/.test(values.port) || Number(values.port) > 65_000)
    throw new UserError(`--port must be a number from 1000 to 65000, found ${values.port}.`);
  await play(resolve(values.folder), Number(values.port), values.fresh);
}

async function play(folder: string, port: number, isFresh: boolean): Promise<void> {
  const stopped = stopSignal();
  const say = (text: string): void => void process.stdout.write(text);
  if (isFresh) forget(folder);
  say("Starting PostgreSQL, the hub, two web processes and two workers…\n");
  const cluster = await startCluster({ folder, port, say, awayMs });
  try {
    const variables = join(folder, "env.sh");
    const home = homeIn(folder);
    writeFileSync(
      variables,
      `export DATABASE_URL='${cluster.databaseUrl}'\nexport SIGNALBOX_HOME='${home.replaceAll("'", "'\\''")}'\n`,
      { mode: 0o600 },
    );
    const ports = portsFrom(port);
    say(
      guide({
        folder,
        variables,
        postgresPort: ports.postgres,
        door: `http://127.0.0.1:${ports.door}`,
        hub: `http://127.0.0.1:${ports.hub}`,
        processes: cluster.members.map(({ planned, member }) => ({ ...planned, pid: member.pid() })),
      }),
    );
    await stopped;
    say("\nStopping: web processes and workers finish what they began, then the hub and PostgreSQL end.\n");
  } finally {
    await cluster.stop();
  }
}

main().catch((thrown: unknown) => {
  process.stderr.write(`${thrown instanceof UserError ? thrown.message : messageOf(thrown)}\n`);
  process.exitCode = 1;
});
