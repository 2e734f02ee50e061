/** The part of a sweep that is about single repositories: asks in full for what a survey showed to differ. */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { PullChecks } from "../locks/pull-checks.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Surveyed } from "../ports/survey.ts";
import type { SettingsRefresher } from "../repository/settings-refresher.ts";
import type { ChangeRefresher } from "./change-refresher.ts";
import { allDiffers, type Differences, differencesIn } from "./differences.ts";
import type { LabelMaker } from "./label-maker.ts";
import type { Rereads } from "./rereads.ts";
import type { Survey } from "./survey.ts";

export interface RepositorySweepsParts {
  readonly index: Index;
  readonly failures: FailureHandler;
  readonly settingsRefresher: SettingsRefresher;
  readonly labelMaker: LabelMaker;
  readonly changeRefresher: ChangeRefresher;
  readonly rereads: Rereads;
  readonly pullChecks: PullChecks;
}

export class RepositorySweeps {
  readonly #parts: RepositorySweepsParts;
  /** By repository, the number of open issues on GitHub that was last compared with the index. */
  readonly #compared = new Map<RepositoryId, number>();

  constructor(parts: RepositorySweepsParts) {
    this.#parts = parts;
  }

  /** Whether the name, owner or visibility of one of them has changed, so that they have to be listed again. */
  hasOther({ asked, found }: Survey): boolean {
    return asked.some((repository) => this.#compareWith(found.get(repository.id), repository).itself);
  }

  /**
   * Never rejects: what fails is logged and repeated with the next sweep.
   * @param everything reads every issue, not only those that changed
   */
  async sweep({ asked, found }: Survey, everything: boolean): Promise<void> {
    const { index, rereads } = this.#parts;
    for (const { id } of rereads.inOrder(asked)) {
      // Listing them may have removed it, or changed its name.
      const repository = index.repository(id);
      if (repository !== undefined) await this.#sweepOne(repository, found.get(id), everything);
    }
  }

  async #sweepOne(
    repository: RepositorySeen,
    surveyed: Surveyed | undefined,
    everything: boolean,
  ): Promise<void> {
    const { index, failures, settingsRefresher, labelMaker, changeRefresher, rereads, pullChecks } =
      this.#parts;
    const differs = this.#compareWith(surveyed, repository);
    if (differs.settings)
      await failures.attempt("read the settings", repository, () => settingsRefresher.refresh(repository));
    if (differs.labels) await labelMaker.label(repository);
    else labelMaker.noteLabelled(repository);
    const changed = differs.issues ? undefined : "nothing";
    const mayCount = surveyed !== undefined && !index.isBehind(repository.id, surveyed.surveyedAt);
    await failures.attempt("sweep", repository, async () => {
      const reread = rereads.computeRoom(repository);
      const scope = { everything, reread, changed, surveyedAt: surveyed?.surveyedAt } as const;
      rereads.take(repository, await changeRefresher.refresh(repository, scope));
      if (mayCount && !differs.issues) await this.#compareCount(repository, surveyed);
    });
    pullChecks.sweep(repository);
  }

  #compareWith(surveyed: Surveyed | undefined, repository: RepositorySeen): Differences {
    return surveyed === undefined ? allDiffers : differencesIn(this.#parts.index, repository, surveyed);
  }

  /** Once for each number: the index may lack an issue that GitHub counts and does not show. */
  async #compareCount(repository: RepositorySeen, { openIssues }: Surveyed): Promise<void> {
    const { index, changeRefresher } = this.#parts;
    if (this.#compared.get(repository.id) === openIssues) return;
    if ((await index.openIssues(repository.id)) !== openIssues) await changeRefresher.compare(repository);
    this.#compared.set(repository.id, openIssues);
  }
}
