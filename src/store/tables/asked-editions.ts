/**
 * Counts, for each repository, how often its questions and answers were written, so that whoever works them out need not
 * read them to see that none changed. A newcomer would go by the kind alone; what was a question and is none any more
 * counts too, so what was listed is remembered.
 */
import type { NodeId } from "../../engine/fact.ts";
import type { IssueRecord } from "../../engine/snapshot.ts";

export class AskedEditions {
  readonly #editions = new Map<NodeId, number>();
  /** Repositories by the questions and answers in them. */
  readonly #known = new Map<NodeId, NodeId>();

  of(repositoryId: NodeId): number {
    return this.#editions.get(repositoryId) ?? 0;
  }

  saved({ seen: { id, repositoryId }, reading: { kind } }: IssueRecord): void {
    this.removed(id);
    if (kind !== "question" && kind !== "answer") return;
    this.#known.set(id, repositoryId);
    this.#raise(repositoryId);
  }

  removed(id: NodeId): void {
    const repositoryId = this.#known.get(id);
    if (repositoryId === undefined) return;
    this.#known.delete(id);
    this.#raise(repositoryId);
  }

  listed(repositoryId: NodeId, ids: readonly NodeId[]): void {
    for (const id of ids) this.#known.set(id, repositoryId);
  }

  #raise(repositoryId: NodeId): void {
    this.#editions.set(repositoryId, this.of(repositoryId) + 1);
  }
}
