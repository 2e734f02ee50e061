/**
 * Adds to a view what no issue holds: the coordinator's proposals, and which settings await approval. Read
 * them as late as the records.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { View } from "../../engine/model/view.ts";
import type { Index } from "../ports/issue-index.ts";

export async function withProposals(index: Pick<Index, "proposals" | "settings">, view: View): Promise<View> {
  const questions = [...view.records.values()].flatMap(({ seen, reading }) =>
    reading.kind === "question" ? seen.id : [],
  );
  const proposals = questions.length === 0 ? new Map() : await index.proposals(questions);
  const settingsAsked = new Map<RepositoryId, string>();
  for (const id of view.repositories.keys()) {
    const kept = index.settings(id);
    if (kept !== undefined) settingsAsked.set(id, kept.authority?.waiting?.key ?? "");
  }
  return { ...view, proposals, settingsAsked };
}
