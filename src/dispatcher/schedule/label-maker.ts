/** Knows which repositories still lack our labels, so that startup can tell when all have them. */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { LabelKeeper } from "../repository/label-keeper.ts";
import { allLabelsKnown } from "./differences.ts";

export class LabelMaker {
  readonly #index: Pick<Index, "labels">;
  readonly #labelKeeper: LabelKeeper;
  readonly #unlabelled = new Set<RepositoryId>();

  constructor(index: Pick<Index, "labels">, labelKeeper: LabelKeeper) {
    this.#index = index;
    this.#labelKeeper = labelKeeper;
  }

  /** Makes labels where they are not known to exist. */
  async complete(repository: RepositorySeen): Promise<void> {
    if (allLabelsKnown(this.#index.labels(repository.id))) return;
    this.#unlabelled.add(repository.id);
    await this.label(repository);
  }

  /** Makes labels. */
  async label(repository: RepositorySeen): Promise<void> {
    if (await this.#labelKeeper.tryEnsure(repository)) this.#unlabelled.delete(repository.id);
  }

  /** Call it when a read has confirmed that a repository has all labels. */
  noteLabelled({ id }: RepositorySeen): void {
    this.#unlabelled.delete(id);
  }

  /** Whether no repository is known to lack labels. */
  get isComplete(): boolean {
    return this.#unlabelled.size === 0;
  }
}
