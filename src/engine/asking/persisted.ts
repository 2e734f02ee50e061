/** What people decided, and how urgent that is. */
import { z } from "zod";

/** What an option of ours does besides becoming the decision. */
export const optionAction = z.discriminatedUnion("do", [
  /** `blocked` no longer waits for `blocker`: a node id, or the name of an issue that is lost. */
  z.object({ do: z.literal("cut"), blocked: z.string(), blocker: z.string() }),
  /** Everything stays as it is. */
  z.object({ do: z.literal("keep") }),
  /** Another answer takes the place of the accepted one. */
  z.object({ do: z.literal("replace") }),
  z.object({ do: z.literal("merge"), choice: z.enum(["try", "leave", "refuse"]) }),
]);

export const askingSlice = {
  /** On an escalation: what a person decided. */
  decided: z
    .object({
      /** Node id of the comment that held `/decide`; empty for a default taken at the deadline. */
      comment: z.string(),
      /** The number in that comment's address. */
      commentNumber: z.number().int().optional(),
      /** Absent where somebody decided in their own words. */
      option: z.number().int().optional(),
      /** The option's words then, or somebody's own: they are the decision. */
      text: z.string(),
      /** Absent where the words are all, and in what an earlier release decided. */
      action: optionAction.optional(),
      because: z.string(),
      by: z.object({ id: z.string(), login: z.string() }),
      createdAt: z.number(),
      row: z.string(),
      /** The edge that it does away with was gone once: whoever makes it again says something new. */
      carriedOut: z.boolean().optional(),
    })
    .optional(),
  /** An urgency that a command set, and the section's word then: once that is another, it leads again. */
  urgency: z.object({ instead: z.string(), is: z.string(), since: z.number() }).optional(),
};
