/** Persisted state of commands that were carried out. */
import { z } from "zod";

export const commandsSlice = {
  /** Comments whose commands ran, by node id. */
  ran: z.array(z.string()).default([]),
  /** Comments whose commands changed something, by node id: they must never do so again. */
  obeyed: z.array(z.string()).default([]),
  /** Comments whose commands were declined, until our reaction says so: what was decided first counts. */
  declined: z.array(z.object({ comment: z.string(), because: z.string() })).default([]),
};
