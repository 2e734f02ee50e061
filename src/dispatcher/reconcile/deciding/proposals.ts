/**
 * Adds to a view what no issue holds: the coordinator's proposals, which settings await approval, and which
 * signed messages had a first issue that is gone. Read
 * them as late as the records.
 */
import { mayAskForPages } from "../../../engine/handovers/pages/asks-for-pages.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import { signedMessageKey } from "../../../engine/model/keys/message-key.ts";
import type { View } from "../../../engine/model/view.ts";
import type { Index } from "../../ports/issue-index.ts";

export async function withProposals(
  index: Pick<Index, "proposals" | "pageFindings" | "settings" | "firstSigned">,
  view: View,
): Promise<View> {
  const questions = [...view.records.values()].flatMap(({ seen, reading }) =>
    reading.kind === "question" ? seen.id : [],
  );
  const proposals = questions.length === 0 ? new Map() : await index.proposals(questions);
  const handovers = [...view.records.values()].filter(
    (record) => mayAskForPages(record) || (record.persisted.stalePages ?? []).length > 0,
  );
  const pageFindings =
    handovers.length === 0 ? new Map() : await index.pageFindings(handovers.map(({ seen }) => seen.id));
  const settingsAsked = new Map<RepositoryId, string>();
  for (const id of view.repositories.keys()) {
    const kept = index.settings(id);
    if (kept !== undefined) settingsAsked.set(id, kept.authority?.waiting?.key ?? "");
  }
  return { ...view, proposals, pageFindings, settingsAsked, firstSigned: await firstSigned(index, view) };
}

async function firstSigned(
  index: Pick<Index, "firstSigned">,
  view: View,
): Promise<ReadonlyMap<NodeId, NodeId>> {
  const keys = new Map<NodeId, string>();
  for (const record of view.records.values()) {
    const key = signedMessageKey(record);
    if (key !== undefined) keys.set(record.seen.id, key);
  }
  if (keys.size === 0) return new Map();
  const first = await index.firstSigned([...new Set(keys.values())]);
  return new Map(
    [...keys].flatMap(([id, key]) => {
      const other = first.get(key);
      return other === undefined ? [] : [[id, other]];
    }),
  );
}
