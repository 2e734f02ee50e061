/**
 * Surveys the repositories of installations, one request for a hundred of an installation, so that a sweep
 * asks in full only about those that changed.
 */
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Surveyed } from "../ports/survey.ts";
import type { Tracker } from "../ports/tracker.ts";

export interface Survey {
  /** The repositories that were asked about: not those whose installation has to wait. */
  readonly asked: readonly RepositorySeen[];
  /** The repositories that GitHub returned. */
  readonly found: ReadonlyMap<RepositoryId, Surveyed>;
}

export class Surveyor {
  readonly #index: Pick<Index, "repositories">;
  readonly #tracker: Pick<Tracker, "survey">;
  readonly #failures: FailureHandler;

  constructor(
    index: Pick<Index, "repositories">,
    tracker: Pick<Tracker, "survey">,
    failures: FailureHandler,
  ) {
    this.#index = index;
    this.#tracker = tracker;
    this.#failures = failures;
  }

  async survey(installations: readonly InstallationId[]): Promise<Survey> {
    const asked: RepositorySeen[] = [];
    const found = new Map<RepositoryId, Surveyed>();
    const byInstallation = Map.groupBy(this.#index.repositories(), ({ installationId }) => installationId);
    for (const installationId of installations) {
      const repositories = byInstallation.get(installationId) ?? [];
      await this.#failures.attempt("survey the repositories", repositories[0], async () => {
        const ids = repositories.map(({ id }) => id);
        for (const [id, surveyed] of await this.#tracker.survey(installationId, ids)) found.set(id, surveyed);
        asked.push(...repositories);
      });
    }
    return { asked, found };
  }
}
