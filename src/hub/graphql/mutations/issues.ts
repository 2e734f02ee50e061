/** Mutations of issues: open, change, close, reopen, delete, transfer. */
import { createIssue } from "../../ops/issues/create-issue.ts";
import { deleteIssue } from "../../ops/issues/delete-issue.ts";
import { closeIssue, reopenIssue } from "../../ops/issues/issue-state.ts";
import { type RequestedType, setIssueType } from "../../ops/issues/issue-type.ts";
import { transferIssue } from "../../ops/issues/transfer-issue.ts";
import { updateIssue } from "../../ops/issues/update-issue.ts";
import { databaseId } from "../../ops/search/find.ts";
import { issueTypeById } from "../../state/issues/issue-types.ts";
import { entity } from "../executor/entity.ts";
import { toCloseReason, toIssueState } from "../executor/enums.ts";
import { noNode } from "../executor/failure.ts";
import { repositoryOfRecord } from "../records.ts";
import {
  type Call,
  idOf,
  issueNode,
  labelNamesIn,
  logins,
  type MutationResolvers,
  milestoneIdIn,
  outcome,
} from "./call.ts";

export const issueMutations: MutationResolvers = {
  createIssue: (call) => {
    const { input, viewing } = call;
    const issue = createIssue(viewing.core, viewing.actor, {
      repositoryId: idOf(call, "repositoryId", "R"),
      title: input.text("title"),
      body: input.optionalText("body"),
      labels: labelNamesIn(call, "labelIds"),
      assignees: logins(call, "assigneeIds"),
      type: typeWish(call),
      milestone: milestoneIdIn(call),
    });
    return { issue: issueNode(call, issue) };
  },
  updateIssue: (call) => {
    const { input, viewing } = call;
    const issue = updateIssue(viewing.core, viewing.actor, {
      issueId: idOf(call, "id", "I"),
      title: input.optionalText("title"),
      body: input.optionalText("body"),
      state: stateChange(input.optionalText("state")),
      labels: input.has("labelIds") ? labelNamesIn(call, "labelIds") : undefined,
      assignees: input.has("assigneeIds") ? logins(call, "assigneeIds") : undefined,
      type: input.has("issueTypeId") ? typeWish(call) : undefined,
      milestone: milestoneIdIn(call),
    });
    return {
      issue: issueNode(call, issue),
      actor: () => entity(viewing.actor.user.type, viewing.actor.user),
    };
  },
  closeIssue: (call) => {
    const { input, viewing } = call;
    const reason = input.optionalText("stateReason");
    const isNamed = input.optionalText("duplicateIssueId") !== undefined;
    const change = {
      issueId: idOf(call, "issueId", "I"),
      reason: reason === undefined ? reason : toCloseReason(reason),
      duplicateOfId: isNamed ? idOf(call, "duplicateIssueId", "I") : undefined,
    };
    return { issue: issueNode(call, closeIssue(viewing.core, viewing.actor, change)) };
  },
  reopenIssue: (call) => {
    const change = { issueId: idOf(call, "issueId", "I") };
    return { issue: issueNode(call, reopenIssue(call.viewing.core, call.viewing.actor, change)) };
  },
  deleteIssue: (call) => {
    const { core, actor } = call.viewing;
    const deleted = outcome(call, deleteIssue(core, actor, { issueId: idOf(call, "issueId", "I") }));
    return { repository: entity("Repository", repositoryOfRecord(core, deleted)) };
  },
  transferIssue: (call) => {
    const { core, actor } = call.viewing;
    const issue = transferIssue(core, actor, {
      issueId: idOf(call, "issueId", "I"),
      repositoryId: idOf(call, "repositoryId", "R"),
      createsLabels: call.input.flag("createLabelsIfMissing"),
    });
    return { issue: issueNode(call, issue) };
  },
  updateIssueIssueType: (call) => {
    const { core, actor } = call.viewing;
    const change = { issueId: idOf(call, "issueId", "I"), type: typeWish(call) };
    return { issue: issueNode(call, setIssueType(core, actor, change)) };
  },
};

/** Null if no type is requested. @throws if the id belongs to no type */
function typeWish(call: Call): RequestedType {
  const nodeId = call.input.optionalText("issueTypeId");
  if (nodeId === undefined) return null;
  const id = databaseId(nodeId, "IT");
  if (id === undefined || issueTypeById(call.viewing.core.state, id) === undefined) throw noNode(nodeId);
  return { id };
}

function stateChange(value: string | undefined) {
  if (value === undefined) return undefined;
  return toIssueState(value) === "open"
    ? ({ state: "open" } as const)
    : ({ state: "closed", reason: "completed" } as const);
}
