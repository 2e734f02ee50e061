/**
 * Folds facts into the snapshot. The newest *state of GitHub* wins, not the newest arrival: a read that shows
 * less than is already known is dropped and the issue is refreshed.
 */
import type { Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import type { Evidence } from "../../handover/evidence.ts";
import type {
  Actor,
  CommentSeen,
  Fact,
  IssueSeen,
  IssueType,
  NodeId,
  ReferencedPull,
  RepositoryId,
  RepositorySeen,
} from "../model/fact.ts";
import { linkedIn } from "../model/names.ts";
import { stillNamed } from "../model/pulls.ts";
import { type IssueRecord, knownAt, type Snapshot } from "../model/snapshot.ts";
import { type View, viewOf } from "../model/view.ts";
import { mergeComments } from "./comments-known.ts";
import { type FoldNote, notesOnChange } from "./fold-notes.ts";
import { wasJustThere, withoutIssue } from "./lost-issue.ts";
import { type Move, movedRecord, withMoved } from "./moved-issue.ts";
import { refsInCommands } from "./refs-in-commands.ts";
import { runToEnd } from "./run-to-end.ts";
import { seenRecord } from "./seen-record.ts";
import { mayBeNamedSoon, withAwaitedTitle, withUnnamedRename } from "./unnamed-rename.ts";
import { withWaiting } from "./waiting-shown.ts";

export interface FoldResult {
  readonly snapshot: View;
  /** Records that changed. */
  readonly changed: readonly NodeId[];
  /**
   * Records of which only the other end of a dependency, the time of the read, or a title that nothing explains yet, changed:
   * neither they nor what is around them has to be decided about.
   */
  readonly relinked: readonly NodeId[];
  /** Issues whose read was older than what is known: to be refreshed soon. */
  readonly stale: readonly NodeId[];
  readonly gone: readonly NodeId[];
  /**
   * Issues seen for the first time and answered long ago: it was not checked whether the answer still exists.
   */
  readonly unchecked: readonly NodeId[];
  readonly notes: readonly FoldNote[];
}

/** Folds `facts`, in order, into a new snapshot. */
export function fold(snapshot: Snapshot, facts: readonly Fact[]): FoldResult {
  return runToEnd(foldInSteps(snapshot, facts));
}

/** Like `fold`, one fact per step. */
export function* foldInSteps(snapshot: Snapshot, facts: readonly Fact[]): Generator<void, FoldResult> {
  const draft = new Draft(snapshot);
  for (const fact of facts) {
    draft.apply(fact);
    yield;
  }
  return draft.finish();
}

class Draft {
  readonly #base: Snapshot;
  readonly #records: Map<NodeId, IssueRecord>;
  readonly #repositories: Map<RepositoryId, RepositorySeen>;
  readonly #roles: Map<string, string>;
  readonly #admins: Map<RepositoryId, readonly Actor[]>;
  readonly #issueTypes: Map<RepositoryId, readonly IssueType[]>;
  readonly #changed = new Set<NodeId>();
  readonly #relinked = new Set<NodeId>();
  readonly #stale = new Set<NodeId>();
  readonly #gone = new Set<NodeId>();
  readonly #unchecked = new Set<NodeId>();
  readonly #notes: FoldNote[] = [];
  readonly #early = new Map<NodeId, CommentSeen[]>();
  readonly #pulls: Extract<Fact, { type: "PullSeen" }>[] = [];

  constructor(base: Snapshot) {
    this.#base = base;
    this.#records = new Map(base.records);
    this.#repositories = new Map(base.repositories);
    this.#roles = new Map(base.roles);
    this.#admins = new Map(base.admins);
    this.#issueTypes = new Map(base.issueTypes);
  }

  apply(fact: Fact): void {
    switch (fact.type) {
      case "IssueSeen":
        this.#see(fact.issue, fact.readAt);
        return;
      case "IssueUnchanged":
        this.#confirm(fact);
        return;
      case "IssueGone":
        if (fact.why === "unreadable" && wasJustThere(this.#records.get(fact.id), fact.readAt))
          this.#stale.add(fact.id);
        else this.#lose(fact.id, fact.why);
        return;
      case "IssueMoved":
        this.#move(fact);
        return;
      case "EdgeRemoved":
        this.#cut(fact.blockedId, fact.blockerId);
        this.#cut(fact.blockerId, fact.blockedId);
        return;
      case "CommentSeen":
        this.#hear(fact.issueId, fact.comment);
        return;
      case "EvidenceSeen":
        this.#learn(fact.issueId, fact.evidence);
        return;
      case "RepositorySeen":
        this.#repositories.set(fact.repository.id, fact.repository);
        return;
      case "AdminsSeen":
        this.#admins.set(fact.repositoryId, fact.people);
        return;
      case "PullSeen":
        this.#pulls.push(fact);
        return;
      case "TypesSeen":
        this.#issueTypes.set(fact.repositoryId, fact.types);
        return;
      case "RoleSeen":
        this.#roles.set(`${fact.repositoryId} ${fact.actorId}`, fact.role);
        return;
      default:
        unreachable(fact);
    }
  }

  finish(): FoldResult {
    // Last, as the issues that name a pull request may have been read after it.
    for (const { repositoryId, pull } of this.#pulls) this.#meet(repositoryId, pull);
    return {
      snapshot: viewOf({
        ...this.#base,
        records: this.#records,
        repositories: this.#repositories,
        roles: this.#roles,
        admins: this.#admins,
        issueTypes: this.#issueTypes,
      }),
      changed: [...this.#changed],
      relinked: [...this.#relinked],
      stale: [...this.#stale],
      gone: [...this.#gone],
      unchecked: [...this.#unchecked],
      notes: this.#notes,
    };
  }

  #see(shown: IssueSeen, readAt: Millis): void {
    const before = this.#records.get(shown.id);
    const issue = withUnnamedRename(before, shown);
    if (before !== undefined && (issue.updatedAt < before.seen.updatedAt || readAt < knownAt(before))) {
      this.#stale.add(issue.id);
      return;
    }
    if (mayBeNamedSoon(before, issue, readAt)) {
      this.#stale.add(issue.id);
      const waiting = withAwaitedTitle(before, issue);
      if (waiting !== undefined) {
        this.#records.set(issue.id, waiting);
        this.#relinked.add(issue.id);
        return;
      }
    }
    const record = seenRecord(before, issue, { readAt, early: this.#early.get(issue.id) ?? [] });
    this.#records.set(issue.id, record);
    this.#changed.add(issue.id);
    this.#gone.delete(issue.id);
    if (before === undefined && record.persisted.accepted !== undefined) this.#unchecked.add(issue.id);
    this.#notes.push(...notesOnChange(before?.seen, record.seen));
    this.#showAtBlockers(record.seen);
  }

  /** What we wrote since is not what GitHub showed. */
  #confirm({ id, updatedAt, readAt }: Extract<Fact, { type: "IssueUnchanged" }>): void {
    const record = this.#records.get(id);
    if (record === undefined || record.seen.updatedAt !== updatedAt || readAt < knownAt(record)) return;
    this.#records.set(id, { ...record, readAt });
    this.#relinked.add(id);
  }

  /** Another installation's records are its own process's to write. */
  #showAtBlockers({ repositoryId, blockedBy, ...waiting }: IssueSeen): void {
    const home = this.#repositories.get(repositoryId)?.installationId;
    for (const { id } of blockedBy.issues) {
      const blocker = this.#records.get(id);
      if (blocker === undefined) continue;
      const there = this.#repositories.get(blocker.seen.repositoryId)?.installationId;
      const shown = withWaiting(blocker, waiting);
      if (home === undefined || there !== home || shown === blocker) continue;
      this.#records.set(id, shown);
      this.#relinked.add(id);
    }
  }

  /** Within the repositories that we serve it is the same issue; outside of them it is lost. */
  #move(move: Move & { readonly repositoryId: RepositoryId }): void {
    const home = this.#repositories.get(move.repositoryId);
    const before = this.#records.get(move.from);
    if (home === undefined) this.#lose(move.from, "transferred");
    if (home === undefined || before === undefined) return;
    this.#records.delete(move.from);
    this.#gone.add(move.from);
    if (!this.#records.has(move.to)) this.#records.set(move.to, movedRecord(before, move, home));
    this.#changed.add(move.to);
    const there = this.#repositories.get(before.seen.repositoryId);
    const formerly = { owner: there?.owner ?? "", repo: there?.name ?? "", number: before.seen.number };
    for (const record of this.#records.values()) this.#put(record, withMoved(record, move, home, formerly));
  }

  #lose(id: NodeId, why: string): void {
    const lost = this.#records.get(id);
    this.#records.delete(id);
    this.#changed.delete(id);
    this.#gone.add(id);
    this.#notes.push({
      issueId: id,
      kind: "gone",
      what: "the issue is inaccessible",
      because: `The issue is ${why}.`,
    });
    const home = lost && this.#repositories.get(lost.seen.repositoryId);
    for (const record of this.#records.values()) this.#put(record, withoutIssue(record, { id, lost, home }));
  }

  #put(before: IssueRecord, after: IssueRecord): void {
    if (after === before) return;
    this.#records.set(after.seen.id, after);
    this.#changed.add(after.seen.id);
  }

  /** From now on a read that does not show the dependency is believed, however recently we created it. */
  #cut(id: NodeId, otherId: NodeId): void {
    const record = this.#records.get(id);
    if (record?.edgeMadeAt[otherId] === undefined) return;
    this.#records.set(id, { ...record, edgeMadeAt: { ...record.edgeMadeAt, [otherId]: 0 } });
    this.#changed.add(id);
  }

  #learn(id: NodeId, evidence: Evidence): void {
    const record = this.#records.get(id);
    if (record === undefined || evidence.readAt < (record.evidence?.readAt ?? 0)) return;
    this.#records.set(id, { ...record, evidence });
    this.#changed.add(id);
  }

  /** Kept on the records that name it, as long as they do. */
  #meet(repositoryId: RepositoryId, pull: ReferencedPull): void {
    for (const record of this.#records.values()) {
      const refs = [...linkedIn(record.reading), ...refsInCommands(record)];
      const home = this.#repositories.get(record.seen.repositoryId);
      if (record.seen.repositoryId !== repositoryId || stillNamed(refs, home, [pull]).length === 0) continue;
      const pulls = stillNamed(refs, home, [...(record.pulls ?? []), pull]);
      this.#put(record, { ...record, pulls });
    }
  }

  #hear(issueId: NodeId, comment: CommentSeen): void {
    const record = this.#records.get(issueId);
    if (record === undefined) {
      this.#early.set(issueId, [...(this.#early.get(issueId) ?? []), comment]);
      return;
    }
    const comments = mergeComments([comment], record.seen.comments, []);
    this.#records.set(issueId, { ...record, seen: { ...record.seen, comments } });
    this.#changed.add(issueId);
  }
}
