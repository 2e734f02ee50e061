/**
 * Normalises webhook payloads; no other folder reads a payload. A payload may be minutes old or replayed, so
 * it only says which issues to refresh. The one exception is a comment's text as it was created, which no
 * later read can show.
 */

import { unreachable } from "../../base/errors.ts";
import { emptyTranslation, type Translation } from "../../dispatcher/ports/translation.ts";
import type { CommentSeen, InstallationId } from "../../engine/model/fact.ts";
import { pressedId } from "../../engine/model/spoken.ts";
import { formatWorkName } from "../../protocol/commands/text-name.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { NewerIds } from "../identity/newer-ids.ts";
import { toRepositorySeen } from "../identity/repositories.ts";
import { mayAddress, signedIn } from "../read/comments.ts";
import { handoverCheck } from "../write/check-marker.ts";
import { cutEdges, edgeNews, looksWithin } from "./issue-pairs.ts";
import { newsOfComment, newsOfIssue, textOf } from "./news.ts";
import { type PayloadOf, parseWebhookPayload, type WebhookPayload } from "./payload.ts";
import { pushIn } from "./push.ts";

/** Whose deliveries we accept, and who we are. */
export interface DeliveryRecipient {
  readonly appId: number;
  readonly botId: string;
  /** The host as `signedHost` names it, for signatures. */
  readonly host: string;
  readonly isOurInstallation: (installationId: InstallationId) => boolean;
  /** What GitHub calls today what deliveries name in its older format. */
  readonly newerIds: Pick<NewerIds, "rename" | "findUnknown">;
}

/** Never throws: what is not ours or not of its event's shape is `dropped`, with the reason. */
export function translate(event: string, payload: unknown, ours: DeliveryRecipient): Translation {
  // It belongs to no installation, and has had its effect when it was stored.
  if (event === "github_app_authorization") return emptyTranslation;
  const parsed = parseWebhookPayload(event, payload);
  if (typeof parsed === "string") return { ...emptyTranslation, dropped: parsed };
  const { installation } = parsed.payload;
  if ("app_id" in installation) {
    if (installation.app_id === ours.appId) return { ...emptyTranslation, installationChanged: true };
    return {
      ...emptyTranslation,
      dropped: `The delivery is for App ${installation.app_id}, which is not ours.`,
    };
  }
  if (!ours.isOurInstallation(installation.id))
    return { ...emptyTranslation, dropped: `Installation ${installation.id} is not one of ours.` };
  const unknownIds = ours.newerIds.findUnknown(parsed, "answer");
  const read = ours.newerIds.rename(parsed, "answer");
  return { ...inRepository(read), ...translatePayload(read, ours), by: senderOf(read, ours), unknownIds };
}

/** Anybody may open, edit and comment on issues and pull requests of a public repository. What we do ourselves is ours. */
function senderOf({ event, payload }: WebhookPayload, { botId }: DeliveryRecipient): Translation["by"] {
  if (event !== "issues" && event !== "issue_comment" && event !== "pull_request") return undefined;
  const { sender } = payload;
  if (sender === undefined || isSameAccount(sender.node_id, botId)) return undefined;
  return { id: sender.node_id, login: sender.login };
}

function inRepository({ payload }: WebhookPayload): Translation {
  if (!("repository" in payload)) return emptyTranslation;
  return { ...emptyTranslation, repository: toRepositorySeen(payload.repository, payload.installation.id) };
}

function translatePayload(read: WebhookPayload, ours: DeliveryRecipient): Partial<Translation> {
  const because = "action" in read.payload ? `${read.event}.${read.payload.action}` : read.event;
  switch (read.event) {
    case "issues":
      return issueChanged(read.payload, because, ours);
    case "issue_comment":
      return commentChanged(read.payload, because, ours);
    case "issue_dependencies": {
      const { blocked_issue, blocked_issue_repo, blocking_issue, blocking_issue_repo } = read.payload;
      const ends = [
        { issue: blocked_issue, repo: blocked_issue_repo },
        { issue: blocking_issue, repo: blocking_issue_repo },
      ];
      const refreshes = looksWithin(read.payload, ends, because, edgeNews(read.payload));
      return { refreshes, cut: cutEdges(read.payload) };
    }
    case "sub_issues": {
      const { sub_issue, sub_issue_repo, parent_issue, parent_issue_repo } = read.payload;
      const ends = [
        { issue: sub_issue, repo: sub_issue_repo },
        { issue: parent_issue, repo: parent_issue_repo },
      ];
      return { refreshes: looksWithin(read.payload, ends, because) };
    }
    case "label":
      return { labelsDeleted: read.payload.action !== "created" };
    case "push": {
      const { ref, repository } = read.payload;
      const [, base] = /^refs\/heads\/(.+)$/s.exec(ref) ?? [];
      const filesChanged = base === repository.default_branch;
      const pushed = filesChanged ? pushIn(read.payload, base) : undefined;
      return { filesChanged, pushed, work: base === undefined ? [] : [{ base }] };
    }
    case "pull_request": {
      const { action, pull_request } = read.payload;
      const { number, body } = pull_request;
      const text = body == null ? undefined : { number, body };
      const refreshes = relinking.includes(action)
        ? [{ target: { number }, because, ...(text && { text }) }]
        : [];
      const pullsChanged = changingPulls.includes(action);
      return { refreshes, pullsChanged, work: [{ pullRequest: number }] };
    }
    case "pull_request_review":
    case "pull_request_review_thread":
      return { work: [{ pullRequest: read.payload.pull_request.number }] };
    case "check_run":
      return checkChanged(read.payload, ours);
    case "merge_group":
      return { work: queuedIn(read.payload.merge_group.head_ref) };
    case "repository":
    case "installation":
    case "installation_repositories":
      return { installationChanged: true };
    default:
      return unreachable(read);
  }
}

/** After these, a different set of issues may be closed by the pull request: reading it shows which. */
const relinking = ["opened", "edited", "reopened", "closed"];

/** After these, the list of open pull requests or the files of one are different. */
const changingPulls = [...relinking, "synchronize"];

function issueChanged(
  payload: PayloadOf<"issues">,
  because: string,
  ours: DeliveryRecipient,
): Partial<Translation> {
  const { action, issue, changes, repository } = payload;
  if (action === "transferred" && changes?.new_issue && changes.new_repository) {
    const { node_id: to, number } = changes.new_issue;
    const was = { repositoryId: repository.node_id, number: issue.number };
    return {
      moved: [{ from: issue.node_id, was, to, number, repositoryId: changes.new_repository.node_id }],
    };
  }
  if (action === "opened" && changes?.old_issue) {
    const here = { to: issue.node_id, number: issue.number, repositoryId: repository.node_id };
    const { old_issue, old_repository } = changes;
    const { node_id: home } = old_repository ?? {};
    const { number } = old_issue;
    const was = home !== undefined && number !== undefined ? { repositoryId: home, number } : undefined;
    const moved = [{ from: old_issue.node_id, ...(was && { was }), ...here }];
    return { moved, refreshes: [{ target: { id: issue.node_id }, because }] };
  }
  if (action === "deleted" || action === "transferred")
    return { gone: [{ id: issue.node_id, number: issue.number, why: action }] };
  const news = newsOfIssue(payload, ours);
  const text = textOf(payload);
  return {
    refreshes: [{ target: { id: issue.node_id }, because, ...(news && { news }), ...(text && { text }) }],
  };
}

/** Our own check reports nothing new, but its button is a command by the user who presses it. */
function checkChanged(
  { action, check_run, requested_action, sender }: PayloadOf<"check_run">,
  { appId }: DeliveryRecipient,
): Partial<Translation> {
  const work = [{ commit: check_run.head_sha }];
  const shown = check_run.app?.id === appId ? handoverCheck(check_run.external_id ?? "") : undefined;
  if (shown === undefined || action === "rerequested") return { work };
  const { issueId, workHash } = shown;
  const isPressed = action === "requested_action" && requested_action?.identifier === "accept";
  if (!isPressed || workHash === undefined) return {};
  const { node_id, login, type } = sender;
  const createdAt = Date.parse(check_run.completed_at ?? "") || 0;
  const pressed: CommentSeen = {
    id: pressedId({ checkRunId: check_run.node_id, shownAt: createdAt, personId: node_id }),
    author: { id: node_id, login, type },
    // Named by the run itself, which only our App can write: no time has to tell which work it showed.
    text: `/accept ${formatWorkName(workHash)} because the button on the check was pressed`,
    createdAt,
  };
  return { work, comments: [{ issue: { id: issueId }, comment: pressed }] };
}

/** A merge queue's branch is named after the pull request that it tests. */
function queuedIn(branch: string): Translation["work"] {
  const [, number] =
    /^refs\/heads\/gh-readonly-queue\/.{1,255}\/pr-(\d{1,9})-[0-9a-f]{40,64}$/s.exec(branch) ?? [];
  return number === undefined ? [] : [{ pullRequest: Number(number) }];
}

function commentChanged(
  payload: PayloadOf<"issue_comment">,
  because: string,
  ours: DeliveryRecipient,
): Partial<Translation> {
  const { action, issue, comment, sender } = payload;
  if (issue.pull_request !== undefined) return {};
  const news = newsOfComment(payload, ours);
  const refreshes = [{ target: { id: issue.node_id }, because, ...(news && { news }) }];
  const { user, body } = comment;
  const isTheirOwn =
    user !== null && isSameAccount(user.node_id, sender.node_id) && !isSameAccount(user.node_id, ours.botId);
  if (action !== "created" || !isTheirOwn || !mayAddress(body)) return { refreshes };
  const { owner, name } = toRepositorySeen(payload.repository, payload.installation.id);
  const seen: CommentSeen = {
    id: comment.node_id,
    ...(comment.id === undefined ? {} : { commentNumber: comment.id }),
    author: { id: user.node_id, login: user.login, type: user.type },
    text: body,
    createdAt: Date.parse(comment.created_at),
    isOnlyReported: true,
    ...signedIn({
      text: body,
      title: undefined,
      place: { host: ours.host, owner, name, number: issue.number },
    }),
  };
  return { refreshes, comments: [{ issue: { id: issue.node_id }, comment: seen }] };
}
