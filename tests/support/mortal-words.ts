/** The messages between a mortal server and the process that controls it. */
import { z } from "zod";
import { durableSteps, orderSteps } from "../../src/dispatcher/ports/durable-step.ts";

export const life = z.object({
  options: z.object({
    github: z.object({
      appId: z.number(),
      privateKey: z.string(),
      webhookSecrets: z.array(z.string()),
      baseUrl: z.string(),
    }),
    home: z.string(),
    databaseUrl: z.string().optional(),
    port: z.number(),
  }),
  aheadMs: z.number(),
});
/** The process's arguments. */
export type Life = z.infer<typeof life>;

export const order = z.discriminatedUnion("type", [
  /** Dies at the `occurrence`-th time from now. */
  z.object({
    type: z.literal("die"),
    step: z.enum([...durableSteps, ...orderSteps]),
    occurrence: z.number(),
  }),
  z.object({ type: z.literal("live") }),
  z.object({ type: z.literal("pass"), ms: z.number() }),
  z.object({ type: z.literal("idle") }),
  z.object({ type: z.literal("measure") }),
]);
export type Order = z.infer<typeof order>;

/** The process's reports. */
export const report = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({ type: z.literal("armed") }),
  z.object({ type: z.literal("spared") }),
  z.object({ type: z.literal("passed") }),
  /** Heap size after a full collection. */
  z.object({ type: z.literal("measured"), heapBytes: z.number() }),
  /**
   * The longest turn of the event loop since it was ready, in the thread's own time. An installation that
   * GitHub refuses waits, too.
   */
  z.object({ type: z.literal("idle"), waiting: z.number(), longestTurnMs: z.number() }),
]);
export type Report = z.infer<typeof report>;
