/**
 * What support for PostgreSQL cost the server on SQLite: this checkout and the last commit without PostgreSQL get the
 * same load in turns.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startHub } from "../../../src/hub/hub.ts";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { checkOut, missingHistory } from "../../chaos/previous-release.ts";
import { type Child, startChild } from "../children.ts";
import { mainThreadMs } from "../cpu-time.ts";
import type { Figure, Skipped } from "../figure.ts";
import { startLoadGenerator } from "../load/bursts.ts";
import { prepareIntake } from "../load/intake.ts";
import { openTasks } from "../load/template.ts";
import type { Run } from "../part.ts";
import { whenDrained } from "../running.ts";
import { serverStarted } from "../servers/messages.ts";
import { median, ratios } from "../statistics.ts";

const lastWithoutPostgres = "c80db026";
const app = "servers/app.ts";
/** Where that commit has it. */
const appBefore = "tests/bench/doors/app.ts";
const atLeast = 0.95;

export async function sqliteFigures(run: Run): Promise<readonly Figure[] | Skipped> {
  const skipped = missingHistory(lastWithoutPostgres);
  if (skipped !== undefined) return { skipped };
  const { folder } = await checkOut(lastWithoutPostgres);
  const programs = [app, pathToFileURL(join(folder, appBefore)).href];
  run.progress(`${lastWithoutPostgres} is checked out`);
  return [...(await acceptedFigures(programs, run)), ...(await processedFigures(programs, run))];
}

/** Deliveries are only accepted: no GitHub answers, so none is processed. */
async function acceptedFigures(
  programs: readonly string[],
  { isQuick, folder, progress }: Run,
): Promise<readonly Figure[]> {
  const [rounds, count] = isQuick ? [3, 500] : [9, 4_000];
  const { serverOptions, templates } = await prepareIntake(folder);
  const generator = startLoadGenerator(serverOptions.secret, templates);
  const sides = await Promise.all(
    programs.map(async (program, place) => {
      const child = startChild(program);
      const home = join(folder, `accepting-${place}`);
      return {
        child,
        rates: [] as number[],
        url: (await child.ask({ ...serverOptions, home }, serverStarted)).url,
      };
    }),
  );
  for (let round = 0; round <= rounds; round++) {
    for (const { url, rates } of inTurns(sides, round)) {
      const { accepted, seconds } = await generator.send(url, count);
      // The first round warms up.
      if (round > 0) rates.push(accepted / seconds);
    }
    if (round > 0) progress(`accepted, round ${round} of ${rounds}: ${lastOf(sides)}`);
  }
  await Promise.all([generator, ...sides.map(({ child }) => child)].map(({ stop }) => stop()));
  const [now = [], before = []] = sides.map(({ rates }) => rates);
  return [
    { name: "SQLite, accepted, dispatch paused", value: median(now), unit: "/s" },
    {
      name: `the same / at ${lastWithoutPostgres}`,
      value: median(ratios(now, before)),
      unit: "x",
      target: { atLeast },
    },
  ];
}

interface Side {
  readonly child: Child;
  readonly port: number;
  readonly send: (count: number) => Promise<unknown>;
  readonly stop: () => Promise<void>;
  readonly rates: number[];
  /** The main thread's CPU time a delivery, in microseconds. */
  readonly cpuTimes: number[];
}

/** Each has a hub of its own. */
async function processedFigures(
  programs: readonly string[],
  { isQuick, folder, progress }: Run,
): Promise<readonly Figure[]> {
  const [rounds, count] = isQuick ? [2, 300] : [9, 3_000];
  const sides: Side[] = [];
  for (const [place, program] of programs.entries())
    sides.push(await startSide(program, join(folder, `processing-${place}`)));
  for (let round = 0; round <= rounds; round++) {
    for (const { child, port, send, rates, cpuTimes } of inTurns(sides, round)) {
      const begin = performance.now();
      const cpuBefore = mainThreadMs(child.pid);
      await send(count);
      await whenDrained(port);
      if (round === 0) continue;
      rates.push(count / ((performance.now() - begin) / 1000));
      cpuTimes.push(((mainThreadMs(child.pid) - cpuBefore) / count) * 1000);
    }
    if (round > 0) progress(`processed, round ${round} of ${rounds}: ${lastOf(sides)}`);
  }
  for (const { stop } of sides) await stop();
  const [now, before] = sides;
  if (now === undefined || before === undefined) throw new RangeError("One of the programs is missing.");
  return [
    {
      name: "SQLite, processed, from the first sent to the last settled",
      value: median(now.rates),
      unit: "/s",
    },
    {
      name: `the same / at ${lastWithoutPostgres}`,
      value: median(ratios(now.rates, before.rates)),
      unit: "x",
      target: { atLeast },
    },
    {
      name: `main thread's CPU time a delivery / at ${lastWithoutPostgres}`,
      value: median(ratios(now.cpuTimes, before.cpuTimes)),
      unit: "x",
    },
  ];
}

async function startSide(program: string, folder: string): Promise<Side> {
  const hub = await startHub({ home: join(folder, "hub"), port: 0 });
  const { id: appId, privateKey, webhookSecret: secret } = hub.app;
  const child = startChild(program);
  const serverOptions = { secret, appId, privateKey, hubUrl: hub.url, home: join(folder, "home") };
  const { url } = await child.ask(serverOptions, serverStarted);
  hub.setWebhookUrl(`${url}${webhookPath}`);
  const generator = startLoadGenerator(secret, await openTasks(hub, 100));
  const port = Number(new URL(url).port);
  await whenDrained(port);
  return {
    child,
    port,
    rates: [],
    cpuTimes: [],
    send: (count) => generator.send(url, count),
    stop: async () => {
      await Promise.all([generator.stop(), child.stop()]);
      await hub.close();
    },
  };
}

/** The second of a round may find the disk busy with what the first one wrote. */
function inTurns<T>(sides: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? sides : sides.toReversed();
}

function lastOf(sides: readonly Pick<Side, "rates">[]): string {
  return sides.map(({ rates }) => `${Math.round(rates.at(-1) ?? 0)}/s`).join(" and ");
}
