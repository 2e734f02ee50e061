/**
 * Context of one mutation. Node ids are checked here for their type; the operation decides whether the viewer
 * may do it, so that GraphQL and REST agree.
 */

import type { OpResult } from "../../ops/result.ts";
import { databaseId, findLabelById } from "../../ops/search/find.ts";
import { userById } from "../../state/accounts/users.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { milestoneById } from "../../state/issues/milestones.ts";
import type { NodePrefix } from "../../state/node-id.ts";
import { pullById } from "../../state/pulls/pulls.ts";
import type { Args } from "../executor/args.ts";
import { type CompositeFields, type Entity, entity } from "../executor/entity.ts";
import { noNode, valueOrThrow } from "../executor/failure.ts";
import type { ResolverContext } from "../executor/object-type.ts";
import { issueOrPull } from "../issue-or-pull.ts";

export interface Call {
  /** Its name in the schema, for example `addComment`. */
  readonly name: string;
  readonly input: Args;
  readonly viewing: ResolverContext;
}

/** Carries out a mutation and returns the fields of its payload. */
export type MutationResolver = (call: Call) => CompositeFields;
export type MutationResolvers = Readonly<Record<string, MutationResolver>>;

/** The database id behind an input's node id. @throws if it is of another type */
export function idOf({ input }: Call, field: string, prefix: NodePrefix): number {
  return idIn(input.text(field), prefix);
}

/** The database id of the issue, or of a pull request's conversation, behind an input's node id. */
export function conversationOf(call: Call, field: string): number {
  const nodeId = call.input.text(field);
  const pullId = databaseId(nodeId, "PR");
  if (pullId === undefined) return idIn(nodeId, "I");
  const pull = pullById(call.viewing.core.state, pullId);
  if (pull === undefined) throw noNode(nodeId);
  return pull.issue.id;
}

/** Names of the labels with these node ids, all of which must exist. */
export function labelNamesIn({ input, viewing }: Call, field: string): readonly string[] {
  return input.strings(field).map((nodeId) => {
    const label = findLabelById(viewing.core, viewing.actor, idIn(nodeId, "LA"));
    if (label.kind !== "ok") throw noNode(nodeId);
    return label.value.name;
  });
}

/** Logins of the users with these node ids. */
export function logins({ input, viewing }: Call, field: string): readonly string[] {
  return input.strings(field).map((nodeId) => {
    const user = userById(viewing.core.state, idIn(nodeId, "U"));
    if (user === undefined) throw noNode(nodeId);
    return user.login;
  });
}

/**
 * The number of the milestone in an input: null removes the milestone, undefined leaves it. `gh` sends an
 * empty id for null.
 */
export function milestoneIdIn({ input, viewing }: Call): number | null | undefined {
  if (input.isNull("milestoneId")) return null;
  const nodeId = input.optionalText("milestoneId");
  if (nodeId === undefined || nodeId === "") return nodeId === "" ? null : undefined;
  const milestone = milestoneById(viewing.core.state, idIn(nodeId, "MI"));
  if (milestone === undefined) throw noNode(nodeId);
  return milestone.number;
}

/** The result of the operation. @throws GitHub's error if it was refused */
export function outcome<T>({ name, viewing }: Call, result: OpResult<T>): T {
  return valueOrThrow(result, viewing.actor, name);
}

export function issueNode(call: Call, result: OpResult<Issue>): Entity<"Issue"> {
  return entity("Issue", outcome(call, result));
}

/** The same for what may be a pull request. */
export function conversationNode(call: Call, result: OpResult<Issue>) {
  return issueOrPull(call.viewing.core, outcome(call, result));
}

function idIn(nodeId: string, prefix: NodePrefix): number {
  const id = databaseId(nodeId, prefix);
  if (id === undefined) throw noNode(nodeId);
  return id;
}
