/** The messages between the bench and its load generator. */
import { z } from "zod";

export const burst = z.object({
  port: z.number(),
  secret: z.string(),
  templates: z.array(z.object({ body: z.instanceof(Uint8Array), serialAt: z.number() })),
  /** Total number of deliveries. */
  count: z.number(),
  connections: z.number(),
  /** No more than so many a second; undefined for as many as are answered. */
  perSecond: z.number().optional(),
  /** Number of the first delivery; bursts must not share any. */
  firstSerial: z.number(),
  /** Nothing more is sent after this time. */
  maxMs: z.number(),
});
export type Burst = z.infer<typeof burst>;

export const burstResult = z.object({
  accepted: z.number(),
  /** Answers other than 200 and 202. */
  refused: z.number(),
  seconds: z.number(),
  /** From the first byte sent to the last received, in milliseconds, one for each delivery. */
  latencies: z.instanceof(Float64Array),
});
export type BurstResult = z.infer<typeof burstResult>;
