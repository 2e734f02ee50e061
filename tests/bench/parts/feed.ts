/**
 * Two hundred readers of changes, in a process of their own: how soon the last of them has a change, the server's CPU
 * time for one, and how much slower deliveries are accepted meanwhile, while people also view pages.
 */
import { mkdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { enterAsOwner } from "../../server/site/enter.ts";
import { startChild } from "../children.ts";
import { mainThreadMs } from "../cpu-time.ts";
import { done, type ReaderCommand } from "../feed/messages.ts";
import { openWriter, type Writer } from "../feed/writer.ts";
import type { Figure } from "../figure.ts";
import { fillIndex } from "../index-of-tasks.ts";
import { startLoadGenerator } from "../load/bursts.ts";
import { prepareIntake } from "../load/intake.ts";
import type { Run } from "../part.ts";
import { serverStarted } from "../servers/messages.ts";
import { median, percentile, ratios } from "../statistics.ts";

const sessions = 40;
const streamsOfEach = 5;
const viewEveryMs = 100;
/** Between changes, so that the server reads each on its own. */
const pauseMs = 200;
const changeEveryMs = 1_000;

interface FeedBench {
  readonly url: string;
  readonly pid: number;
  readonly cookies: readonly string[];
  readonly writer: Writer;
  readonly ask: (command: ReaderCommand) => Promise<ReturnType<typeof done.parse>>;
}

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const { serverOptions, templates } = await prepareIntake(folder);
  const { home } = serverOptions;
  mkdirSync(home, { recursive: true });
  await fillIndex(home, isQuick ? 1_000 : 10_000, progress);
  const app = startChild("servers/app.ts");
  const readers = startChild("feed/readers.ts");
  const { url } = await app.ask(serverOptions, serverStarted);
  const cookies: string[] = [];
  for (let count = 0; count < sessions; count++) {
    const browser = await enterAsOwner(home);
    cookies.push([...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  }
  const writer = openWriter(home);
  const bench: FeedBench = {
    url,
    cookies,
    writer,
    pid: app.pid,
    ask: (command) => readers.ask(command, done),
  };
  const received = await timeChanges(bench, isQuick ? 10 : 100);
  progress(`received: ${received.times.map(Math.round).join(" ")} ms`);
  const generator = startLoadGenerator(serverOptions.secret, templates);
  const send = async (count: number): Promise<number> => {
    const { accepted, seconds } = await generator.send(url, count);
    return accepted / seconds;
  };
  const rates = await compareRates(bench, send, isQuick ? [1, 500] : [9, 4_000], progress);
  writer.close();
  await Promise.all([generator, app, readers].map(({ stop }) => stop()));
  return [
    {
      name: "change committed until the last of 200 readers has it, median",
      value: median(received.times),
      unit: "ms",
    },
    {
      name: "change committed until the last of 200 readers has it, p95",
      value: percentile(received.times, 0.95),
      unit: "ms",
      target: { atMost: 150 },
    },
    {
      name: "CPU time of a change for 200 readers",
      value: received.cpuMs,
      unit: "ms",
      target: { atMost: 10 },
    },
    { name: "deliveries without readers", value: median(rates.without), unit: "/s" },
    {
      name: "with 200 readers, a change a second and 10 page views a second",
      value: median(rates.with),
      unit: "/s",
    },
    {
      name: "deliveries with / without",
      value: median(ratios(rates.with, rates.without)),
      unit: "x",
      target: { atLeast: 0.9 },
    },
    { name: "pages viewed meanwhile", value: rates.views, unit: "" },
  ];
}

async function timeChanges({ url, cookies, writer, pid, ask }: FeedBench, count: number) {
  await ask({ type: "open", url, cookies: [...cookies], ofEach: streamsOfEach });
  const times: number[] = [];
  // What the loop and the thread cost while nothing changes belongs to no change.
  const idleBefore = mainThreadMs(pid);
  await setTimeout(count * pauseMs);
  const idle = mainThreadMs(pid) - idleBefore;
  const before = mainThreadMs(pid);
  const begin = performance.now();
  for (let place = 0; place <= count; place++) {
    const marker = `Change ${place} of the bench`;
    const received = ask({ type: "await", marker });
    const committed = writer.change(marker);
    const ms = Number((await received).atNs - committed) / 1e6;
    // The first one finds cold code.
    if (place > 0) times.push(ms);
    await setTimeout(pauseMs);
  }
  const idleShare = (performance.now() - begin) / (count * pauseMs);
  const cpuMs = (mainThreadMs(pid) - before - idle * idleShare) / (count + 1);
  await ask({ type: "leave" });
  return { times, cpuMs };
}

/** Changes come in either case, and in turns, so that both see the same load of the machine. */
async function compareRates(
  { url, cookies, writer, ask }: FeedBench,
  send: (count: number) => Promise<number>,
  [rounds, count]: readonly [number, number],
  progress: Run["progress"],
) {
  const found = { with: [] as number[], without: [] as number[], views: 0 };
  let serial = 0;
  const changing = setInterval(
    () => writer.change(`Change ${serial++} beside the deliveries`),
    changeEveryMs,
  );
  for (let round = 0; round <= rounds; round++) {
    const without = await send(count);
    await ask({ type: "open", url, cookies: [...cookies], ofEach: streamsOfEach });
    await ask({ type: "view", url: `${url}/board`, cookie: cookies[0] ?? "", everyMs: viewEveryMs });
    const beside = await send(count);
    const { count: views } = await ask({ type: "leave" });
    progress(`round ${round} of ${rounds}: ${Math.round(without)}/s, ${Math.round(beside)}/s with readers`);
    if (round === 0) continue;
    found.without.push(without);
    found.with.push(beside);
    found.views += views;
  }
  clearInterval(changing);
  return found;
}
