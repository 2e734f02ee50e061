/**
 * Bursts of deliveries, one server after the other in each round, so that all see the same load of the
 * machine.
 */
import { type Child, startChild } from "../children.ts";
import { percentile } from "../statistics.ts";
import { type BurstResult, burstResult } from "./messages.ts";
import type { Template } from "./template.ts";

const connections = 50;
const maxMs = 20_000;

export interface Series {
  /** Accepted deliveries a second, by round. */
  readonly rates: number[];
  /** 99th percentile of the answers' times in milliseconds, by round. */
  readonly p99s: number[];
}

export interface Gun {
  /** Sends a burst to one server. Rejects if a delivery was refused. */
  readonly fire: (url: string, count: number) => Promise<BurstResult>;
  readonly stop: () => Promise<void>;
}

export function loadGun(secret: string, templates: readonly Template[]): Gun {
  const generator: Child = startChild("load/generator.ts");
  let firstSerial = 0;
  return {
    fire: async (url, count) => {
      const port = Number(new URL(url).port);
      const asked = { port, secret, templates, count, connections, firstSerial, maxMs };
      firstSerial += count;
      const result = await generator.ask(asked, burstResult);
      if (result.refused > 0) throw new Error(`${result.refused} of ${count} deliveries were refused.`);
      return result;
    },
    stop: generator.stop,
  };
}

export function emptySeries(): Series {
  return { rates: [], p99s: [] };
}

export function note(series: Series, { accepted, seconds, latencies }: BurstResult): void {
  series.rates.push(accepted / seconds);
  series.p99s.push(percentile([...latencies], 0.99));
}
