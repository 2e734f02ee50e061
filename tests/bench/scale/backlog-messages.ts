/** The messages between the bench and a hub in a process of its own in which people open tasks. */
import { z } from "zod";

const start = z.object({
  type: z.literal("start"),
  /** With one repository each. */
  installations: z.int(),
});

export const backlogQuestion = z.discriminatedUnion("type", [
  start,
  /** Opens this many tasks in each repository; resolves when the server at `url` has accepted their deliveries. */
  z.object({ type: z.literal("open tasks"), each: z.int(), url: z.url() }),
  z.object({ type: z.literal("count") }),
  /** From now on, each request of the App is answered after this time. */
  z.object({ type: z.literal("delay"), ms: z.int() }),
]);
export type BacklogQuestion = z.infer<typeof backlogQuestion>;

export const appStarted = z.object({
  url: z.url(),
  appId: z.int(),
  /** PEM. */
  privateKey: z.string(),
  webhookSecret: z.string(),
});

/** How many requests the App has sent since the last answer. */
export const answered = z.object({ requests: z.int() });
