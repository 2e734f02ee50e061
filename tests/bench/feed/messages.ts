/** The messages between the bench and the process of its readers. */
import { z } from "zod";

export const readerCommand = z.discriminatedUnion("type", [
  /** Opens `ofEach` streams for each cookie. */
  z.object({ type: z.literal("open"), url: z.url(), cookies: z.array(z.string()), ofEach: z.number() }),
  /** Resolves when each reader has received a change that contains this text. */
  z.object({ type: z.literal("await"), marker: z.string() }),
  /** Requests the page at this interval until `leave`. */
  z.object({ type: z.literal("view"), url: z.url(), cookie: z.string(), everyMs: z.number() }),
  z.object({ type: z.literal("leave") }),
]);
export type ReaderCommand = z.infer<typeof readerCommand>;

export const done = z.object({
  /** When the last reader received it, by `process.hrtime`, whose clock all processes of the machine share. */
  atNs: z.bigint(),
  /** How many readers there are, or how many pages were viewed. */
  count: z.number(),
});
