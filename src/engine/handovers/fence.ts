/**
 * Compares who hands a task over with who holds it. A person may hand over what an agent holds. A token is compared
 * no matter who gives it: on a person's login an agent's unsigned text counts as the person's, and only the token
 * shows that it comes from a lease.
 */
import { toMinuteUtc } from "../../base/clock.ts";
import type { Fenced } from "../../handover/check.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isPerson } from "../admission/authority.ts";
import type { Voice } from "../admission/speaking/voice.ts";
import { type AuthorityContext, authorsOfText } from "../admission/trust.ts";
import { isCurrentToken } from "../model/keys/lease-token.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

type Lease = NonNullable<PersistedState["lease"]>;

/** @param handover an admitted one, of `task` */
export function fencedBy(
  view: View,
  handover: IssueRecord,
  task: IssueRecord | undefined,
  context: AuthorityContext,
): Fenced | undefined {
  const lease = task?.persisted.lease;
  if (lease === undefined) return undefined;
  const held = { by: lease.holder.agent ?? lease.holder.login ?? "", since: toMinuteUtc(lease.since) };
  if (!mayHandOver(view, handover, lease, context)) return { type: "held-by-another", ...held };
  const given = handover.reading.kind === undefined ? undefined : handover.reading.envelope?.lease;
  return given === undefined || isCurrentToken(given, lease) ? undefined : { type: "lease-ended", ...held };
}

/** Whether the authors of `handover` may hand over what the holder of `lease` holds, as far as its token is good. */
export function mayHandOver(
  view: View,
  handover: IssueRecord,
  lease: Pick<Lease, "holder">,
  context: AuthorityContext,
): boolean {
  return authorsOfText(view, handover, context).some(
    (author) => isPerson(author, context) || mayBeHolder(author, lease),
  );
}

/** Whether it is the holder's own: nobody else's word, and under this lease if it names one. */
export function isByHolder(
  view: View,
  handover: IssueRecord,
  lease: Lease,
  context: AuthorityContext,
): boolean {
  const given = handover.reading.kind === undefined ? undefined : handover.reading.envelope?.lease;
  if (given !== undefined && !isCurrentToken(given, lease)) return false;
  return authorsOfText(view, handover, context).every((author) => mayBeHolder(author, lease));
}

/**
 * Agents that share an account and give no name may be any of them: the token tells. Without a key a name is worth what its
 * account is: `helper[bot]` is not the agent `helper`.
 */
function mayBeHolder({ id, speaker }: Voice, { holder }: Pick<Lease, "holder">): boolean {
  const isNamed = speaker?.type !== "agent" || speaker.name === holder.agent;
  const isProven = speaker?.type === "agent" && speaker.proof === "key";
  return isNamed && (isProven || isSameAccount(id, holder.account));
}
