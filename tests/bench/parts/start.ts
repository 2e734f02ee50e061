/**
 * The time from the start command until /health answers 200: with an empty data directory, and with a used
 * one.
 */
import { join } from "node:path";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { run, whenStarted } from "../running.ts";
import { freePort } from "../servers/ports.ts";
import { median } from "../statistics.ts";

const limitS = 3;

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const rounds = isQuick ? 1 : 7;
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const home = join(folder, `home-${round}`);
    cold.push(await secondsToHealthy(home));
    warm.push(await secondsToHealthy(home));
    progress(`round ${round} of ${rounds}: ${cold.at(-1)?.toFixed(2)} s, then ${warm.at(-1)?.toFixed(2)} s`);
  }
  return [
    { name: "empty data folder, median", value: median(cold), unit: "s" },
    { name: "empty data folder, slowest", value: Math.max(...cold), unit: "s", target: { atMost: limitS } },
    { name: "used data folder, median", value: median(warm), unit: "s" },
    { name: "used data folder, slowest", value: Math.max(...warm), unit: "s", target: { atMost: limitS } },
  ];
}

async function secondsToHealthy(home: string): Promise<number> {
  const port = await freePort();
  const hubPort = await freePort();
  const begin = performance.now();
  const signalbox = run(["start"], { PORT: `${port}`, HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await whenStarted(signalbox, port);
  const seconds = (performance.now() - begin) / 1000;
  await signalbox.stop();
  return seconds;
}
