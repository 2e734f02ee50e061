/**
 * Reads a page of the issues of a repository that is new to us, and keeps them without deciding: a decision
 * needs what later pages bring. Each page is one commit with the request for the next, so that a killed
 * process goes on where it was.
 */
import { readAhead } from "../../../engine/fold/read-ahead.ts";
import type { NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import type { DispatcherPorts } from "../../dispatcher-ports.ts";
import { inSteps } from "../../in-steps.ts";
import type { QueuedPageRequest, RefreshRequest } from "../../ports/refresh-request.ts";
import type { IssuePage } from "../../ports/tracker.ts";
import {
  adopting,
  decidesOn,
  nothingSettled,
  refreshRequestsFor,
  shows,
  unknownAmong,
} from "../../repository/changes.ts";
import type { Committer } from "../deciding/committer.ts";
import type { WorkBatch } from "../work-batch.ts";
import { findSurroundings } from "./expand-neighbours.ts";

const because = "the repository is new";

export class PageReader {
  readonly #ports: DispatcherPorts;
  readonly #committer: Committer;

  constructor(ports: DispatcherPorts, committer: Committer) {
    this.#ports = ports;
    this.#committer = committer;
  }

  /** Resolves when the page is committed. */
  async readPage(batch: WorkBatch, queued: QueuedPageRequest): Promise<void> {
    const repository = this.#ports.stores.index.repository(batch.repositoryId);
    if (repository === undefined) return this.#giveUp(queued);
    const page = await this.#ports.github.tracker.issuePage(repository, queued.after);
    if (page === undefined) return this.#requestAll(repository, queued);
    await this.#keep(repository, batch, queued, page);
  }

  /** Everything is listed again should the repository return. */
  #giveUp({ id, repositoryId }: QueuedPageRequest): Promise<void> {
    const { index } = this.#ports.stores;
    return index.commit({ ...nothingSettled, refreshed: [id], cursor: { repositoryId, at: 0 } });
  }

  /** GitHub shows no page from here on, so the rest is listed by its ids and read like any change. */
  async #requestAll(repository: RepositorySeen, { id }: QueuedPageRequest): Promise<void> {
    const { stores, github, runtime } = this.#ports;
    const listed = await github.tracker.changedSince(repository, undefined);
    const ids = (await unknownAmong(stores.index, listed)).map((issue) => issue.id);
    const refreshes = adopting(refreshRequestsFor(repository.id, ids, runtime.clock.now(), because));
    await stores.index.commit({ ...nothingSettled, refreshed: [id], refreshes });
  }

  async #keep(
    repository: RepositorySeen,
    batch: WorkBatch,
    queued: QueuedPageRequest,
    { facts: shown, others, next }: IssuePage,
  ): Promise<void> {
    const { index } = this.#ports.stores;
    const { clock } = this.#ports.runtime;
    const repositoryId = repository.id;
    const held = await index.records(shown.map(({ issue }) => issue.id));
    const facts = shown.filter(({ issue }) => !held.has(issue.id));
    await inSteps(
      clock,
      readAhead(facts, () => undefined),
    );
    const ids = facts.map(({ issue }) => issue.id);
    const read = { repositoryId, facts, ids: new Set(ids), decides: [], frontier: ids };
    // Neighbours in this repository are decided about when all pages have been read.
    const { view, refreshes } = await findSurroundings(index, clock, read, Number.POSITIVE_INFINITY);
    const known = shown.flatMap(({ issue }) => (shows(held.get(issue.id), issue) ? issue.id : []));
    const moved = shown.flatMap(({ issue }) =>
      held.has(issue.id) && !known.includes(issue.id) ? issue.id : [],
    );
    const now = clock.now();
    const asked: readonly RefreshRequest[] = [
      ...refreshes,
      ...adopting([
        ...facts.flatMap(({ issue, readAt }) => decidesOn(repositoryId, [issue.id], readAt, because)),
        ...decidesOn(repositoryId, known, now, because),
        ...refreshRequestsFor(repositoryId, [...others, ...moved], now, because),
      ]),
    ];
    await this.#committer.decideAndCommit({
      repository,
      batch,
      cursor: undefined,
      plan: { repository, askedBy: new Map(), ledger: [] },
      gathered: { facts, ids: new Set<NodeId>(), decides: [], refreshes: asked, unread: [], view },
      page: next === undefined ? undefined : { repositoryId, after: next, dueAt: queued.dueAt },
    });
  }
}
