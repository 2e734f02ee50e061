/**
 * Reads what GitHub shows of the work that handovers report. Handovers of users without write access are not
 * read, nor those whose work was merged or closed, which no longer changes, nor those that were accepted a moment
 * ago: they are read again after each of our own writes.
 */

import { isAdmitted, responsibleUser, trustOf } from "../../engine/admission/trust.ts";
import { fold } from "../../engine/fold/fold.ts";
import { awaitsMerge, currentAcceptance, handoverIn } from "../../engine/handovers/handovers.ts";
import type { Fact, MergedCommit, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { keyFrom, type View } from "../../engine/model/view.ts";
import { type Evidence, noEvidence } from "../../handover/evidence.ts";
import type { Handover } from "../../protocol/kinds/handover.ts";
import { type Ref, resolveRef } from "../../protocol/references/ref.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { EvidenceRequest, Person } from "../ports/tracker.ts";
import { RequestFailed } from "../request-failed.ts";

/** As long as a role is believed. */
const believedMs = 60_000;

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

export class EvidenceReader {
  readonly #ports: Pick<DispatcherPorts, "github" | "runtime">;
  readonly #settingsOf: SettingsOf;

  constructor(ports: Pick<DispatcherPorts, "github" | "runtime">, settingsOf: SettingsOf) {
    this.#ports = ports;
    this.#settingsOf = settingsOf;
  }

  async read({ repository, view, roles, ids, facts: read, news }: WorkToRead): Promise<readonly Fact[]> {
    const known = fold(view, roles).snapshot;
    const merged = listMerged(repository, read);
    const facts: Fact[] = [];
    for (const id of ids) {
      const record = known.records.get(id);
      const handover = record && handoverIn(record);
      if (record?.seen.repositoryId !== repository.id || handover === undefined) continue;
      if (!mayChange(record) || !this.#isTrusted(known, record)) continue;
      if (!news.has(id) && this.#isBelieved(record)) continue;
      const request = this.#buildRequest({ repository, view: known, record, merged }, handover);
      const evidence =
        request === undefined
          ? noEvidence(this.#ports.runtime.clock.now())
          : await this.#ask(repository, request);
      if (evidence !== undefined) facts.push({ type: "EvidenceSeen", issueId: id, evidence });
    }
    return facts;
  }

  /** Who is responsible for a new body is decided later in the pass, by the same two checks. */
  #isTrusted(view: View, record: IssueRecord): boolean {
    const { repositoryId } = record.seen;
    const authority = { settings: this.#settingsOf(repositoryId), botId: this.#ports.github.botId };
    return (
      isAdmitted(record) || trustOf(view, repositoryId, responsibleUser(record), authority) === "trusted"
    );
  }

  /**
   * Whether the evidence needs no other read yet. Only after the acceptance, so that nothing is accepted by what was
   * read in an earlier pass; and not before a merge, which GitHub allows a moment after our own check.
   */
  #isBelieved(record: IssueRecord): boolean {
    const accepted = findAcceptedEvidence(record);
    if (accepted?.pullRequest?.hasConflicts === undefined) return false;
    if (awaitsMerge(record, this.#settingsOf(record.seen.repositoryId))) return false;
    return accepted.readAt > this.#ports.runtime.clock.now() - believedMs;
  }

  /** Undefined if the handover names a pull request of another repository: no other one may be used instead. */
  #buildRequest(place: HandoverPlace, { completes, pullRequest }: Handover): EvidenceRequest | undefined {
    const { repository, view, record, merged } = place;
    const isHere = (ref: Ref): boolean =>
      keyFrom(view, record, ref) === keyFrom(view, record, { number: ref.number });
    if (pullRequest !== undefined && !isHere(pullRequest)) return undefined;
    const { id, body, editor, author } = record.seen;
    const accepted = findAcceptedEvidence(record);
    const merge = merged.get(accepted?.pullRequest?.number ?? 0);
    return {
      issueId: id,
      pullRequest: pullRequest?.number,
      ...(accepted && { accepted }),
      ...(merge && { merged: merge }),
      task: resolveRef(completes, { owner: repository.owner, repo: repository.name }),
      text: body,
      writer: (editor ?? author)?.id,
      isTrusted: (person) => this.#mayPropose(repository, view, person),
    };
  }

  /**
   * Asks GitHub only if this pass has not learned the role: the author of a handover mostly opened its pull
   * request, too.
   */
  async #mayPropose(repository: RepositorySeen, view: View, person: Person): Promise<boolean> {
    const { tracker, botId } = this.#ports.github;
    const settings = this.#settingsOf(repository.id);
    const trust = trustOf(view, repository.id, person, { settings, botId });
    if (trust !== "unknown") return trust === "trusted";
    return settings.trust.roles.includes(await tracker.roleOf(repository, person, false));
  }

  /**
   * Without permission to read pull requests the App still serves the rest: what it cannot see stays
   * unverified.
   */
  async #ask(repository: RepositorySeen, request: EvidenceRequest): Promise<Evidence | undefined> {
    try {
      return await this.#ports.github.tracker.readEvidence(repository, request);
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const { type, message } = thrown.failure;
      if (type !== "refused" && type !== "gone") throw thrown;
      const because = "the evidence of a handover cannot be read";
      this.#ports.runtime.logger.warn({ issue: request.issueId, message }, because);
      return undefined;
    }
  }
}

interface HandoverPlace {
  readonly repository: RepositorySeen;
  readonly view: View;
  readonly record: IssueRecord;
  readonly merged: ReadonlyMap<number, MergedCommit>;
}

/** A closed handover is followed while its pull request is open: its gate answers each push. */
function mayChange({ seen, evidence, persisted }: IssueRecord): boolean {
  if (seen.issueState.state === "open") return true;
  return evidence === undefined
    ? persisted.settled?.commit !== undefined
    : evidence.pullRequest?.state === "open";
}

function listMerged({ id }: RepositorySeen, facts: readonly Fact[]): ReadonlyMap<number, MergedCommit> {
  return new Map(
    facts.flatMap((fact) =>
      fact.type === "PullSeen" && fact.repositoryId === id && fact.merged !== undefined
        ? [[fact.pull.number, fact.merged] as const]
        : [],
    ),
  );
}

/** The evidence by which it was accepted, if what it shows still is what was accepted. */
function findAcceptedEvidence(record: IssueRecord): Evidence | undefined {
  const commit = currentAcceptance(record)?.commit;
  const { evidence } = record;
  return commit !== undefined && evidence?.pullRequest?.headSha === commit ? evidence : undefined;
}
