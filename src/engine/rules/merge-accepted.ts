/**
 * The pull request of an accepted handover is merged where the settings want it: exactly the commit that was accepted,
 * once GitHub would let anybody. A newcomer would merge what is behind its base; that is brought up to date and checked anew.
 */
import { awaitsMerge, settledInForce } from "../handovers.ts";
import { mergeKey } from "../merging.ts";
import { lookAgain, nothing, type ShowRule, type Situation } from "../rule.ts";
import { roleIn } from "../snapshot.ts";
import { isAdmitted, responsibleFor } from "../trust.ts";

export const mergeAccepted: ShowRule = { name: "merge-accepted", show };

/** Rules of a branch may be met without any delivery that says so. */
const askAgainMs = 60_000;

function show({ view, record, context }: Situation) {
  const settled = settledInForce(record);
  const pull = record.evidence?.pullRequest;
  if (settled === undefined || pull === undefined || !isAdmitted(record)) return nothing;
  if (!awaitsMerge(record, context.settings) || settled.commit !== pull.headSha) return nothing;
  const { number, headSha, mergeState } = pull;
  if (mergeState === "other")
    return { looks: [lookAgain(record, askAgainMs, "Whether its pull request can be merged by now.")] };
  const by = settled.override?.by ?? responsibleFor(record);
  const actor = by && { ...by, role: roleIn(view, record.seen.repositoryId, by.id) };
  const type = mergeState === "clean" ? "MergePullRequest" : "UpdateBranch";
  const because = `It was accepted at ${headSha.slice(0, 7)}, and the settings say that it is merged.`;
  const reason = { rule: mergeAccepted.name, because, ...(actor === undefined ? {} : { actor }) };
  const key = mergeKey(type, headSha);
  return { wishes: [{ slot: "merge", key, effect: { type, number, headSha } as const, reason }] };
}
