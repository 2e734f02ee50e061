/**
 * Version counters of questions and answers, for each repository and each issue, so that callers can skip
 * reading what has not changed. An issue that stops being a question or an answer counts as a change too, so
 * those listed are remembered.
 */
import type { NodeId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";

interface Known {
  readonly repositoryId: NodeId;
  /** 0 if it was not written in this run. */
  readonly edition: number;
}

export class AskedEditions {
  readonly #editions = new Map<NodeId, number>();
  /** The questions and answers that were written or listed. */
  readonly #known = new Map<NodeId, Known>();
  #written = 0;

  of(repositoryId: NodeId): number {
    return this.#editions.get(repositoryId) ?? 0;
  }

  ofIssue(id: NodeId): number {
    return this.#known.get(id)?.edition ?? 0;
  }

  saved({ seen: { id, repositoryId }, reading: { kind } }: IssueRecord): void {
    this.removed(id);
    if (kind !== "question" && kind !== "answer") return;
    this.#written += 1;
    this.#known.set(id, { repositoryId, edition: this.#written });
    this.#raise(repositoryId);
  }

  removed(id: NodeId): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    this.#known.delete(id);
    this.#raise(known.repositoryId);
  }

  listed(repositoryId: NodeId, ids: readonly NodeId[]): void {
    for (const id of ids) if (!this.#known.has(id)) this.#known.set(id, { repositoryId, edition: 0 });
  }

  /** After a rollback, everything counts as changed. */
  forget(): void {
    this.#known.clear();
    for (const id of this.#editions.keys()) this.#raise(id);
  }

  #raise(repositoryId: NodeId): void {
    this.#editions.set(repositoryId, this.of(repositoryId) + 1);
  }
}
