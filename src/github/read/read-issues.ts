/**
 * Reads fresh facts about many issues in few requests. Check the errors before using a null: in GraphQL a
 * failed field is a null in a 200, and an editor or blocker that merely failed would read as absent.
 */
import type { Millis } from "../../base/clock.ts";
import type { ReadRequest } from "../../dispatcher/ports/tracker.ts";
import { IssuesUnread } from "../../dispatcher/request-failed.ts";
import type { Fact, InstallationId, IssueSeen } from "../../engine/model/fact.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";
import { backoffUntil } from "../transport/request-failure.ts";
import { TimeOuts } from "../transport/time-outs.ts";
import { askForIssues, type IssueBatches, type IssueReader, withoutGrowth } from "./ask-for-issues.ts";
import { toActor } from "./comments.ts";
import { toIssueSeen } from "./issue-seen.ts";
import { readEarlierComments, readLinks, shownIn } from "./pages.ts";
import type { IssueTarget } from "./queries.ts";
import { goneComments, ownCommentsByIssue, readOutcome } from "./read-outcome.ts";
import { readRecentComments, withRecent } from "./recent-comments.ts";
import type { CommentResponse, IssueResponse, PullResponse } from "./response-shape.ts";

/** A pass rarely reads more than that, and then it waits for GitHub once. */
const batchesAtOnce = 2;
const maxOwnIds = 100;
/** Comments of a first and of a later read; earlier ones are paged for if needed. */
const firstLook = 100;
const laterLook = 30;

/** Throws `RequestFailed`, and `IssuesUnread` if GitHub could not answer for some of them even alone. */
export async function readIssues(
  reading: IssueReader,
  installationId: InstallationId,
  requests: readonly ReadRequest[],
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  const unread: Unread[] = [];
  const batches = { ...reading, timeOuts: new TimeOuts(reading.clock, reading.random) };
  for (let rest = requests; rest.length > 0; ) {
    const some = inBatches(rest, reading.sizes.of(installationId)).slice(0, batchesAtOnce);
    const read = some.map((batch) => readBatch(batches, installationId, batch, unread));
    facts.push(...(await Promise.all(read)).flat());
    rest = rest.slice(some.flat().length);
  }
  if (unread.length > 0) throw unreadOf(reading, unread);
  return facts;
}

/** An issue that GitHub did not answer for, even alone. */
interface Unread {
  readonly request: ReadRequest;
  readonly message: string;
}

async function readBatch(
  reading: IssueBatches,
  installationId: InstallationId,
  requests: readonly ReadRequest[],
  unread: Unread[],
): Promise<readonly Fact[]> {
  const readAt = reading.clock.now();
  const own = requests.flatMap(besides).slice(0, maxOwnIds);
  const answer = await askForIssues(reading, installationId, requests.map(toTarget), own);
  if (answer === undefined) return readSmaller(reading, installationId, requests, unread);
  const known = ownCommentsByIssue(answer);
  const gone = goneComments(answer, own);
  const facts: Fact[] = [];
  for (const [i, request] of requests.entries()) {
    const outcome = readOutcome(answer, `i${i}`);
    if (outcome.type === "read") {
      const issue = await wholeIssue(reading, { installationId, request, issue: outcome.issue, known });
      if ("message" in issue) unread.push(issue);
      else facts.push({ type: "IssueSeen", issue: withResponse(issue, request, own, gone), readAt });
    } else if (outcome.type === "pull") facts.push(...pullFact(request, outcome.pull));
    else if (outcome.type === "gone") facts.push(...goneFact(request, readAt));
    else if (requests.length === 1) unread.push({ request, message: outcome.message });
    else facts.push(...(await readBatch(withoutGrowth(reading), installationId, [request], unread)));
  }
  return facts;
}

/** In halves at most, and in smaller parts once halves turn out to be too much. */
async function readSmaller(
  reading: IssueBatches,
  installationId: InstallationId,
  requests: readonly ReadRequest[],
  unread: Unread[],
): Promise<readonly Fact[]> {
  const [request] = requests;
  if (request !== undefined && requests.length === 1) {
    unread.push({ request, message: "Reading it is too much for GitHub." });
    return [];
  }
  const facts: Fact[] = [];
  for (let rest = requests; rest.length > 0; ) {
    const size = Math.min(Math.ceil(requests.length / 2), reading.sizes.of(installationId));
    const part = rest.slice(0, size);
    facts.push(...(await readBatch(withoutGrowth(reading), installationId, part, unread)));
    rest = rest.slice(part.length);
  }
  return facts;
}

/** Reads the further pages. An issue that disappears between two of them is read again later. */
async function wholeIssue(
  reading: IssueReader,
  {
    installationId,
    request,
    issue,
    known,
  }: {
    readonly installationId: InstallationId;
    readonly request: ReadRequest;
    readonly issue: IssueResponse;
    readonly known: ReadonlyMap<string, readonly CommentResponse[]>;
  },
): Promise<IssueSeen | Unread> {
  const { client, ourselves } = reading;
  const { id, comments: page } = issue;
  try {
    const earlier = await readEarlierComments(client, {
      installationId,
      issueId: id,
      last: page,
      since: request.commentsSince,
    });
    const recent = await readRecentComments(client, installationId, request, page, earlier);
    const byId = [...(known.get(id) ?? []), ...(recent.found.get(id) ?? [])];
    const all = [...byId, ...earlier, ...page.nodes];
    const seen = toIssueSeen(ourselves, {
      issue,
      first: await reading.firstTexts.read(client, installationId, issue),
      comments: [...new Map(all.map((comment) => [comment.id, comment])).values()],
      blockedBy:
        issue.blockedBy &&
        (await readLinks(client, { installationId, issueId: id, side: "blockedBy", first: issue.blockedBy })),
      blocking:
        issue.blocking &&
        (await readLinks(client, { installationId, issueId: id, side: "blocking", first: issue.blocking })),
    });
    return { ...seen, shown: withRecent(shownIn(page, earlier), byId, recent.gone) };
  } catch (thrown) {
    if (thrown instanceof UnexpectedResponse) return { request, message: thrown.message };
    throw thrown;
  }
}

/** Lists only those of the closed issues that are in its own repository. */
function pullFact({ target }: ReadRequest, answer: PullResponse): readonly Fact[] {
  const {
    closingIssuesReferences: found,
    author,
    editor,
    lastEditedAt,
    merged,
    headRefOid,
    baseRefName,
  } = answer;
  if ("id" in target) return [];
  const { repositoryId, number } = target;
  const closes = (found?.nodes ?? []).flatMap((issue) =>
    issue?.repository.id === repositoryId ? issue.number : [],
  );
  // An edit by a deleted account was not the author's.
  const by = lastEditedAt == null ? author : editor;
  const others = Math.max(0, (found?.totalCount ?? 0) - closes.length);
  const pull = { number, closes, others, ...(by ? { by: toActor(by) } : {}) };
  const isMerged = merged === true && headRefOid !== undefined && baseRefName !== undefined;
  const merge = isMerged ? { merged: { headSha: headRefOid, baseRef: baseRefName } } : {};
  return [{ type: "PullSeen", repositoryId, pull, ...merge }];
}

/** An id identifies the issue that is gone; a number that leads nowhere yields no fact. */
function goneFact({ target }: ReadRequest, readAt: Millis): readonly Fact[] {
  return "id" in target ? [{ type: "IssueGone", id: target.id, why: "unreadable", readAt }] : [];
}

/** The nodes requested by id in addition to the issue itself. */
function besides({ ownComments, earlierComments = [], answer }: ReadRequest): readonly string[] {
  return [...ownComments, ...(answer === undefined ? [] : [answer]), ...earlierComments];
}

/** Adds which of the nodes requested by id GitHub does not have. */
function withResponse(
  issue: IssueSeen,
  { answer, earlierComments = [] }: ReadRequest,
  asked: readonly string[],
  gone: ReadonlySet<string>,
): IssueSeen {
  const lost = new Set(earlierComments.filter((id) => gone.has(id)));
  const isAsked = answer !== undefined && asked.includes(answer);
  return {
    ...issue,
    ...(issue.shown && lost.size > 0
      ? { shown: { ...issue.shown, gone: new Set([...lost, ...(issue.shown.gone ?? [])]) } }
      : {}),
    ...(isAsked ? { answer: { id: answer, isThere: !gone.has(answer) } } : {}),
  };
}

function toTarget({ target, commentsSince, asksForRemovals }: ReadRequest): IssueTarget {
  const comments = commentsSince === undefined ? firstLook : laterLook;
  const depth = { comments, isFirst: commentsSince === undefined, asksForRemovals };
  if ("id" in target) return { id: target.id, ...depth };
  return { owner: target.owner, name: target.name, number: target.number, ...depth };
}

/** @param size issues in a batch */
function inBatches(requests: readonly ReadRequest[], size: number): readonly (readonly ReadRequest[])[] {
  const batches: ReadRequest[][] = [];
  let own = 0;
  for (const request of requests) {
    const batch = batches.at(-1);
    own += besides(request).length;
    if (batch !== undefined && batch.length < size && own <= maxOwnIds) batch.push(request);
    else {
      batches.push([request]);
      own = besides(request).length;
    }
  }
  return batches;
}

function unreadOf({ clock, random }: IssueReader, unread: readonly Unread[]): IssuesUnread {
  const retryAt = backoffUntil({ now: clock.now(), attempt: 4, random });
  const message = unread[0]?.message ?? "";
  return new IssuesUnread(
    { type: "wait", scope: "request", retryAt, message },
    unread.map(({ request }) => request),
  );
}
