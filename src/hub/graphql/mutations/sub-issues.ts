/** Mutations of sub-issues: the first issue is the parent. */

import {
  addSubIssue,
  removeSubIssue,
  reprioritizeSubIssue,
  type SubIssue,
  type SubIssueInput,
} from "../../ops/issues/sub-issues.ts";
import type { OpResult } from "../../ops/result.ts";
import type { CompositeFields } from "../executor/entity.ts";
import { entity } from "../executor/entity.ts";
import { FieldFailure, notImplemented } from "../executor/failure.ts";
import { type Call, idOf, type MutationResolvers, outcome } from "./call.ts";

export const subIssueMutations: MutationResolvers = {
  addSubIssue: (call) => {
    if (call.input.has("subIssueUrl")) throw notImplemented("Mutation.addSubIssue(input.subIssueUrl)");
    if (!call.input.has("subIssueId")) throw new FieldFailure("UNPROCESSABLE", "A sub-issue must be named.");
    const input = { ...endsOf(call), replacesParent: call.input.flag("replaceParent") };
    return payload(call, addSubIssue(call.viewing.core, call.viewing.actor, input));
  },
  removeSubIssue: (call) =>
    payload(call, removeSubIssue(call.viewing.core, call.viewing.actor, endsOf(call))),
  reprioritizeSubIssue: (call) => {
    const side = call.input.has("afterId") ? "after" : "before";
    if (call.input.has("afterId") === call.input.has("beforeId"))
      throw new FieldFailure("UNPROCESSABLE", "Either afterId or beforeId must be given.");
    const input = { ...endsOf(call), side, otherId: idOf(call, `${side}Id`, "I") } as const;
    const { issue } = payload(call, reprioritizeSubIssue(call.viewing.core, call.viewing.actor, input));
    return { issue };
  },
};

function endsOf(call: Call): SubIssueInput {
  return { parentId: idOf(call, "issueId", "I"), childId: idOf(call, "subIssueId", "I") };
}

function payload(call: Call, result: OpResult<SubIssue>): CompositeFields {
  const { parent, child } = outcome(call, result);
  return { issue: entity("Issue", parent), subIssue: entity("Issue", child) };
}
