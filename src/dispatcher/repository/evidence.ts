/**
 * Reads what GitHub shows of the work that handovers report. Handovers of users without write access are not
 * read, nor those whose work was merged or closed, which no longer changes, nor those that were accepted a moment
 * ago: they are read again after each of our own writes.
 */

import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { isAdmitted, responsibleUser, trustOf } from "../../engine/admission/trust.ts";
import { fold } from "../../engine/fold/fold.ts";
import { awaitsMerge, currentAcceptance, handoverIn } from "../../engine/handovers/handovers.ts";
import type { Fact, MergedCommit, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { keyFrom, type View } from "../../engine/model/view.ts";
import { type Evidence, noEvidence } from "../../handover/evidence.ts";
import type { Handover } from "../../protocol/kinds/handover.ts";
import { type Ref, resolveRef } from "../../protocol/references/ref.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { EvidenceRequest, Person, Tracker } from "../ports/tracker.ts";
import { RequestFailed } from "../request-failed.ts";

interface Needs {
  readonly tracker: Pick<Tracker, "readEvidence" | "roleOf">;
  readonly settingsOf: SettingsOf;
  readonly botId: NodeId;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface WorkToRead {
  readonly repository: RepositorySeen;
  readonly view: View;
  /** Learned in this pass: the author of a handover must be trusted. */
  readonly roles: readonly Fact[];
  readonly ids: readonly NodeId[];
  /** What this pass read of the pull requests. */
  readonly facts: readonly Fact[];
  /** Those with news of their work: GitHub is asked again, however new the evidence is. */
  readonly news: ReadonlySet<NodeId>;
}

export type ReadEvidence = (work: WorkToRead) => Promise<readonly Fact[]>;

export function createEvidenceReader(needs: Needs): ReadEvidence {
  return async ({ repository, view, roles, ids, facts: read, news }) => {
    const known = fold(view, roles).snapshot;
    const merged = mergedIn(repository, read);
    const facts: Fact[] = [];
    for (const id of ids) {
      const record = known.records.get(id);
      const handover = record && handoverIn(record);
      if (record?.seen.repositoryId !== repository.id || handover === undefined) continue;
      if (!mayChange(record) || !isTrusted(needs, known, record)) continue;
      if (!news.has(id) && isBelieved(needs, record)) continue;
      const request = requestFor(needs, { repository, view: known, record, merged }, handover);
      const evidence =
        request === undefined ? noEvidence(needs.clock.now()) : await evidenceOf(needs, repository, request);
      if (evidence !== undefined) facts.push({ type: "EvidenceSeen", issueId: id, evidence });
    }
    return facts;
  };
}

/** A closed handover is followed while its pull request is open: its gate answers each push. */
function mayChange({ seen, evidence, persisted }: IssueRecord): boolean {
  if (seen.issueState.state === "open") return true;
  return evidence === undefined
    ? persisted.settled?.commit !== undefined
    : evidence.pullRequest?.state === "open";
}

function mergedIn({ id }: RepositorySeen, facts: readonly Fact[]): ReadonlyMap<number, MergedCommit> {
  return new Map(
    facts.flatMap((fact) =>
      fact.type === "PullSeen" && fact.repositoryId === id && fact.merged !== undefined
        ? [[fact.pull.number, fact.merged] as const]
        : [],
    ),
  );
}

/** As long as a role is believed. */
const believedMs = 60_000;

/**
 * Whether the evidence needs no other read yet. Only after the acceptance, so that nothing is accepted by what was
 * read in an earlier pass; and not before a merge, which GitHub allows a moment after our own check.
 */
function isBelieved({ clock, settingsOf }: Needs, record: IssueRecord): boolean {
  const accepted = acceptedEvidence(record);
  if (accepted?.pullRequest?.hasConflicts === undefined) return false;
  if (awaitsMerge(record, settingsOf(record.seen.repositoryId))) return false;
  return accepted.readAt > clock.now() - believedMs;
}

/** The evidence by which it was accepted, if what it shows still is what was accepted. */
function acceptedEvidence(record: IssueRecord): Evidence | undefined {
  const commit = currentAcceptance(record)?.commit;
  const { evidence } = record;
  return commit !== undefined && evidence?.pullRequest?.headSha === commit ? evidence : undefined;
}

/** Who is responsible for a new body is decided later in the pass, by the same two checks. */
function isTrusted({ settingsOf, botId }: Needs, view: View, record: IssueRecord): boolean {
  const { repositoryId } = record.seen;
  const authority = { settings: settingsOf(repositoryId), botId };
  return isAdmitted(record) || trustOf(view, repositoryId, responsibleUser(record), authority) === "trusted";
}

/** Undefined if the handover names a pull request of another repository: no other one may be used instead. */
function requestFor(
  needs: Needs,
  place: {
    readonly repository: RepositorySeen;
    readonly view: View;
    readonly record: IssueRecord;
    readonly merged: ReadonlyMap<number, MergedCommit>;
  },
  { completes, pullRequest }: Handover,
): EvidenceRequest | undefined {
  const { repository, view, record, merged } = place;
  const isHere = (ref: Ref): boolean =>
    keyFrom(view, record, ref) === keyFrom(view, record, { number: ref.number });
  if (pullRequest !== undefined && !isHere(pullRequest)) return undefined;
  const { id, body, editor, author } = record.seen;
  const accepted = acceptedEvidence(record);
  const merge = merged.get(accepted?.pullRequest?.number ?? 0);
  return {
    issueId: id,
    pullRequest: pullRequest?.number,
    ...(accepted && { accepted }),
    ...(merge && { merged: merge }),
    task: resolveRef(completes, { owner: repository.owner, repo: repository.name }),
    text: body,
    writer: (editor ?? author)?.id,
    isTrusted: (person) => mayPropose(needs, repository, view, person),
  };
}

/**
 * Asks GitHub only if this pass has not learned the role: the author of a handover mostly opened its pull
 * request, too.
 */
async function mayPropose(
  { tracker, settingsOf, botId }: Needs,
  repository: RepositorySeen,
  view: View,
  person: Person,
): Promise<boolean> {
  const settings = settingsOf(repository.id);
  const trust = trustOf(view, repository.id, person, { settings, botId });
  if (trust !== "unknown") return trust === "trusted";
  return settings.trust.roles.includes(await tracker.roleOf(repository, person, false));
}

/**
 * Without permission to read pull requests the App still serves the rest: what it cannot see stays
 * unverified.
 */
async function evidenceOf({ tracker, logger }: Needs, repository: RepositorySeen, request: EvidenceRequest) {
  try {
    return await tracker.readEvidence(repository, request);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { type, message } = thrown.failure;
    if (type !== "refused" && type !== "gone") throw thrown;
    logger.warn({ issue: request.issueId, message }, "the evidence of a handover cannot be read");
    return undefined;
  }
}
