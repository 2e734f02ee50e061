/** The messages between the bench and its load generator. */
import { z } from "zod";

export const burst = z.object({
  port: z.number(),
  secret: z.string(),
  templates: z.array(z.object({ body: z.instanceof(Uint8Array), serialAt: z.number() })),
  /** Total number of deliveries. */
  count: z.number(),
  connections: z.number(),
  /** Maximum rate; undefined for as fast as the server responds. */
  perSecond: z.number().optional(),
  /** Number of the first delivery; bursts must not share any. */
  firstSerial: z.number(),
  /** Sending stops after this time, even if deliveries are left. */
  maxMs: z.number(),
});
export type Burst = z.infer<typeof burst>;

export const burstResult = z.object({
  accepted: z.number(),
  /** Responses other than 200 and 202. */
  refused: z.number(),
  seconds: z.number(),
  /** From the first byte sent to the last received, in milliseconds, one for each delivery. */
  latencies: z.instanceof(Float64Array),
});
export type BurstResult = z.infer<typeof burstResult>;
