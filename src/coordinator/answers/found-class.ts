/**
 * Assigns an answer to a decision class of the policy. The asker's own class takes precedence; this one
 * counts only if the asker declares none.
 */
import { type Form, formOf } from "../../engine/reserved/signs.ts";
import type { WrittenQuestion } from "../written-question.ts";

const classes: Readonly<Record<Form, string | undefined>> = {
  fault: "bug-fix-approach",
  test: "test-coverage",
  internal: "implementation-approach",
  inquiry: "implementation-approach",
  // The authority gate stops both: no row of the policy can let them pass.
  proposal: undefined,
  unclear: undefined,
};

/** @param isRecorded whether people decided it before, and a record says how */
export function foundClass({ title, body }: WrittenQuestion, isRecorded: boolean): string | undefined {
  return isRecorded ? "precedent" : classes[formOf(title, body)];
}
