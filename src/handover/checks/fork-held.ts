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
    `The fork has new commits since #${pull.number} was referenced here: it is at ${now}, but the handover references ${then}. Edit the handover to reference it again, or accept it as is with \`/accept because …\`.`,
  );
}
