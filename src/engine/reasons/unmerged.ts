/** An accepted handover whose pull request GitHub refuses to merge, or to bring up to date, for good: a person merges it. */
import { awaitsMerge, settledInForce } from "../handovers.ts";
import { mergeKey } from "../merging.ts";
import { outcomeFor } from "../occasion.ts";
import type { Situation } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import type { Need } from "./reason.ts";

const options = [
  "Somebody with write access merges it by hand.",
  "It is mended and pushed again, or handed over anew.",
];

export function unmerged(situation: Situation): readonly Need[] {
  const { view, record, context } = situation;
  const commit = settledInForce(record)?.commit;
  if (
    commit === undefined ||
    record.seen.standing.state === "closed" ||
    !awaitsMerge(record, context.settings)
  )
    return [];
  const refusal = (view.refusals.get(record.seen.id) ?? []).find(({ key }) =>
    [mergeKey("MergePullRequest", commit), mergeKey("UpdateBranch", commit)].includes(key),
  );
  if (refusal === undefined) return [];
  const { id, title } = record.seen;
  const regarding = nameOfId(situation, id);
  return [
    {
      outcome: outcomeFor("unmerged", commit),
      title: `not merged: ${title.replace(/^\s*Handover:\s*/i, "")}`,
      because: `GitHub refused to merge ${commit.slice(0, 7)} for good.`,
      data: {
        ...{ reason: "unmerged", regarding, title, urgency: "important", words: refusal.message },
        options: options.map((text, index) => ({ number: index + 1, text })),
        ...{ blocker: undefined, edges: [], waiting: [regarding], refs: [regarding] },
      },
    },
  ];
}
