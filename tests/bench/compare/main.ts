/**
 * `npm run bench:compare -- <folder>`: accepts and processes deliveries with this checkout and with another one in turns, in
 * one run, and prints this one's figures as multiples of the other's. Processes of one commit differ by some percent from
 * start to start, so several pairs of them are started, and the median of their ratios counts.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf, UserError } from "../../../src/base/errors.ts";
import { startHub } from "../../../src/hub/hub.ts";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { startChild } from "../children.ts";
import { mainThreadMs } from "../cpu-time.ts";
import { exitCodeOf, type Figure, type PartResult } from "../figure.ts";
import { startLoadGenerator } from "../load/bursts.ts";
import { openTasks } from "../load/template.ts";
import { whenDrained } from "../running.ts";
import { serverStarted } from "../servers/messages.ts";
import { median, ratios } from "../statistics.ts";
import { tableOf } from "../table.ts";

const help = `npm run bench:compare -- <folder> [options]

Accepts and processes deliveries with this checkout and with the one in <folder>, in turns, and prints this one's figures as
multiples of the other's. Both need their packages installed. Ends with 1 when one misses its target.

  --pairs <n>   how many pairs of processes are compared: 7
  --json        print the results as JSON instead of a table
  --help        print this
`;

const appFile = "tests/bench/servers/app.ts";
const deliveriesInTurn = 3_000;
const warmUps = 2;
const turns = 10;

/** What a checkout did in one turn, or what this one did as a multiple of that. */
interface Measured {
  /** Deliveries accepted a second. */
  readonly accepted: number;
  /** Deliveries a second, from the first sent to the last settled. */
  readonly processed: number;
  /** CPU time of the App's main thread. */
  readonly cpuMs: number;
}

interface Side {
  readonly measureTurn: () => Promise<Measured>;
  readonly close: () => Promise<void>;
}

/** The App of a checkout, with a stand-in of its own. */
async function startSide(checkout: string, home: string): Promise<Side> {
  const hub = await startHub({ home: join(home, "hub"), port: 0 });
  const { id: appId, privateKey, webhookSecret: secret } = hub.app;
  const app = startChild(join(checkout, appFile));
  const given = { secret, appId, privateKey, hubUrl: hub.url, home: join(home, "data") };
  const { url } = await app.ask(given, serverStarted);
  hub.setWebhookUrl(`${url}${webhookPath}`);
  const generator = startLoadGenerator(secret, await openTasks(hub, 100));
  const port = Number(new URL(url).port);
  await whenDrained(port);
  return {
    measureTurn: async () => {
      const begin = performance.now();
      const cpuBefore = mainThreadMs(app.pid);
      const { accepted, seconds } = await generator.send(url, deliveriesInTurn);
      await whenDrained(port);
      const processed = (deliveriesInTurn / (performance.now() - begin)) * 1_000;
      return { accepted: accepted / seconds, processed, cpuMs: mainThreadMs(app.pid) - cpuBefore };
    },
    close: async () => {
      await Promise.all([generator.stop(), app.stop()]);
      await hub.close();
    },
  };
}

async function comparePair(other: string, home: string): Promise<Measured> {
  const ours = await startSide(resolve("."), join(home, "ours"));
  const theirs = await startSide(other, join(home, "theirs"));
  const measured: Record<"ours" | "theirs", Measured[]> = { ours: [], theirs: [] };
  for (let turn = 0; turn < warmUps + turns; turn++) {
    // Each goes first in every other turn: a machine that slows down favours neither.
    const order = turn % 2 === 0 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const);
    for (const side of order) {
      const result = await (side === "ours" ? ours : theirs).measureTurn();
      if (turn >= warmUps) measured[side].push(result);
    }
  }
  await Promise.all([ours.close(), theirs.close()]);
  const ratioOf = (value: (turn: Measured) => number) =>
    median(ratios(measured.ours.map(value), measured.theirs.map(value)));
  return {
    accepted: ratioOf(({ accepted }) => accepted),
    processed: ratioOf(({ processed }) => processed),
    cpuMs: ratioOf(({ cpuMs }) => cpuMs),
  };
}

function toFigures(pairs: readonly Measured[]): readonly Figure[] {
  const least = { atLeast: 0.97 };
  const figure = (name: string, value: (pair: Measured) => number, target: Figure["target"]): Figure => ({
    name,
    value: median(pairs.map(value)),
    unit: "x",
    target,
  });
  return [
    figure("deliveries accepted a second", ({ accepted }) => accepted, least),
    figure("from the first sent to the last settled", ({ processed }) => processed, least),
    figure("main thread's CPU time a delivery", ({ cpuMs }) => cpuMs, { atMost: 1.03 }),
  ];
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pairs: { type: "string", default: "7" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1)
    throw new UserError("Name the folder of one other checkout: npm run bench:compare -- ../other");
  const other = resolve(folder);
  if (!existsSync(join(other, appFile)))
    throw new UserError(`${folder} is no checkout of signalbox: it has no ${appFile}.`);
  const count = Number(values.pairs);
  if (!(Number.isInteger(count) && count > 0))
    throw new UserError(`--pairs takes a whole number from 1, not ${JSON.stringify(values.pairs)}.`);
  const begin = performance.now();
  const loadBefore = loadavg()[0] ?? 0;
  const pairs: Measured[] = [];
  for (let pair = 1; pair <= count; pair++) {
    const home = mkdtempSync(join(tmpdir(), "signalbox-compare-"));
    const found = await comparePair(other, home).finally(() =>
      rmSync(home, { recursive: true, force: true }),
    );
    pairs.push(found);
    const { accepted, processed, cpuMs } = found;
    process.stderr.write(
      `pair ${pair} of ${count}: accepted ${accepted.toFixed(3)}, processed ${processed.toFixed(3)}, CPU time ${cpuMs.toFixed(3)}\n`,
    );
  }
  const seconds = (performance.now() - begin) / 1_000;
  const load = [loadBefore, loadavg()[0] ?? 0] as const;
  const result: PartResult = { part: "compare", seconds, load, figures: toFigures(pairs) };
  process.stdout.write(values.json ? `${JSON.stringify({ ...result, pairs })}\n` : tableOf([result]));
  return exitCodeOf([result], { isQuick: false, isByName: true });
}

try {
  process.exitCode = await main();
} catch (thrown) {
  process.stderr.write(`${messageOf(thrown)}\n`);
  // What was started goes on otherwise: children end once their parent has.
  process.exit(2);
}
