/** The messages between the bench and the process that has its readers. */
import { z } from "zod";

export const wish = z.discriminatedUnion("type", [
  /** Opens streams from now on, as many for each cookie as a session may have. */
  z.object({ type: z.literal("open"), url: z.url(), cookies: z.array(z.string()), ofEach: z.number() }),
  /** Resolves when each reader was told something with this text. */
  z.object({ type: z.literal("await"), marker: z.string() }),
  /** Asks for the page so often until it is told to stop. */
  z.object({ type: z.literal("view"), url: z.url(), cookie: z.string(), everyMs: z.number() }),
  z.object({ type: z.literal("leave") }),
]);
export type Wish = z.infer<typeof wish>;

export const done = z.object({
  /** When the last reader was told, as `process.hrtime` of the machine has it. */
  atNs: z.bigint(),
  /** How many readers there are, or how many pages were viewed. */
  count: z.number(),
});
