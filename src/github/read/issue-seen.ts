/**
 * Normalises one GraphQL answer about an issue. `editor: null` does not mean "never edited": it also stands
 * for an editor whose account was deleted, and that edit was not the author's.
 */

import { hash } from "node:crypto";
import type { Millis } from "../../base/clock.ts";
import type {
  ActivitySeen,
  Actor,
  Assignment,
  EdgeRemoval,
  IssueSeen,
  IssueState,
  Links,
  Unassignment,
} from "../../engine/model/fact.ts";
import type { SignedPlace } from "../../protocol/envelope/signed-text.ts";
import { isSameTitle } from "../../protocol/same-title.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { mentionsMarker } from "../write/marker.ts";
import { foreignTraceIn, type Ourselves, sortComments, toActor } from "./comments.ts";
import { closedForIn, closerIn, isClosedByMerge, toIssueState } from "./issue-state.ts";
import { linkedPullsOf, subIssuesOf, toLinkedIssue } from "./links-seen.ts";
import { type FirstSeen, type OwnText, readOwnText } from "./own-text.ts";
import { assignmentEvents, deletionEvents, removalEvents } from "./queries.ts";
import type { ActorResponse, CommentResponse, IssueResponse } from "./response-shape.ts";
import { restLogin } from "./rest-login.ts";

/** A user who edited and then deleted their account. It is never granted a role. */
const ghost: Actor = { id: "", login: "ghost", type: "User" };

/** Everything that was read of one issue, all pages included. */
export interface WholeIssue {
  readonly issue: IssueResponse;
  readonly comments: readonly CommentResponse[];
  /** Undefined if the host has no dependencies. */
  readonly blockedBy: Links | undefined;
  readonly blocking: Links | undefined;
  /** Absent where it was not read. */
  readonly first?: FirstSeen | undefined;
}

const noLinks: Links = { complete: true, unreadable: 0, issues: [] };

export function toIssueSeen(
  ourselves: Ourselves,
  { issue, comments, blockedBy, blocking, first }: WholeIssue,
): IssueSeen {
  const sorted = sortComments(ourselves, comments, {
    host: ourselves.host,
    repositoryId: issue.repository.id,
    issueId: issue.id,
    signed: signedPlace(ourselves, issue, issue.number),
  });
  const events = issue.timelineItems.nodes;
  const issueState = toIssueState(issue);
  const reopening = events.findLast(({ __typename }) => __typename === "ReopenedEvent");
  const own = readOwnText(ourselves, issue, first?.firstBody);
  const opened = own?.opened;
  return {
    id: issue.id,
    repositoryId: issue.repository.id,
    number: issue.number,
    ...textSeen(issue, own),
    issueState,
    labels: issue.labels?.nodes.map(({ name }) => name) ?? [],
    nativeType: issue.issueType?.name,
    author: issue.author === null ? undefined : toActor(issue.author),
    assignees: issue.assignees.nodes.map(toActor),
    ...assignmentsIn(issue),
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
    closedAt: issue.closedAt ?? undefined,
    closedBy: closerIn(issue),
    ...(isClosedByMerge(issue) ? { isClosedByMerge: true } : {}),
    ...closedForIn(issue),
    reopenedAt: reopening?.createdAt,
    ...(reopening?.actor ? { reopenedBy: toActor(reopening.actor) } : {}),
    isLocked: issue.locked,
    ...(blockedBy === undefined ? { lacksEdges: true } : {}),
    blockedBy: blockedBy ?? noLinks,
    blocking: blocking ?? noLinks,
    ...subIssuesOf(issue),
    ...linkedPullsOf(issue),
    ...activityOn(ourselves, issue, comments),
    ...originalOf(issue, issueState),
    ...deletedIn(ourselves, issue),
    ...cutsIn(issue),
    ...removalsIn(issue),
    ...sorted,
    ...foreignIn(ourselves, issue, sorted.foreign),
    forged: opened === undefined && mentionsMarker(issue.body) ? [issue.id, ...sorted.forged] : sorted.forged,
    ...(first?.signature === undefined ? {} : { signature: first.signature }),
    opened,
  };
}

type TextIn = Pick<IssueSeen, "title" | "body" | "bodyHash" | "textHash">;

type TextSeen = Pick<
  IssueSeen,
  "title" | "body" | "bodyHash" | "textHash" | "editor" | "editedAt" | "renamed" | "altered"
>;

/** For an issue of ours, what we wrote: what somebody made of it reaches nobody from here. */
function textSeen(issue: IssueResponse, own: OwnText | undefined): TextSeen {
  if (own === undefined || own.altered.length === 0)
    return {
      ...textIn(issue),
      editor: editorOf(issue),
      ...(issue.lastEditedAt === null ? {} : { editedAt: issue.lastEditedAt }),
      ...renamingOf(issue),
    };
  return { ...textIn(own), editor: undefined, altered: own.altered };
}

function textIn({ title, body }: Pick<IssueResponse, "title" | "body">): TextIn {
  return { title, body, ...hashesOf({ title, body }) };
}

/** A title has no NUL, so no two texts have the same input. */
function hashesOf({
  title,
  body,
}: Pick<IssueResponse, "title" | "body">): Pick<IssueSeen, "bodyHash" | "textHash"> {
  return { bodyHash: hash("sha256", body), textHash: hash("sha256", `${title}\0${body}`) };
}

/** An event that gave it another title than it has is followed by one that GitHub does not show yet. */
function renamingOf({ renamings, title, updatedAt }: IssueResponse): Pick<IssueSeen, "renamed"> {
  const last = renamings.nodes.at(-1);
  if (last === undefined) return {};
  if (!isSameTitle(last.currentTitle, title)) return { renamed: { at: updatedAt, isUnnamed: true } };
  return { renamed: { at: last.createdAt, ...(last.actor === null ? {} : { by: toActor(last.actor) }) } };
}

/** @param number undefined for what opens the issue, as its author could not know it */
export function signedPlace(
  { host }: Pick<Ourselves, "host">,
  { repository }: IssueResponse,
  number: number | undefined,
): SignedPlace {
  return { host, owner: repository.owner.login, name: repository.name, number };
}

type AssignmentsSeen = Pick<IssueSeen, "assignments" | "unassignments" | "hidesAssignments">;

/** The newest of each user: GitHub gives the time of an assignment, and who ended it, only in its event. */
export function assignmentsIn({ assigning: { nodes } }: Pick<IssueResponse, "assigning">): AssignmentsSeen {
  const assignments = new Map<string, Assignment>();
  const unassignments = new Map<string, Unassignment>();
  for (const { __typename, id, assignee, actor, createdAt: at } of nodes) {
    if (assignee?.id === undefined) continue;
    unassignments.delete(assignee.id);
    if (__typename === "UnassignedEvent") {
      const by = actor === null ? {} : { by: toActor(actor) };
      unassignments.set(assignee.id, { id, assignee: assignee.id, at, ...by });
      continue;
    }
    assignments.delete(assignee.id);
    assignments.set(assignee.id, { assignee: assignee.id, at, ...assignerIn(actor) });
  }
  return {
    ...(assignments.size === 0 ? {} : { assignments: [...assignments.values()] }),
    ...(unassignments.size === 0 ? {} : { unassignments: [...unassignments.values()] }),
    ...(nodes.length < assignmentEvents ? {} : { hidesAssignments: true }),
  };
}

function assignerIn(actor: ActorResponse | null): Omit<Assignment, "assignee" | "at"> {
  if (actor === null) return {};
  return {
    by: actor.id,
    byLogin: restLogin(actor),
    ...(actor.__typename === "Bot" ? { isByBot: true } : {}),
  };
}

/** Undefined if GitHub names none, and if we may not see it. */
function originalOf({ duplicateOf }: IssueResponse, issueState: IssueState): Pick<IssueSeen, "duplicateOf"> {
  const isDuplicate = issueState.state === "closed" && issueState.reason === "duplicate";
  return isDuplicate && duplicateOf ? { duplicateOf: toLinkedIssue(duplicateOf) } : {};
}

/** More deletions of our comments say nothing further. */
const deletionsCounted = 10;

/** GitHub does not say which comment it was. */
function deletedIn(
  { botId }: Ourselves,
  { deletions }: IssueResponse,
): Pick<IssueSeen, "deleted" | "deletions"> {
  const [ours, others] = [true, false].map((isOurs) =>
    deletions.nodes.filter(
      ({ deletedCommentAuthor }) => isSameAccount(deletedCommentAuthor?.id, botId) === isOurs,
    ),
  );
  const last = ours?.at(-1);
  const seen = (others ?? []).map(({ createdAt, actor, deletedCommentAuthor: author }) => ({
    at: createdAt,
    ...(author === null ? {} : { authorId: author.id }),
    ...(actor == null ? {} : { byId: actor.id }),
  }));
  const hidesEarlier = deletions.nodes.length >= deletionEvents;
  const count = Math.min(ours?.length ?? 0, deletionsCounted);
  return {
    ...(last === undefined ? {} : { deleted: { count, lastAt: last.createdAt } }),
    ...(seen.length === 0 && !hidesEarlier ? {} : { deletions: { list: seen, hidesEarlier } }),
  };
}

/** GitHub does not say what happened to a pull request, nor by whom. */
function activityOn(
  { botId }: Ourselves,
  { closedByPullRequestsReferences: pulls }: IssueResponse,
  comments: readonly CommentResponse[],
): Pick<IssueSeen, "activity"> {
  const newest = new Map<string | undefined, Millis>();
  const note = (by: string | undefined, at: Millis): void =>
    void newest.set(by, Math.max(at, newest.get(by) ?? 0));
  for (const { author, editor, createdAt, lastEditedAt } of comments) {
    if (author !== null && !isSameAccount(author.id, botId)) note(author.id, createdAt);
    if (editor !== null && !isSameAccount(editor.id, botId) && lastEditedAt !== null)
      note(editor.id, lastEditedAt);
  }
  for (const pull of pulls?.nodes ?? [])
    if (pull?.state === "OPEN" && !pull.isCrossRepository) note(undefined, pull.updatedAt);
  const activity = [...newest].map(([by, at]): ActivitySeen => ({ ...(by === undefined ? {} : { by }), at }));
  return activity.length === 0 ? {} : { activity };
}

/** Only removals since the body's last edit: an older one says nothing about what the text names now. */
function cutsIn({ removals, lastEditedAt, createdAt }: IssueResponse): Pick<IssueSeen, "cuts"> {
  const since = lastEditedAt ?? createdAt;
  const byPeople = (removals?.nodes ?? []).filter(
    (event) => event.actor?.__typename === "User" && event.createdAt > since,
  );
  const ends = byPeople.flatMap(({ other }) => other?.id ?? []);
  return ends.length === 0 ? {} : { cuts: [...new Set(ends)] };
}

/** The newest removal of each dependency by which the issue was blocked. */
function removalsIn({ removals }: IssueResponse): Pick<IssueSeen, "removals"> {
  if (removals === undefined) return {};
  const hidesBefore =
    removals.nodes.length < removalEvents
      ? undefined
      : Math.min(...removals.nodes.map(({ createdAt }) => createdAt));
  const nodes = removals.nodes.filter(({ __typename }) => __typename === "BlockedByRemovedEvent");
  const newest = new Map(nodes.flatMap((event) => removalOf(event) ?? []).map((each) => [each.other, each]));
  const unseen = nodes.filter(({ other }) => other === null).map(removedBy);
  if (newest.size === 0 && unseen.length === 0 && hidesBefore === undefined) return {};
  const hidden = unseen.length === 0 ? {} : { unseen };
  const earlier = hidesBefore === undefined ? {} : { hidesBefore };
  return { removals: { list: [...newest.values()], ...hidden, ...earlier } };
}

type RemovalResponse = NonNullable<IssueResponse["removals"]>["nodes"][number];

function removalOf(event: RemovalResponse): EdgeRemoval | undefined {
  const { other } = event;
  return other === null ? undefined : { other: other.id, ...removedBy(event), link: toLinkedIssue(other) };
}

function removedBy({ actor, createdAt: at }: RemovalResponse): Pick<EdgeRemoval, "at" | "by"> {
  return { at, ...(actor === null ? {} : { by: toActor(actor) }) };
}

/** The issues that another installation opens also reveal it. */
function foreignIn(
  { botId, keys }: Ourselves,
  issue: IssueResponse,
  commented: IssueSeen["foreign"] = [],
): Pick<IssueSeen, "foreign"> {
  const opened = isSameAccount(issue.author?.id, botId) ? undefined : foreignTraceIn(keys, issue);
  const foreign = [...(opened === undefined ? [] : [opened]), ...commented];
  return foreign.length === 0 ? {} : { foreign };
}

function editorOf({ lastEditedAt, editor }: IssueResponse): Actor | undefined {
  if (lastEditedAt === null) return undefined;
  return editor === null ? ghost : toActor(editor);
}
