/**
 * Whether the pull request belongs to the handover's task. A pull request made for another task completes
 * only that one, unless its body mentions both: otherwise finished work could be handed over again for a task
 * that has not been worked on.
 */
import { formatRef } from "../../protocol/references/ref.ts";
import { type Check, codeSpan, reason, type Subject, type VerdictReason } from "../check.ts";

export const oneTask: Check = { name: "one-task", examine };

const maxNamed = 5;

function examine({ evidence, handover, completedInstead }: Subject): VerdictReason | undefined {
  const number = evidence.pullRequest?.number;
  if (number === undefined || completedInstead.length === 0) return undefined;
  const others = completedInstead.slice(0, maxNamed).map(codeSpan).join(", ");
  const task = formatRef(handover.completes);
  return reason(
    oneTask.name,
    "unverified",
    `#${number} is handed over for ${others}, but its body does not mention ${codeSpan(task)}. Add ${codeSpan(`Closes ${task}`)} there, or hand over ${codeSpan(task)} with its own pull request.`,
  );
}
