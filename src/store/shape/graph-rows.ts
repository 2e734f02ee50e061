/** Builds the nodes and edges of the graph from rows. */
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { GraphEdge, GraphNode } from "../../operations/graph/graph-board.ts";
import { toCard } from "./card-row.ts";

/** @param link an issue that is not in the index, as an issue that waits for it describes it */
export function nodeOf(id: NodeId, row: Row | undefined, link: Row | undefined): GraphNode {
  if (row !== undefined) {
    const { owner, repo, number, title, kind, state, status, priority, track } = toCard(row);
    return {
      type: "shown",
      id,
      owner,
      repo,
      number,
      title,
      kind,
      state,
      status,
      priority,
      track,
      isIndexed: true,
    };
  }
  const owner = optional(text, link, "owner");
  if (link === undefined || owner === undefined) return { type: "hidden", id };
  return {
    type: "shown",
    id,
    owner,
    repo: text(link, "name"),
    number: integer(link, "number"),
    title: text(link, "title"),
    kind: "issue",
    status: undefined,
    priority: undefined,
    track: undefined,
    state: optional(text, link, "state") === "closed" ? "closed" : "open",
    isIndexed: false,
  };
}

export const toEdge = (row: Row): GraphEdge => ({
  blocked: text(row, "blocked"),
  blocker: text(row, "blocker"),
});
