/** Persisted state of who was asked and reminded about an escalation. */
import { z } from "zod";
import { reassignedShape } from "../leases/persisted.ts";

export const escalationsSlice = {
  /** On an escalation: that the hint on how to decide was given. */
  hinted: z.boolean().optional(),
  /**
   * On an escalation: whom we assigned, by node id. A person who is unassigned afterwards is not assigned
   * again.
   */
  asked: z.array(z.string()).default([]),
  /** On an escalation: the last change of its assignees by somebody who may not, which was undone. */
  reassigned: reassignedShape.optional(),
  /** On an escalation: how many reminder steps have passed. */
  reminded: z.number().int().default(0),
  /**
   * On an open escalation that names a default: from when its option is taken if nobody decides, or why it is not, as a
   * sentence. Judged again in each decision.
   */
  silence: z
    .object({ option: z.number().int(), from: z.number().optional(), because: z.string().optional() })
    .optional(),
};
