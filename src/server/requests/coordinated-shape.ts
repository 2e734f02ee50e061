/** The schema of what the coordinator did in a repository, as one process sends it to another. */
import { z } from "zod";
import type { FoundPassage, GateOutcome, Proposed } from "../../engine/model/proposal.ts";
import { coordinatorModes } from "../../protocol/settings/context-settings.ts";
import type { CoordinatedRepository } from "../composition/coordinate-once.ts";

/** JSON has no undefined, so an undefined field is absent there. Parsing restores the key, which the types require. */
const orUndefined = <T>(shape: z.ZodType<T>) => shape.optional().transform((value) => value);

const quotes = z.array(z.object({ citation: z.string(), text: z.string(), isSuperseded: z.boolean() }));

const proposed: z.ZodType<Proposed> = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("answer"),
    decisionClass: z.string(),
    decision: z.string(),
    rationale: orUndefined(z.string()),
    alternatives: orUndefined(z.string()),
    quotes,
    precedent: orUndefined(z.number()),
    answerer: z.string(),
    isCertain: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("escalate"),
    quotes,
    options: z.array(z.string()),
    optionSources: z.array(z.string().nullable()).optional(),
    recommendation: orUndefined(z.string()),
    isReserved: z.boolean().optional(),
  }),
  z.object({ type: z.literal("rest"), same: orUndefined(z.number()), because: z.string() }),
]);

const gate: z.ZodType<GateOutcome> = z
  .object({ gate: z.string(), passes: z.boolean(), reasons: z.array(z.string()) })
  .extend({
    figures: z.array(z.object({ of: z.string(), is: z.number(), limit: z.number() })).optional(),
    isAsked: z.boolean().default(true),
  });

const passage: z.ZodType<FoundPassage> = z.object({
  citation: z.string(),
  title: z.string(),
  score: z.number(),
  isSuperseded: z.boolean(),
});

export const coordinatedShape: z.ZodType<CoordinatedRepository> = z.object({
  repository: z.string(),
  mode: z.enum(coordinatorModes),
  isSuggesting: z.boolean(),
  accepted: z.number(),
  rejected: z.number(),
  lowerBound: z.number(),
  questions: z.array(
    z.object({
      number: z.number(),
      title: z.string(),
      isNew: z.boolean(),
      proposed,
      gates: z.array(gate),
      passages: z.array(passage),
      isSuggestion: z.boolean(),
    }),
  ),
});
