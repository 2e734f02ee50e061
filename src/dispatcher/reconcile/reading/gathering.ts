/**
 * Reads what a reconcile pass needs, in waves: first what was requested and what changed, then the neighbours
 * that a decision depends on. Saves nothing: everything is kept by the pass's one commit.
 */
import type { Millis } from "../../../base/clock.ts";
import { readAhead } from "../../../engine/fold/read-ahead.ts";
import type { Fact, NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import type { View } from "../../../engine/model/view.ts";
import type { DispatcherPorts } from "../../dispatcher-ports.ts";
import { inSteps } from "../../in-steps.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import type { SettingsOf } from "../../ports/settings.ts";
import { type Changes, noChanges, refreshRequestsFor } from "../../repository/changes.ts";
import { addPullTrust } from "../../repository/pull-trust.ts";
import type { RoleReader } from "../../repository/role-reader.ts";
import { isAnswer } from "../deciding/may-unblock.ts";
import type { ReadPlan } from "../work-batch.ts";
import { targetsAhead } from "./ahead.ts";
import { findSurroundings, listAboutIssues } from "./expand-neighbours.ts";
import type { PassListing } from "./pass-listing.ts";
import { buildReadRequests } from "./request.ts";
import { distinct, type Target, type Targets } from "./targets.ts";
import { listUnreadIds, readAllButUnread, type UnreadIssue } from "./unread-issues.ts";

export interface Gathered {
  readonly facts: readonly Fact[];
  /** Issues read in full. */
  readonly ids: ReadonlySet<NodeId>;
  /** Issues to decide on as the index has them. */
  readonly decides: readonly NodeId[];
  /** Refresh requests for other passes. */
  readonly refreshes: readonly RefreshRequest[];
  /** Issues that GitHub failed to return. */
  readonly unread: readonly UnreadIssue[];
  /** The index with the facts folded in; shows whose roles are needed. */
  readonly view: View;
}

/** As many as GitHub charges one point for: each is about twelve lists, and a hundred lists are a point. */
const issuesAPoint = 12;

/** Waves of neighbours: an answer's question, that question's tasks, their other blockers. */
const waves = 3;

export interface GatheringParts {
  readonly ports: DispatcherPorts;
  readonly settingsOf: SettingsOf;
  readonly roleReader: RoleReader;
}

/** What one pass has read so far. */
export class Gathering {
  readonly #parts: GatheringParts;
  readonly #repository: RepositorySeen;
  readonly #plan: Pick<ReadPlan, "facts" | keyof Targets>;
  readonly #listing: PassListing;
  /** How many changed issues may be read here, including those requested; the rest is requested for later. */
  readonly #maxChanged: number;
  readonly #facts: Fact[];
  readonly #ids = new Set<NodeId>();
  readonly #decides: NodeId[];
  readonly #refreshes: RefreshRequest[] = [];
  readonly #unread: UnreadIssue[] = [];
  /** Issues that GitHub shows as their records do. What their texts name may have changed all the same. */
  readonly #unchanged: NodeId[] = [];
  /** The issues that came with the last wave. */
  #frontier: readonly NodeId[] = [];
  /** What to read in the next wave. */
  #next: readonly Target[] = [];
  #changes: Changes = noChanges;

  constructor(
    parts: GatheringParts,
    repository: RepositorySeen,
    plan: Pick<ReadPlan, "facts" | keyof Targets>,
    listing: PassListing,
  ) {
    this.#parts = parts;
    this.#repository = repository;
    this.#plan = plan;
    this.#listing = listing;
    this.#maxChanged = listing.mayReadChanges ? parts.ports.pace.refreshesPerCycle : 0;
    this.#facts = [...plan.facts];
    this.#decides = [...plan.decides];
  }

  /** Resolves to what was read, and where the next list of changes may begin. To be called once. */
  async gather(): Promise<{ readonly gathered: Gathered; readonly cursor: Millis | undefined }> {
    await this.#readRequested();
    let view = await this.#lookAround(0);
    await this.#listBeforeAnswer(view);
    for (let wave = 1; this.#next.length > 0; wave++) {
      await this.#readNext(view);
      view = await this.#lookAround(wave);
    }
    return { gathered: this.#result(view), cursor: this.#changes.cursor };
  }

  /**
   * Lists what changed, and reads it together with what the pass is about: GitHub charges a request for a dozen issues
   * the same point as one for two. What fills requests of its own is read meanwhile.
   */
  async #readRequested(): Promise<void> {
    const { facts: reported, mayEndWait } = this.#plan;
    const targets = distinct([...this.#plan.targets, ...(await this.#findDiffering())]);
    const ahead = await this.#guessAhead();
    const listed = this.#listing.list(mayEndWait);
    const isFull = targets.length >= issuesAPoint;
    const [changes, early] = await Promise.all([
      listed,
      isFull ? this.#read(distinct([...targets, ...ahead])) : [],
    ]);
    this.#changes = changes;
    const changed = this.#takeUpChanges(targets);
    const read = isFull ? early : await this.#read(distinct([...targets, ...changed, ...ahead]));
    this.#keep(read);
    const gone = reported.flatMap((fact) => (fact.type === "IssueGone" ? fact.id : []));
    this.#frontier = [...this.#ids, ...gone, ...this.#unchanged];
    this.#next = distinct([...(isFull ? changed : []), ...(await this.#findClosedByPulls(read))]);
  }

  /** What is to be checked and GitHub shows otherwise than the index. The rest is decided on from there. */
  async #findDiffering(): Promise<readonly Target[]> {
    const { checks } = this.#plan;
    if (checks.length === 0) return [];
    const { github, runtime } = this.#parts.ports;
    const readAt = runtime.clock.now();
    const unchanged = await github.tracker.unchangedAmong(this.#repository.installationId, checks);
    const [same, others] = [true, false].map((isSame) =>
      checks.map(({ seen }) => seen).filter(({ id }) => unchanged.has(id) === isSame),
    );
    for (const { id, updatedAt } of same ?? [])
      this.#facts.push({ type: "IssueUnchanged", id, updatedAt, readAt });
    this.#decides.push(...unchanged);
    this.#unchanged.push(...unchanged);
    return (others ?? []).map(({ id }) => ({ id }));
  }

  /** While a failing item is isolated, nothing else is read. */
  async #guessAhead(): Promise<readonly Target[]> {
    if (!this.#listing.mayReadChanges) return [];
    const { index } = this.#parts.ports.stores;
    return targetsAhead(index, this.#repository.id, this.#plan.targets, this.#plan.texts);
  }

  /** Adds to what is read next the neighbours of what was read, as far as there is room; the rest is requested for later. */
  async #lookAround(wave: number): Promise<View> {
    const { stores, runtime, pace } = this.#parts.ports;
    const left = Math.max(0, pace.readsPerCycle - this.#ids.size - this.#next.length);
    const read = {
      repositoryId: this.#repository.id,
      facts: this.#facts,
      ids: new Set([...this.#ids, ...listUnreadIds(this.#unread)]),
      decides: this.#decides,
      frontier: this.#frontier,
    };
    const room = wave < waves ? left : 0;
    const around = await findSurroundings(stores.index, runtime.clock, read, room);
    this.#refreshes.push(...around.refreshes);
    this.#next = distinct([...this.#next, ...around.targets]);
    return around.view;
  }

  /** What follows from an answer cannot be undone: an earlier one may have been missed, and only a list shows it. */
  async #listBeforeAnswer({ records }: View): Promise<void> {
    const hasAnswer = [...records.values()].some(
      (record) => this.#ids.has(record.seen.id) && isAnswer(record),
    );
    if (this.#changes !== noChanges || !hasAnswer) return;
    this.#changes = await this.#listing.list(true);
    this.#next = distinct([...this.#next, ...this.#takeUpChanges([])]);
  }

  /**
   * The changed issues to read in this pass.
   * @param asked what is read anyway
   */
  #takeUpChanges(asked: readonly Target[]): readonly Target[] {
    const known = new Set([...this.#ids, ...asked.flatMap((target) => ("id" in target ? target.id : []))]);
    const changed = this.#changes.issues.map(({ id }) => id).filter((id) => !known.has(id));
    const taken = Math.max(0, this.#maxChanged - this.#ids.size - asked.length);
    const now = this.#parts.ports.runtime.clock.now();
    this.#refreshes.push(...refreshRequestsFor(this.#repository.id, changed.slice(taken), now, "it changed"));
    return changed.slice(0, taken).map((id) => ({ id }));
  }

  /** Known issues that these pull requests would close: their work has started, or is no longer under way. */
  async #findClosedByPulls(facts: readonly Fact[]): Promise<readonly Target[]> {
    const numbers = facts.flatMap((fact) => (fact.type === "PullSeen" ? fact.pull.closes : []));
    if (numbers.length === 0) return [];
    const ids = await this.#parts.ports.stores.index.idsOf(this.#repository.id, numbers);
    return [...ids.values()].filter((id) => !this.#ids.has(id)).map((id) => ({ id }));
  }

  async #readNext(view: View): Promise<void> {
    const targets = this.#next;
    this.#next = [];
    // The decision needs these roles; reading them now saves a wait after the last read.
    const [found] = await Promise.all([
      this.#read(targets),
      this.#parts.roleReader.readActors(view, [...this.#ids, ...this.#decides]),
    ]);
    // Another issue may be waiting for this pull request's number as if it were an issue.
    const isThroughPull = found.some(({ type }) => type === "PullSeen");
    const about = listAboutIssues(found);
    this.#frontier = isThroughPull ? [...new Set([...about, ...this.#frontier])] : [...about];
    this.#keep(found);
  }

  async #read(targets: readonly Target[]): Promise<readonly Fact[]> {
    const { ports, settingsOf } = this.#parts;
    const { index } = ports.stores;
    const requests = await buildReadRequests(index, this.#repository, targets);
    const facts = await readAllButUnread(ports.github.tracker, this.#repository, requests, this.#unread);
    const known = await index.records([...listAboutIssues(facts)]);
    await inSteps(
      ports.runtime.clock,
      readAhead(facts, (id) => known.get(id)),
    );
    return addPullTrust(ports.github, settingsOf(this.#repository.id), this.#repository, facts);
  }

  #keep(facts: readonly Fact[]): void {
    this.#facts.push(...facts);
    for (const id of listAboutIssues(facts)) this.#ids.add(id);
  }

  #result(view: View): Gathered {
    return {
      facts: this.#facts,
      ids: this.#ids,
      decides: this.#decides,
      refreshes: this.#refreshes,
      unread: this.#unread,
      view,
    };
  }
}
