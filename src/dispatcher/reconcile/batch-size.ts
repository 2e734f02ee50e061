/**
 * Batch size of a reconcile pass: everything due, until a pass fails because of a bug. It then drops to one,
 * so that only the failing item is quarantined, and doubles after each success.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";

export class BatchSize {
  readonly #full: number;
  readonly #narrowed = new Map<RepositoryId, number>();

  constructor(full: number) {
    this.#full = full;
  }

  limit(repositoryId: RepositoryId): number {
    return this.#narrowed.get(repositoryId) ?? this.#full;
  }

  narrow(repositoryId: RepositoryId): void {
    this.#narrowed.set(repositoryId, 1);
  }

  widen(repositoryId: RepositoryId): void {
    const limit = this.#narrowed.get(repositoryId);
    if (limit === undefined) return;
    if (limit * 2 >= this.#full) this.#narrowed.delete(repositoryId);
    else this.#narrowed.set(repositoryId, limit * 2);
  }
}
