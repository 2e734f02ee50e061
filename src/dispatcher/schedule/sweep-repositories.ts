/** The part of a sweep that is about single repositories: asks in full for what a survey showed to differ. */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { PullChecks } from "../locks/check-pulls.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Surveyed } from "../ports/survey.ts";
import type { RefreshSettings } from "../repository/settings.ts";
import { allDiffers, type Differences, differencesIn } from "./differences.ts";
import type { LabelMaker } from "./label-maker.ts";
import type { ChangeRefresher } from "./refresh-changed.ts";
import type { Rereads } from "./rereads.ts";
import type { Survey } from "./survey.ts";

export interface RepositorySweeps {
  /** Whether the name, owner or visibility of one of them has changed, so that they have to be listed again. */
  readonly hasOther: (survey: Survey) => boolean;
  /**
   * Never rejects: what fails is logged and repeated with the next sweep.
   * @param everything reads every issue, not only those that changed
   */
  readonly sweep: (survey: Survey, everything: boolean) => Promise<void>;
}

interface Needs {
  readonly index: Pick<Index, "repository" | "cursor" | "settings" | "labels" | "openIssues" | "isBehind">;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly refreshSettings: RefreshSettings;
  readonly labelMaker: Pick<LabelMaker, "label" | "seen">;
  readonly changeRefresher: ChangeRefresher;
  readonly rereads: Rereads;
  readonly pullChecks: Pick<PullChecks, "sweep">;
}

export function createRepositorySweeps(needs: Needs): RepositorySweeps {
  const { index, failures, refreshSettings, labelMaker, changeRefresher, rereads, pullChecks } = needs;
  /** By repository, the number of open issues on GitHub that was last compared with the index. */
  const compared = new Map<RepositoryId, number>();

  function differences(repository: RepositorySeen, surveyed: Surveyed | undefined): Differences {
    return surveyed === undefined ? allDiffers : differencesIn(index, repository, surveyed);
  }

  /** Once for each number: the index may lack an issue that GitHub counts and does not show. */
  async function count(repository: RepositorySeen, { openIssues }: Surveyed): Promise<void> {
    if (compared.get(repository.id) === openIssues) return;
    if ((await index.openIssues(repository.id)) !== openIssues) await changeRefresher.compare(repository);
    compared.set(repository.id, openIssues);
  }

  async function sweepOne(
    repository: RepositorySeen,
    surveyed: Surveyed | undefined,
    everything: boolean,
  ): Promise<void> {
    const differs = differences(repository, surveyed);
    if (differs.settings)
      await failures.attempt("read the settings", repository, () => refreshSettings(repository));
    if (differs.labels) await labelMaker.label(repository);
    else labelMaker.seen(repository);
    const changed = differs.issues ? undefined : "nothing";
    const mayCount = surveyed !== undefined && !index.isBehind(repository.id, surveyed.surveyedAt);
    await failures.attempt("sweep", repository, async () => {
      const reread = rereads.roomFor(repository);
      const scope = { everything, reread, changed, surveyedAt: surveyed?.surveyedAt } as const;
      rereads.took(repository, await changeRefresher.refresh(repository, scope));
      if (mayCount && !differs.issues) await count(repository, surveyed);
    });
    pullChecks.sweep(repository);
  }

  return {
    hasOther: ({ asked, found }) =>
      asked.some((repository) => differences(repository, found.get(repository.id)).itself),
    sweep: async ({ asked, found }, everything) => {
      for (const { id } of rereads.inOrder(asked)) {
        // Listing them may have removed it, or changed its name.
        const repository = index.repository(id);
        if (repository !== undefined) await sweepOne(repository, found.get(id), everything);
      }
    },
  };
}
