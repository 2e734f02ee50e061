/**
 * Turns effects into GraphQL mutations. Each requests the issue's new state, so that a write saves a read.
 * The mutations need labels' node ids, not names; labels that do not exist are left out.
 */
import { Defect, unreachable } from "../../base/errors.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import { statusKey } from "../../engine/fold/seen-record.ts";
import type { Effect } from "../../engine/model/effect.ts";
import { compactPersistedState } from "../../engine/model/persisted-state.ts";
import type { Ourselves } from "../read/comments.ts";
import { linked } from "../read/queries.ts";
import { signBody, signMarker } from "./marker.ts";

/** Whose signature goes under what we write. */
export type Signer = Pick<Ourselves, "keys" | "host">;

/** One field of a mutation request. */
export interface Mutation {
  readonly field: string;
  readonly inputType: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The fields to request in return: `issue`, or `comment` with its `issue`, under these names. */
  readonly ask: string;
}

export function labelNamesOf(effect: Effect): readonly string[] {
  return effect.type === "SetLabels" ? [...effect.add, ...effect.remove] : labelsToAdd(effect);
}

/** The labels that are created if they are missing. */
export function labelsToAdd(effect: Effect): readonly string[] {
  if (effect.type === "OpenIssue") return effect.labels;
  return effect.type === "SetLabels" ? effect.add : [];
}

/** How many mutations `toMutations` makes of it, without signing anything. */
export function mutationCount(effect: Effect, labelIds: ReadonlyMap<string, string>): number {
  if (effect.type !== "SetLabels") return 1;
  return [effect.add, effect.remove].filter((names) => names.some((name) => labelIds.has(name))).length;
}

/** @param labelIds node ids by name in the effect's repository */
export function toMutations(
  { keys, host }: Signer,
  { effect, issueId, repositoryId }: QueuedEffect,
  labelIds: ReadonlyMap<string, string>,
): readonly Mutation[] {
  const ids = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => labelIds.get(name) ?? []);
  const place = { host, repositoryId, issueId };
  switch (effect.type) {
    case "SetLabels":
      return [
        mutation("addLabelsToLabelable", { labelableId: issueId, labelIds: ids(effect.add) }, labelableAsk),
        mutation(
          "removeLabelsFromLabelable",
          { labelableId: issueId, labelIds: ids(effect.remove) },
          labelableAsk,
        ),
      ].filter(({ input }) => input.labelIds.length > 0);
    case "AddBlockedBy":
    case "RemoveBlockedBy": {
      const input = { issueId: effect.blockedId, blockingIssueId: effect.blockerId };
      return effect.type === "AddBlockedBy"
        ? [mutation("addBlockedBy", input, edgeAsk)]
        : [mutation("removeBlockedBy", input, issueAsk)];
    }
    case "AddSubIssue":
    case "RemoveSubIssue": {
      const input = { issueId: effect.parentId, subIssueId: effect.childId };
      return [
        effect.type === "AddSubIssue"
          ? mutation("addSubIssue", input, familyAsk)
          : mutation("removeSubIssue", input, issueAsk),
      ];
    }
    case "ShowStatus": {
      const { text, persisted, commentId } = effect;
      const remembered = compactPersistedState(persisted);
      const body = signMarker(keys, { ...place, key: statusKey, persisted: remembered, text });
      return [commentId === undefined ? addComment(issueId, body) : updateComment(commentId, body)];
    }
    case "AddComment": {
      const { text, marker } = effect;
      return [addComment(issueId, signMarker(keys, { ...place, key: marker, persisted: undefined, text }))];
    }
    case "OpenIssue": {
      const { marker, title, labels, assignees, sealed } = effect;
      const body = signBody(keys, {
        host,
        repositoryId,
        key: marker,
        text: effect.body,
        sealed: { ...sealed, title },
      });
      const input = { repositoryId, title, body, labelIds: ids(labels), assigneeIds: assignees };
      return [mutation("createIssue", input, "opened: issue { id number }")];
    }
    case "RestoreText": {
      const { title, body } = effect;
      return [mutation("updateIssue", { id: issueId, title, body }, textAsk)];
    }
    case "SetType":
      return [mutation("updateIssueIssueType", { issueId, issueTypeId: effect.typeId }, issueAsk)];
    case "AddAssignees":
    case "RemoveAssignees": {
      const field =
        effect.type === "AddAssignees" ? "addAssigneesToAssignable" : "removeAssigneesFromAssignable";
      const input = { assignableId: issueId, assigneeIds: effect.assignees };
      return [mutation(field, input, "issue: assignable { ... on Issue { ...Receipt ...Assigned } }")];
    }
    case "CloseIssue": {
      const { reason, duplicateOf } = effect;
      const original = duplicateOf === undefined ? {} : { [originalInput]: duplicateOf };
      const input = { issueId, stateReason: reason.toUpperCase(), ...original };
      return [mutation("closeIssue", input, "issue { ...Receipt ...Closings }")];
    }
    case "AddReaction":
      return [
        mutation("addReaction", { subjectId: effect.commentId, content: effect.content }, "subject { id }"),
      ];
    case "MinimizeComment": {
      const input = { subjectId: effect.commentId, classifier: "DUPLICATE" };
      return [mutation("minimizeComment", input, "minimizedComment { isMinimized }")];
    }
    case "ShowCheck":
    case "MergePullRequest":
    case "EnqueuePullRequest":
    case "UpdateBranch":
      throw new Defect("Writes to a commit or a pull request are not mutations of an issue.");
    default:
      return unreachable(effect);
  }
}

/** Which issue a closed one is a duplicate of: older enterprise hosts do not know it. */
export const originalInput = "duplicateIssueId";

const labelableAsk = "issue: labelable { ... on Issue { ...Receipt } }";
const issueAsk = "issue { ...Receipt }";
/** With the text that GitHub has now: it may answer with success and keep the old one. */
const textAsk = "issue { ...Receipt text: body }";
const familyAsk = `${issueAsk} parent: issue ${linked} child: subIssue ${linked}`;
const edgeAsk = `${issueAsk} blocked: issue ${linked} blocker: blockingIssue ${linked}`;

function addComment(subjectId: string, body: string): Mutation {
  return mutation(
    "addComment",
    { subjectId, body },
    "edge: commentEdge { comment: node { id issue { ...Receipt } } }",
  );
}

function updateComment(id: string, body: string): Mutation {
  return mutation("updateIssueComment", { id, body }, "comment: issueComment { id issue { ...Receipt } }");
}

function mutation<Input extends Readonly<Record<string, unknown>>>(field: string, input: Input, ask: string) {
  return { field, inputType: `${field[0]?.toUpperCase()}${field.slice(1)}Input`, input, ask };
}
