/** Whom an escalation asked and reminded. */
import { z } from "zod";

export const escalationsSlice = {
  /** On an escalation: that the hint at how to decide was given. */
  hinted: z.boolean().optional(),
  /** On an escalation: whom we assigned, by node id. Whoever is unassigned afterwards stays so. */
  asked: z.array(z.string()).default([]),
  /** On an escalation: rungs of the ladder of reminders that are behind it. */
  reminded: z.number().int().default(0),
};
