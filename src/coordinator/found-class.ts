/**
 * What kind of decision an answer is, as the policy's rows name it: the coordinator's own finding, which counts where
 * the asker names none. A newcomer would let it overrule the asker; what the asker declares stands beside it.
 */
import { type Form, formOf } from "./authority/signs.ts";
import type { Asked } from "./coordinate.ts";

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
export function foundClass({ title, body }: Asked, isRecorded: boolean): string | undefined {
  return isRecorded ? "precedent" : classes[formOf(title, body)];
}
