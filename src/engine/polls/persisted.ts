/** Persisted state of a poll: who said what, and what came of it. */
import { z } from "zod";
import { settlement } from "../matters/persisted.ts";

export const pollsSlice = {
  /** The last word of each speaker, oldest first. */
  ballots: z
    .array(
      z.object({
        /** The voter, as `Member.key` names it. */
        voter: z.string(),
        /** The account that wrote it. */
        by: z.object({ id: z.string(), login: z.string() }),
        /** Who of the login said it, where that is proven: `agent ada`, or `person`. */
        speaker: z.string().optional(),
        /** 1-based. */
        option: z.number().int(),
        /** The reason, where no comment shows it: said on a page. */
        because: z.string().optional(),
        /** Node id of its comment, and the number in the comment's address. */
        comment: z.string(),
        commentNumber: z.number().int().optional(),
        at: z.number(),
        /** The round that it was cast in: after a change of the text, or a reopening, it does not count. */
        round: z.string(),
        /** Its author deleted its comment. */
        isWithdrawn: z.boolean().optional(),
        /**
         * Its comment was deleted, and it counts all the same: by somebody else, or GitHub lists no more by whom. Judged once,
         * when the comment was first found missing: later deletions by others would hide who it was.
         */
        outlives: z.enum(["deleted by others", "deleted by somebody"]).optional(),
      }),
    )
    .optional(),
  /** Who may vote in a round, as `Member` has it, and since when: earlier votes on the same text had other voters. */
  electorate: z
    .object({
      round: z.string(),
      members: z.array(z.object({ key: z.string(), names: z.array(z.string()) })),
      since: z.number().optional(),
    })
    .optional(),
  /** The agents that held a task when the round began. Written by releases that kept no electorate. */
  holders: z.object({ round: z.string(), names: z.array(z.string()) }).optional(),
  /** What was carried or agreed to, or what a person decided; a declined one was not accepted by a person. The decision is the option's text at that time, or the person's own words. */
  outcome: settlement
    .required({ decision: true })
    .extend({
      result: z.enum(["carried", "decided", "declined"]),
      /** Absent if a person decided in their own words. */
      option: z.number().int().optional(),
      /** How many votes the option had, of how many voters; the latter is absent if their number is open. */
      votes: z.number().int().optional(),
      voters: z.number().int().optional(),
      /** Where a person decided: the escalation's number, or that in the comment's address. */
      number: z.number().int().optional(),
      commentNumber: z.number().int().optional(),
      /**
       * For a contract that was agreed to: the contract that it replaces, and the tasks and tracks that rest on it.
       */
      agreed: z
        .object({
          replaces: z.string().optional(),
          names: z.array(z.string()).optional(),
        })
        .optional(),
    })
    .optional(),
};
