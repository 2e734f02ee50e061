/**
 * Runs signalbox as a user does: the command line in a process of its own, with a data directory and free
 * ports. Do not start its parts inside the bench: no user runs a process like that.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { systemClock } from "../../src/base/clock.ts";
import { type Actor, actorOf } from "../support/actor.ts";

const program = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));
export const repository = "acme/demo";

const session = z.object({ url: z.url(), tokens: z.record(z.string(), z.string()) });
const health = z.object({
  status: z.string(),
  ingress: z.object({ accepted: z.number().default(0) }),
  deliveries: z.object({ pending: z.number() }),
  effects: z.object({ pending: z.number() }),
});

export interface Running {
  readonly pid: number;
  /** How it ended; undefined while it runs. */
  readonly ended: () => string | undefined;
  /** Ends it like Ctrl-C, and waits. */
  readonly stop: () => Promise<void>;
}

/** Starts `signalbox` with these arguments and variables; of this environment it only inherits the path. */
export function run(words: readonly string[], variables: Readonly<Record<string, string>>): Running {
  const child: ChildProcess = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "warn", ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let outcome: string | undefined;
  child.once("exit", (code, signal) => {
    outcome = signal ?? `exit code ${code}`;
  });
  const end = (): void => void child.kill("SIGKILL");
  process.prependOnceListener("exit", end);
  return {
    pid: child.pid ?? 0,
    ended: () => outcome,
    stop: async () => {
      process.off("exit", end);
      if (outcome !== undefined) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const quietMs = 3_000;

/** Long enough for ten thousand issues to be processed. */
const patienceMs = 20 * 60_000;

/** Polls until `isTrue` resolves to true. Rejects after 20 minutes. */
export async function until(what: string, gapMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await systemClock.sleep(gapMs);
  }
}

type Health = z.infer<typeof health>;

/** Resolves when `GET /health` answers 200 and its content satisfies `isEnough`. */
export async function whenHealthy(
  port: number,
  isEnough: (shown: Health) => boolean = () => true,
  gapMs = 10,
): Promise<void> {
  await until("the App was healthy", gapMs, () => isHealthy(port, isEnough));
}

/** Resolves when a server that was just started is healthy; rejects if it ends before that. */
export async function whenStarted(server: Running, port: number): Promise<void> {
  await until("the App was healthy", 10, async () => {
    const ended = server.ended();
    if (ended !== undefined) throw new Error(`The App ended with ${ended} before it was healthy.`);
    return (await healthOf(port))?.status === 200;
  });
}

async function isHealthy(port: number, isEnough: (shown: Health) => boolean): Promise<boolean> {
  const response = await healthOf(port);
  const body = await response?.json();
  return response?.status === 200 && isEnough(health.parse(body));
}

function healthOf(port: number): Promise<Response | undefined> {
  return fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
}

/** Resolves when neither deliveries nor effects are pending. */
export function whenDrained(port: number, gapMs?: number): Promise<void> {
  return whenHealthy(port, ({ deliveries, effects }) => deliveries.pending + effects.pending === 0, gapMs);
}

/**
 * Resolves when nothing is pending and nothing has come for some seconds: the hub delivers one webhook after
 * the other.
 */
export async function whenSettled(port: number): Promise<void> {
  let came = -1;
  let since = performance.now();
  await whenHealthy(
    port,
    ({ deliveries, effects, ingress }) => {
      const isQuiet = ingress.accepted === came && deliveries.pending + effects.pending === 0;
      if (!isQuiet) [came, since] = [ingress.accepted, performance.now()];
      return performance.now() - since > quietMs;
    },
    250,
  );
}

/** A user of the hub that runs with this data directory. */
export function hubUser(home: string, login: string): Actor {
  const { url, tokens } = session.parse(JSON.parse(readFileSync(join(home, "hub.json"), "utf8")));
  return actorOf(url, tokens[login] ?? "", login, repository);
}

/** Resolves when `actor` sees this label on the issue. */
export function whenLabelled(actor: Actor, issue: number, label: string): Promise<void> {
  return until(`#${issue} was labelled ${label}`, 2, async () =>
    (await actor.see(issue)).labels.includes(label),
  );
}
