/** Persisted state of decisions by people and of urgency. */
import { z } from "zod";
import { settlement } from "../matters/persisted.ts";

/** What one of our options does besides becoming the decision. */
export const optionAction = z.discriminatedUnion("do", [
  /** `blocked` no longer waits for `blocker`, which is a node id, or the name of a lost issue. */
  z.object({ do: z.literal("cut"), blocked: z.string(), blocker: z.string() }),
  /** Nothing changes. */
  z.object({ do: z.literal("keep") }),
  /** Another answer replaces the accepted one: `answer` is SHA-256 of the words that the option showed. */
  z.object({ do: z.literal("replace"), answer: z.string().optional() }),
  /** On a task that is not offered because its leases lapsed. */
  z.object({ do: z.literal("offer"), choice: z.enum(["again", "assign", "close"]) }),
  /** On a contract whose change is breaking. */
  z.object({ do: z.literal("contract"), choice: z.enum(["agree", "decline"]) }),
  z.object({ do: z.literal("merge"), choice: z.enum(["try", "leave", "refuse"]) }),
]);

export const askingSlice = {
  /** On an escalation or a vote of somebody else about a question, by the hash of the question's text. */
  regarded: z
    .object({
      /** What our status shows. */
      shows: z.string().optional(),
      /** What it showed first, and from when on, by GitHub's clock. */
      first: z.object({ hash: z.string(), at: z.number() }).optional(),
      /** What was settled with it. */
      settles: z.string().optional(),
    })
    .optional(),
  /** On an escalation: what a person decided. The decision is the option's text at that time, or their own words. */
  decided: settlement
    .required({ by: true, decision: true, because: true, row: true })
    .extend({
      /** The number in the address of the comment that held `/decide`. */
      commentNumber: z.number().int().optional(),
      /** Absent if a person decided in their own words. */
      option: z.number().int().optional(),
      /** Absent if the decision is its words alone, and in decisions made under an earlier release. */
      action: optionAction.optional(),
      /**
       * The dependency that the decision removes has been gone once: if it is created again, that is a new
       * statement.
       */
      carriedOut: z.boolean().optional(),
    })
    .optional(),
  /**
   * An urgency set by a command, and the section's value at that time: once the section changes, it takes
   * precedence again.
   */
  urgency: z.object({ instead: z.string(), is: z.string(), since: z.number() }).optional(),
};
