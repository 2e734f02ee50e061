/** Knows which repositories still lack our labels, so that startup can tell when all have them. */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { TryLabels } from "../repository/labels.ts";
import { allLabelsKnown } from "./differences.ts";

export interface LabelMaker {
  /** Makes labels where they are not known to exist. */
  readonly complete: (repository: RepositorySeen) => Promise<void>;
  /** Makes labels. */
  readonly label: (repository: RepositorySeen) => Promise<void>;
  /** Call it when a read has confirmed that a repository has all labels. */
  readonly seen: (repository: RepositorySeen) => void;
  /** Whether no repository is known to lack labels. */
  readonly isComplete: () => boolean;
}

export function createLabelMaker(index: Pick<Index, "labels">, tryLabels: TryLabels): LabelMaker {
  const unlabelled = new Set<RepositoryId>();
  const label: LabelMaker["label"] = async (repository) => {
    if (await tryLabels(repository)) unlabelled.delete(repository.id);
  };
  return {
    label,
    complete: async (repository) => {
      if (allLabelsKnown(index.labels(repository.id))) return;
      unlabelled.add(repository.id);
      await label(repository);
    },
    seen: ({ id }) => {
      unlabelled.delete(id);
    },
    isComplete: () => unlabelled.size === 0,
  };
}
