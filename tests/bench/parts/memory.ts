/**
 * Resident memory after 10,000 issues, once everything is idle: hub and App in one process as `npm start`
 * runs them, and the App alone beside a hub in another. Measures the resident set, not the heap, because that
 * is what the machine provides.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import type { Figure } from "../figure.ts";
import { openAndSettle } from "../many-issues.ts";
import type { Run } from "../part.ts";
import { run, whenStarted } from "../running.ts";
import { startSeparately } from "../separate-processes.ts";
import { freePort } from "../servers/ports.ts";

/** Long enough for V8 to release memory after work. */
const idleMs = 30_000;

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
  const port = await freePort();
  const hubPort = await freePort();
  const home = join(folder, "first");
  const first = run(["start"], { PORT: `${port}`, HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await whenStarted(first, port);
  await first.stop();
}

interface Measured {
  readonly residentMb: number;
  readonly peakMb: number;
  readonly issuesPerS: number;
}

async function measureTogether(given: Run): Promise<Measured> {
  const port = await freePort();
  const hubPort = await freePort();
  const home = join(given.folder, "together");
  const signalbox = run(["start"], { PORT: `${port}`, HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await whenStarted(signalbox, port);
  const measured = await fillAndRest(given, home, port, signalbox.pid);
  await signalbox.stop();
  return measured;
}

async function measureAlone(given: Run): Promise<Measured> {
  const home = join(given.folder, "alone");
  const { app, port, stop } = await startSeparately(home);
  const measured = await fillAndRest(given, home, port, app.pid);
  await stop();
  return measured;
}

async function fillAndRest(
  { isQuick, progress }: Run,
  home: string,
  port: number,
  pid: number,
): Promise<Measured> {
  const count = isQuick ? 200 : 10_000;
  const issuesPerS = await openAndSettle({
    count,
    home,
    port,
    progress: (opened) => progress(`${opened} issues, ${memoryOf(pid).residentMb.toFixed(0)} MB resident`),
  });
  await systemClock.sleep(isQuick ? 1_000 : idleMs);
  const measured = { ...memoryOf(pid), issuesPerS };
  progress(`idle: ${measured.residentMb.toFixed(0)} MB resident, at most ${measured.peakMb.toFixed(0)} MB`);
  return measured;
}

/** @throws Error without /proc */
function memoryOf(pid: number): { readonly residentMb: number; readonly peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string): number =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024) / 1e6;
  return { residentMb: megabytes("VmRSS"), peakMb: megabytes("VmHWM") };
}
