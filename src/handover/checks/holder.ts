/**
 * Whether the agent that hands a task over still holds it. An agent that slept through the end of its lease does
 * not know that another one is at work.
 */
import { formatRef } from "../../protocol/references/ref.ts";
import { type Check, codeSpan, reason, type Subject, type VerdictReason } from "../check.ts";

export const holder: Check = { name: "holder", examine };

function examine({ handover, fenced }: Subject): VerdictReason | undefined {
  if (fenced === undefined || handover.status !== "complete") return undefined;
  const task = codeSpan(formatRef(handover.completes));
  const by = codeSpan(fenced.by);
  const held =
    fenced.type === "held-by-another"
      ? `${by} holds ${task} since ${fenced.since}, so only ${by} or a person hands it over.`
      : `The lease that it names has ended: ${by} holds ${task} since ${fenced.since}, under another token.`;
  return reason(
    holder.name,
    "failed",
    `${held} If this work is to count, let ${by} write \`/release\`, and claim the task.`,
  );
}
