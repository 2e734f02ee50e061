/** What the pages know of a decision, and of a form that was sent for it. */
import type { z } from "zod";
import type { escalationsOutput } from "../../operations/escalations.ts";

export type Decision = z.output<typeof escalationsOutput>["decisions"][number];

/** Why a form was not carried out, for the reader who sent it. */
export interface Refusal {
  /** `acme/demo#24`. */
  readonly issue: string;
  readonly message: string;
  /** What was typed, so that it is not lost. */
  readonly because: string;
}
