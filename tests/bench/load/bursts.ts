/** Sends bursts of deliveries from a load generator, and collects the rate and latency of each round. */
import { type Child, startChild } from "../children.ts";
import { percentile } from "../statistics.ts";
import { type BurstResult, burstResult } from "./messages.ts";
import type { Template } from "./template.ts";

const connections = 50;
const maxMs = 20_000;

export interface Series {
  /** Accepted deliveries a second, by round. */
  readonly rates: number[];
  /** 99th percentile of the response times in milliseconds, by round. */
  readonly p99s: number[];
}

export interface LoadGenerator {
  /** Sends a burst to one server. Rejects if a delivery was refused. */
  readonly send: (url: string, count: number) => Promise<BurstResult>;
  readonly stop: () => Promise<void>;
}

export function startLoadGenerator(secret: string, templates: readonly Template[]): LoadGenerator {
  const child: Child = startChild("load/generator.ts");
  let firstSerial = 0;
  return {
    send: async (url, count) => {
      const port = Number(new URL(url).port);
      const burst = { port, secret, templates, count, connections, firstSerial, maxMs };
      firstSerial += count;
      const result = await child.ask(burst, burstResult);
      if (result.refused > 0) throw new Error(`${result.refused} of ${count} deliveries were refused.`);
      return result;
    },
    stop: child.stop,
  };
}

export function emptySeries(): Series {
  return { rates: [], p99s: [] };
}

export function record(series: Series, { accepted, seconds, latencies }: BurstResult): void {
  series.rates.push(accepted / seconds);
  series.p99s.push(percentile([...latencies], 0.99));
}
