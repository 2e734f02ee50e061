/**
 * Names the code owners of the changed paths. Advice only: the branch's rules say whether their review is
 * required.
 */
import { type Check, codeSpan, formatCount, reason, type Subject, type VerdictReason } from "../check.ts";

export const codeOwners: Check = { name: "code-owners", examine };

const maxNamed = 5;

function examine({ evidence }: Subject): VerdictReason | undefined {
  const { state, codeOwners: owners = [] } = evidence.pullRequest ?? {};
  if (state !== "open" || owners.length === 0) return undefined;
  const named = owners.slice(0, maxNamed).map(codeSpan).join(", ");
  const more = owners.length - maxNamed;
  const rest = more > 0 ? ` and ${formatCount(more, "other")}` : "";
  return reason(codeOwners.name, "advice", `CODEOWNERS requests a review from ${named}${rest}.`);
}
