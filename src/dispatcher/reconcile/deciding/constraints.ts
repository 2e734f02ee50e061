/** Adds to a view what pages with constraints say about the answers that agents gave to open questions. */
import type { NodeId } from "../../../engine/model/fact.ts";
import type { Context } from "../../../engine/model/rule.ts";
import type { View } from "../../../engine/model/view.ts";
import { agentsAnswers, shownQuestion } from "../../../engine/questions/lowered.ts";
import type { BranchHeads, ConstraintLookup } from "../../ports/constraint-lookup.ts";

export interface PageLookup {
  /** Undefined where no pages are read. */
  readonly constraints: ConstraintLookup | undefined;
  readonly heads: BranchHeads;
}

/** @param ids what is decided about; nothing is looked up for a question without an agent's answer */
export async function withConstraints(
  { constraints: lookup, heads }: PageLookup,
  view: View,
  ids: readonly NodeId[],
  context: Context,
): Promise<View> {
  if (lookup === undefined) return view;
  const constraints = new Map<NodeId, readonly string[] | "unread">();
  for (const id of ids) {
    const record = view.records.get(id);
    const repository = record && view.repositories.get(record.seen.repositoryId);
    if (record === undefined || repository === undefined) continue;
    const answers = agentsAnswers({ view, record, context });
    if (answers.length === 0) continue;
    const texts = answers.map(({ decision }) => decision);
    const found = await lookup.find({ repository, question: shownQuestion(record), answers: texts }, heads);
    for (const [at, answer] of answers.entries())
      constraints.set(answer.id, found === "unread" ? found : (found[at] ?? []));
  }
  return { ...view, constraints };
}
