/** An issue's text, comments, reviews and events, in the order in which they came. */
import { html } from "hono/html";
import { appById } from "../../state/accounts/apps.ts";
import { type Comment, commentsOfIssue } from "../../state/issues/comments.ts";
import { eventsOfIssue, type IssueEvent } from "../../state/issues/events.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { type ReactionContent, type ReactionSubject, reactionCounts } from "../../state/issues/reactions.ts";
import { type Review, reviewsOf } from "../../state/pulls/reviews.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Html, SignedInRequest } from "../page-request.ts";
import { eventWords } from "./issue-events.ts";
import { textShown } from "./markdown.ts";
import { personShown, timeShown } from "./small.ts";

/** GitHub loads a long conversation in parts; these are more than any of the hub's has. */
const most = { offset: 0, limit: 1_000 };

export function conversation(request: SignedInRequest, repository: Repository, issue: Issue): Html {
  const { state } = request.core;
  const entries = [
    ...commentsOfIssue(state, issue.id, most).map((one) => ({
      at: one.createdAt,
      shown: commentShown(request, repository, one),
    })),
    ...eventsOfIssue(state, issue.id, most).map((one) => ({
      at: one.createdAt,
      shown: eventShown(request, repository, one),
    })),
    ...(issue.pullId === null ? [] : reviewsOf(state, issue.pullId)).map((one) => ({
      at: one.submittedAt,
      shown: reviewShown(request, repository, one),
    })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const first = bodyShown(request, repository, issue);
  return html`<ol class="timeline" aria-label="Conversation"><li>${first}</li>${entries.map(({ shown }) => html`<li>${shown}</li>`)}</ol>`;
}

function bodyShown(request: SignedInRequest, repository: Repository, issue: Issue): Html {
  const text = issue.body?.trim()
    ? textShown(request, repository, issue.body, "issue")
    : html`<p class="soft">No description provided.</p>`;
  const edited = issue.lastEditedAt === null ? "" : "edited";
  const head = headShown(request, { ...issue, verb: "opened this", edited });
  return boxShown("issue", head, html`${text}${reactionsShown(request, "issue", issue.id)}`);
}

const minimized = {
  abuse: "abusive",
  duplicate: "a duplicate",
  "off-topic": "off topic",
  outdated: "outdated",
  resolved: "resolved",
  spam: "spam",
};

function commentShown(request: SignedInRequest, repository: Repository, comment: Comment): Html {
  const name = `issuecomment-${comment.id}`;
  const text = textShown(request, repository, comment.body, name);
  const edited = comment.lastEditedAt === null ? "" : "edited";
  const head = headShown(request, { ...comment, verb: "commented", edited });
  const content = html`${text}${reactionsShown(request, "comment", comment.id)}`;
  if (comment.minimizedReason === null) return boxShown(name, head, content);
  return html`<details class="hidden" id="${name}"><summary>This comment was marked as ${minimized[comment.minimizedReason]}</summary>
    ${boxShown(undefined, head, content)}</details>`;
}

const verdicts = {
  APPROVED: "approved these changes",
  CHANGES_REQUESTED: "requested changes",
  COMMENTED: "reviewed",
  DISMISSED: "reviewed; the review was dismissed",
};

function reviewShown(request: SignedInRequest, repository: Repository, review: Review): Html {
  const name = `pullrequestreview-${review.id}`;
  const about = {
    authorId: review.authorId,
    appId: null,
    createdAt: review.submittedAt,
    verb: verdicts[review.state],
    edited: "",
  };
  const text = review.body.trim() === "" ? html`` : textShown(request, repository, review.body, name);
  return boxShown(name, headShown(request, about), text);
}

function eventShown(
  request: SignedInRequest,
  repository: Repository,
  { actorId, appId, detail, createdAt }: IssueEvent,
): Html {
  const { state } = request.core;
  return html`<p class="event">${personShown(state, actorId)}${viaShown(request, actorId, appId)} ${eventWords(request, repository, detail)} <span class="soft">${timeShown(createdAt)}</span></p>`;
}

interface Head extends Pick<Comment, "authorId" | "appId" | "createdAt"> {
  readonly verb: string;
  readonly edited: string;
}

const headShown = (request: SignedInRequest, { authorId, appId, createdAt, verb, edited }: Head): Html =>
  html`${personShown(request.core.state, authorId)}${viaShown(request, authorId, appId)} <span class="soft">${verb} ${timeShown(createdAt)} ${edited}</span>`;

/** For a person who wrote through an App. */
function viaShown(
  { core: { state } }: SignedInRequest,
  authorId: number,
  appId: number | null,
): Html | string {
  const app = appId === null ? undefined : appById(state, appId);
  return app === undefined || app.botId === authorId ? "" : html` <span class="soft">with ${app.name}</span>`;
}

const boxShown = (name: string | undefined, head: Html, content: Html): Html =>
  html`<article class="box"${name === undefined ? "" : html` id="${name}"`}><header>${head}</header><div class="text" dir="auto">${content}</div></article>`;

const signs: Readonly<Record<ReactionContent, string>> = {
  "+1": "👍",
  "-1": "👎",
  laugh: "😄",
  confused: "😕",
  heart: "❤️",
  hooray: "🎉",
  rocket: "🚀",
  eyes: "👀",
};

function reactionsShown(
  { core: { state } }: SignedInRequest,
  subject: ReactionSubject,
  id: number,
): Html | string {
  const counts = [...reactionCounts(state, subject, id)].filter(([, count]) => count > 0);
  if (counts.length === 0) return "";
  return html`<ul class="reactions" aria-label="Reactions">${counts.map(([content, count]) => html`<li><span role="img" aria-label="${content}">${signs[content]}</span> ${count}</li>`)}</ul>`;
}
