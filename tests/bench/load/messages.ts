/** What the bench and its load generator say to one another. */
import { z } from "zod";

export const burst = z.object({
  port: z.number(),
  secret: z.string(),
  templates: z.array(z.object({ body: z.instanceof(Uint8Array), serialAt: z.number() })),
  /** Deliveries sent in all. */
  count: z.number(),
  connections: z.number(),
  /** Number of the first delivery; no two bursts may share any. */
  firstSerial: z.number(),
  /** Nothing more is sent after that long. */
  maxMs: z.number(),
});
export type Burst = z.infer<typeof burst>;

export const burstResult = z.object({
  accepted: z.number(),
  /** Answers that were neither 200 nor 202. */
  refused: z.number(),
  seconds: z.number(),
  /** From the first byte sent to the last received, in milliseconds, each. */
  latencies: z.instanceof(Float64Array),
});
export type BurstResult = z.infer<typeof burstResult>;
