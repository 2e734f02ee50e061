/** Persisted state of commands that were carried out. */
import { z } from "zod";

export const commandsSlice = {
  /** Comments whose commands ran, by node id. */
  ran: z.array(z.string()).default([]),
  /** Comments whose commands changed something, by node id: they must never do so again. */
  obeyed: z.array(z.string()).default([]),
};
