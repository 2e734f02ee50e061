/** The messages between the bench and a hub in a process of its own. */
import { z } from "zod";

export const quietOwner = "quiet";
export const quietRepository = `${quietOwner}/demo`;
/** Opens tasks in the quiet repository. */
export const person = "alice";

const filling = z.object({
  type: z.literal("fill"),
  folder: z.string(),
  /** Besides the quiet one. */
  installations: z.int(),
  repositories: z.int(),
  /** In each of them. */
  issues: z.int(),
  /** Each request is answered after this time. */
  latencyMs: z.int(),
});
export type Filling = z.infer<typeof filling>;

export const hubQuestion = z.discriminatedUnion("type", [
  filling,
  z.object({ type: z.literal("deliver to"), url: z.url() }),
  z.object({ type: z.literal("count") }),
]);

export const filled = z.object({
  /** Where the App reaches it, and people do. */
  url: z.url(),
  hubUrl: z.url(),
  appId: z.int(),
  /** PEM. */
  privateKey: z.string(),
  webhookSecret: z.string(),
  /** The person's. */
  token: z.string(),
  quietInstallation: z.int(),
});
export type Filled = z.infer<typeof filled>;

/** How many requests the App has sent so far. */
export const counted = z.object({ requests: z.int() });
