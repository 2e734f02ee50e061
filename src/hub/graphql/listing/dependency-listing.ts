/**
 * Lists the two directions of "blocked by", including closed issues, in the order in which the edges were
 * added.
 */
import { can, needs } from "../../ops/access/access.ts";
import { blockersOfIssue, dependenciesSummary, issuesBlockedBy } from "../../state/issues/dependencies.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { integer } from "../../state/row.ts";
import type { State } from "../../state/state.ts";
import { type Entity, entity } from "../executor/entity.ts";
import type { ResolverContext } from "../executor/object-type.ts";
import { repositoryOfRecord } from "../records.ts";
import type { Listing } from "./paging/connection.ts";

/** The issues that block this one. */
export function blockedByListing(state: State, issue: Issue): Listing<Issue> {
  return {
    count: () => dependenciesSummary(state, issue.id).totalBlockedBy,
    slice: (page) => blockersOfIssue(state, issue.id, page),
    ...placedBy(state, "blocked_id", "blocking_id", issue.id),
  };
}

/** The issues that this one blocks. */
export function blockingListing(state: State, issue: Issue): Listing<Issue> {
  return {
    count: () => dependenciesSummary(state, issue.id).totalBlocking,
    slice: (page) => issuesBlockedBy(state, issue.id, page),
    ...placedBy(state, "blocking_id", "blocked_id", issue.id),
  };
}

/** An issue as a node, or null where the viewer may not read it. */
export function visibleIssue({ core, actor }: ResolverContext, issue: Issue): Entity<"Issue"> | null {
  const repository = repositoryOfRecord(core, issue);
  return can(core.state, actor, repository, needs.readIssues) ? entity("Issue", issue) : null;
}

type Column = "blocked_id" | "blocking_id";

/** Cursors carry the id of the edge, so that a cursor remains valid after its edge is removed. */
function placedBy(
  state: State,
  own: Column,
  other: Column,
  issueId: number,
): Pick<Listing<Issue>, "keyOf" | "rank"> {
  const edge = `SELECT id FROM dependencies WHERE ${own} = ? AND ${other} = ?`;
  return {
    keyOf: (issue) => [integer(state.get(edge, issueId, issue.id) ?? {}, "id")],
    rank: ([id = 0], inclusive) => {
      const sql = `SELECT count(*) AS edges FROM dependencies WHERE ${own} = ? AND id ${inclusive ? "<=" : "<"} ?`;
      return integer(state.get(sql, issueId, id) ?? {}, "edges");
    },
  };
}
