/**
 * Holds the fork of a user without write access to the commit it had when the handover named it. Only the
 * fork's owner vouches for later pushes: without this check, that user could get any change merged.
 */
import { type Check, codeSpan, reason, type Subject, type VerdictReason } from "../check.ts";
import { isOfStranger } from "../evidence.ts";

export const forkHeld: Check = { name: "fork-held", examine };

function examine({ evidence, forkHeldAt }: Subject): VerdictReason | undefined {
  const pull = evidence.pullRequest;
  if (pull?.state !== "open" || !isOfStranger(pull)) return undefined;
  if (forkHeldAt === undefined || forkHeldAt === pull.headSha) return undefined;
  const [now, then] = [pull.headSha, forkHeldAt].map((sha) => codeSpan(sha.slice(0, 12)));
  return reason(
    forkHeld.name,
    "unverified",
    `The fork has moved since #${pull.number} was named here: it is at ${now}, and ${then} was named. Name it again by editing the handover, or accept it as it is with \`/accept because …\`.`,
  );
}
