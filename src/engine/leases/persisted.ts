/** Persisted state of a task's lease. */
import { z } from "zod";

const holder = z.object({
  /** The agent's name; absent for a person, and for an agent that the settings do not name. */
  agent: z.string().optional(),
  account: z.string(),
  /** Absent while no text or assignment of the account was seen. */
  login: z.string().optional(),
  /** An App's account, which GitHub does not assign. */
  isApp: z.boolean().optional(),
});

/** An assignment that was put back. */
export const reassignedShape = z.object({
  /** The change that was undone: node id of GitHub's event. */
  event: z.string(),
  /** How often that happened so far. */
  times: z.number().int(),
  /** Who is told. */
  by: z.object({ id: z.string(), login: z.string() }).optional(),
});

/**
 * How a lease ended. `assigned`: a person was. `unassigned`: its holder was. `settings`: they no longer name
 * the holder. `lapsed`: the holder was not heard from.
 */
const ending = z.enum(["closed", "released", "moved", "assigned", "unassigned", "settings", "lapsed"]);

export const leasesSlice = {
  /** Who holds the task. */
  lease: z
    .object({
      holder,
      /** Greater than that of every lease before on this task. */
      token: z.number(),
      since: z.number(),
      /** The comment or order that claimed it; absent for one that follows from an assignment. */
      claim: z.string().optional(),
      /** Whether only a comment can tell who holds it: the account is an App's, or does not tell the agent. */
      isUntold: z.boolean().optional(),
      /** Whether GitHub has shown the holder as assigned: from then on its end ends the lease. */
      assigned: z.boolean().optional(),
      /** The last time that the holder was assigned again, after somebody unassigned it who may not. */
      reassigned: reassignedShape.optional(),
      /** How long its holder may be silent, if the claim said so. */
      ttlMs: z.number().optional(),
      /** Earlier tokens of the same agent from this one on still count: no one else has held the task since. */
      confirms: z.number().optional(),
    })
    .optional(),
  /** Leases that lapsed one after the other, without a handover between them. */
  lapses: z
    .object({
      count: z.number().int(),
      /** The token of the last of them, and when it ended. */
      token: z.number(),
      at: z.number(),
      /** Whether it is escalated: until people decide, no one is given the task. */
      isSetAside: z.boolean().optional(),
    })
    .optional(),
  /** The lease before, as long as GitHub may show something of it, and to tell its holder who came after. */
  lastLease: z
    .object({
      holder,
      token: z.number(),
      since: z.number(),
      endedAt: z.number(),
      how: ending,
      /** A sentence. */
      because: z.string(),
      /** Whether its holder ended it. */
      isOwn: z.boolean().optional(),
      /** The holder's accepted handover for which the task was closed, as texts name it: `#19`. */
      handover: z.string().optional(),
      /** Whether its label and its assignee are still to be taken away. */
      isShown: z.boolean().optional(),
    })
    .optional(),
  /** Leases before that one whose holders lost them through no action of their own, newest last. */
  earlierEnds: z
    .array(z.object({ agent: z.string(), token: z.number(), endedAt: z.number(), because: z.string() }))
    .optional(),
};
