/**
 * Resident memory after 10,000 issues, once everything is idle: hub and App in one process as `npm start`
 * runs them, and the App alone beside a hub in another. Measures the resident set, not the heap, because that
 * is what the machine provides.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import type { Actor } from "../../support/actor.ts";
import { freePort } from "../doors/listening.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { run, somebody, until, whenHealthy, whenSettled } from "../running.ts";
import { ask, openTask } from "../story.ts";

/** Long enough for V8 to release memory after work. */
const idleMs = 30_000;
const atOnce = 4;

export async function part(given: Run): Promise<readonly Figure[]> {
  await startOnce(given);
  const [together, alone] = await Promise.all([measureTogether(given), measureAlone(given)]);
  return [
    {
      name: "App and hub in one process, idle",
      value: together.residentMb,
      unit: "MB",
      target: { atMost: 300 },
    },
    { name: "App and hub in one process, peak", value: together.peakMb, unit: "MB" },
    { name: "App alone, idle", value: alone.residentMb, unit: "MB", target: { atMost: 150 } },
    { name: "App alone, peak", value: alone.peakMb, unit: "MB" },
    { name: "issues opened and settled", value: together.issuesPerS, unit: "/s" },
  ];
}

/**
 * The first start of a checkout strips types and keeps the compiled code: about 18 MB that no later start
 * needs.
 */
async function startOnce({ folder }: Run): Promise<void> {
  const [port, hubPort] = [await freePort(), await freePort()];
  const home = join(folder, "first");
  const first = run(["start"], { PORT: `${port}`, HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await whenHealthy(port);
  await first.stop();
}

interface Measured {
  readonly residentMb: number;
  readonly peakMb: number;
  readonly issuesPerS: number;
}

async function measureTogether(given: Run): Promise<Measured> {
  const [port, hubPort, home] = [await freePort(), await freePort(), join(given.folder, "together")];
  const signalbox = run(["start"], { PORT: `${port}`, HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await whenHealthy(port);
  const measured = await fillAndRest(given, home, port, signalbox.pid);
  await signalbox.stop();
  return measured;
}

async function measureAlone(given: Run): Promise<Measured> {
  const [port, hubPort, home] = [await freePort(), await freePort(), join(given.folder, "alone")];
  const webhook = `http://127.0.0.1:${port}${webhookPath}`;
  const hub = run(["hub", "--webhook", webhook], { HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await until("the hub was up", 20, () => isUp(hubPort));
  const words = ["start", "--settings", join(home, "hub-app.env")];
  const app = run(words, { PORT: `${port}`, SIGNALBOX_HOME: home });
  await whenHealthy(port);
  const measured = await fillAndRest(given, home, port, app.pid);
  await app.stop();
  await hub.stop();
  return measured;
}

async function isUp(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/meta`).then(
    () => true,
    () => false,
  );
}

async function fillAndRest(
  { isQuick, progress }: Run,
  home: string,
  port: number,
  pid: number,
): Promise<Measured> {
  const count = isQuick ? 200 : 10_000;
  const begin = performance.now();
  const alice = somebody(home, "alice");
  let opened = 0;
  const work = async (): Promise<void> => {
    while (opened < count) {
      opened += 1;
      if (opened % 1000 === 0)
        progress(`${opened} issues, ${memoryOf(pid).residentMb.toFixed(0)} MB resident`);
      await openOne(alice, opened);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await whenSettled(port);
  const issuesPerS = count / ((performance.now() - begin) / 1000);
  await systemClock.sleep(isQuick ? 1_000 : idleMs);
  const measured = { ...memoryOf(pid), issuesPerS };
  progress(`idle: ${measured.residentMb.toFixed(0)} MB resident, at most ${measured.peakMb.toFixed(0)} MB`);
  return measured;
}

/** Of ten issues seven are tasks, two are questions that block one of them, and one is not a message. */
async function openOne(alice: Actor, place: number): Promise<void> {
  const last = place % 10;
  if (last === 0) await alice.open(`Typo in chapter ${place}`, "There is a typo.");
  else if (last < 8) await openTask(alice, `Task ${place}`);
  else await ask(alice, place - last + 1);
}

/** @throws Error without /proc */
function memoryOf(pid: number): { readonly residentMb: number; readonly peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string): number =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024) / 1e6;
  return { residentMb: megabytes("VmRSS"), peakMb: megabytes("VmHWM") };
}
