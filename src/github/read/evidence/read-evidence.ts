/**
 * Reads what GitHub shows of the work that a handover reports. The list of files may be incomplete: GitHub
 * ends it at 3,000 and gives the count separately.
 */
import type { Clock, Millis } from "../../../base/clock.ts";
import type { EvidenceRequest, Tracker } from "../../../dispatcher/ports/tracker.ts";
import type { MergedCommit } from "../../../engine/model/fact.ts";
import { ownersOf } from "../../../handover/code-owners.ts";
import {
  type ChangedFile,
  type Evidence,
  type MergeState,
  noEvidence,
  type OwnCheck,
  type PullRequest,
} from "../../../handover/evidence.ts";
import type { Client } from "../../transport/client.ts";
import type { Ourselves } from "../comments.ts";
import { issuesNamed } from "../issues-named.ts";
import { checkName, evidenceIn, newestOwnRun, type RepositoryLocation, runsOn } from "./check-runs.ts";
import { findPullRequests } from "./find-pull-request.ts";
import type { OwnRuns } from "./own-runs.ts";
import { filesOf } from "./pull-files.ts";
import { askedAgain, isBeingWorkedOut, type Pull, readPull } from "./pull-request.ts";
import { readGroupHead } from "./read-group-head.ts";
import { createReadReview, type ReviewEvidence } from "./read-review.ts";

interface ReadContext {
  readonly client: Client;
  readonly ourselves: Ourselves;
  readonly ownRuns: Pick<OwnRuns, "remember">;
  readonly clock: Clock;
}

export function createReadEvidence(context: ReadContext): Tracker["readEvidence"] {
  const { client, clock } = context;
  const readReview = createReadReview(client);
  return async (repository, request) => {
    const readAt = clock.now();
    const { accepted, merged } = request;
    if (accepted !== undefined && merged !== undefined && isSameCommit(accepted.pullRequest, merged))
      return mergedSince(accepted, readAt);
    const candidates = await candidatesFor(client, repository, request);
    const [number] = candidates;
    if (number === undefined || candidates.length > 1) return { ...noEvidence(readAt), candidates };
    const { shown, ...review } = await readReview(repository, number);
    const pull = shown?.pull ?? (await readPull(client, repository, number));
    if (pull === undefined) return noEvidence(readAt);
    if (accepted !== undefined && pull.merged && isSameWork(accepted.pullRequest, pull))
      return mergedSince(accepted, readAt);
    return {
      ...noEvidence(readAt),
      ...(await evidenceOf(context, { repository, pull, files: shown?.files, review, request, readAt })),
    };
  };
}

async function candidatesFor(
  client: Client,
  repository: RepositoryLocation,
  request: EvidenceRequest,
): Promise<readonly number[]> {
  const { pullRequest: named } = request;
  return named === undefined ? findPullRequests(client, repository, request) : [named];
}

async function evidenceOf(
  { client, ourselves, ownRuns }: ReadContext,
  {
    repository,
    pull,
    files: shown,
    review,
    request: { isTrusted, accepted },
    readAt,
  }: {
    readonly repository: RepositoryLocation;
    readonly pull: Pull;
    readonly files: readonly ChangedFile[] | undefined;
    readonly review: ReviewEvidence;
    readonly request: Pick<EvidenceRequest, "isTrusted" | "accepted">;
    readonly readAt: Millis;
  },
): Promise<Omit<Evidence, "readAt" | "candidates">> {
  const headSha = pull.head.sha;
  const files = filesAsAccepted(accepted, pull) ?? shown ?? (await filesOf(client, repository, pull.number));
  const runs = await runsOn(client, repository, headSha);
  const ownOn = (sha: string, among: Awaited<ReturnType<typeof runsOn>>): OwnCheck | undefined => {
    const place = { host: ourselves.host, repositoryId: repository.id, headSha: sha };
    const own = newestOwnRun(ourselves, place, among);
    ownRuns.remember(place, own, readAt);
    return own && { headSha: own.headSha, shows: own.shows };
  };
  const settled = isBeingWorkedOut(pull) ? await askedAgain(client, repository, pull) : pull;
  const found = {
    pullRequest: {
      ...toPullRequest(repository, settled, files, review),
      ...(await strangerIn(pull, isTrusted)),
    },
    checkRuns: evidenceIn(ourselves, repository.id, runs),
    ownCheck: ownOn(headSha, runs),
  };
  if (review.queued === undefined) return found;
  const { ahead, behind } = review.queued;
  const queuedSha = review.queued.headSha ?? (await readGroupHead(client, repository, pull));
  if (queuedSha === undefined) return found;
  const queuedRuns = await runsOn(client, repository, queuedSha, { check_name: checkName });
  return { ...found, queued: { headSha: queuedSha, ownCheck: ownOn(queuedSha, queuedRuns), ahead, behind } };
}

/** Whether it proposes the commit that was accepted, for the same branch. */
function isSameWork(accepted: PullRequest | undefined, { head, base }: Pull): accepted is PullRequest {
  return isSameCommit(accepted, { headSha: head.sha, baseRef: base.ref });
}

function isSameCommit(
  accepted: PullRequest | undefined,
  { headSha, baseRef }: MergedCommit,
): accepted is PullRequest {
  return accepted?.headSha === headSha && accepted.baseRef === baseRef;
}

/** A merge ends it: checks and reviews that come later say nothing about what was accepted. */
function mergedSince({ queued: _, ...accepted }: Evidence, readAt: Millis): Evidence {
  const { pullRequest } = accepted;
  return { ...accepted, readAt, pullRequest: pullRequest && { ...pullRequest, state: "merged" } };
}

/** A commit does not change its files; the count shows if the base has got some of them meanwhile. */
function filesAsAccepted(accepted: Evidence | undefined, pull: Pull): readonly ChangedFile[] | undefined {
  const known = accepted?.pullRequest;
  return isSameWork(known, pull) && known.files.length === pull.changed_files ? known.files : undefined;
}

function toPullRequest(
  { owner, name: repo }: RepositoryLocation,
  pull: Pull,
  files: readonly ChangedFile[],
  { unresolvedThreads, reviewDecision, codeOwners, queue }: ReviewEvidence,
): PullRequest {
  const { number, head, base, merged, state, user } = pull;
  return {
    number,
    headSha: head.sha,
    headRef: head.ref,
    baseRef: base.ref,
    ...(base.repo.default_branch === undefined ? {} : { defaultBranch: base.repo.default_branch }),
    state: merged ? "merged" : state,
    isDraft: pull.draft,
    isFork: head.repo?.node_id !== base.repo.node_id,
    ...(user == null ? {} : { author: user.login }),
    ...(head.repo?.full_name === undefined ? {} : { headRepository: head.repo.full_name }),
    named: issuesNamed(`${pull.title}\n\n${pull.body ?? ""}`, { owner, repo }),
    hasConflicts: isBeingWorkedOut(pull) ? undefined : pull.mergeable === false,
    mergeState: mergeStates.get(pull.mergeable_state ?? "unknown") ?? "blocked",
    files,
    hasAllFiles: files.length === pull.changed_files,
    unresolvedThreads,
    ...(queue === undefined ? {} : { queue }),
    ...(reviewDecision === undefined ? {} : { reviewDecision }),
    ...(codeOwners === undefined ? {} : { codeOwners: ownersOf(codeOwners, files) }),
  };
}

/** For a fork that an organisation owns, it is impossible to know who pushes to it. */
async function strangerIn(
  { head, base }: Pull,
  isTrusted: EvidenceRequest["isTrusted"],
): Promise<Pick<PullRequest, "isOfStranger">> {
  if (head.repo?.node_id === base.repo.node_id) return {};
  const owner = head.repo?.owner;
  const mayPush = owner != null && (await isTrusted({ id: owner.node_id, login: owner.login }));
  return { isOfStranger: !mayPush };
}

/** `has_hooks` is clean with hooks that run at the push; a state that is not listed here blocks the merge. */
const mergeStates: ReadonlyMap<string, MergeState> = new Map([
  ["clean", "clean"],
  ["has_hooks", "clean"],
  ["behind", "behind"],
  ["unstable", "unstable"],
  ["unknown", "unknown"],
]);
