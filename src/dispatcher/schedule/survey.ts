/**
 * Surveys all repositories, one request for a hundred of an installation, so that a round asks in full only
 * about those that changed.
 */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { attempt } from "../failure/best-effort.ts";
import type { Parts } from "../parts.ts";
import type { Surveyed } from "../ports/survey.ts";

export interface Survey {
  /** The repositories that were asked about: not those whose installation has to wait. */
  readonly asked: readonly RepositorySeen[];
  /** Those of them that GitHub showed. */
  readonly found: ReadonlyMap<RepositoryId, Surveyed>;
}

export async function surveyAll(
  parts: Pick<Parts, "index" | "tracker" | "clock" | "backoff" | "logger">,
): Promise<Survey> {
  const asked: RepositorySeen[] = [];
  const found = new Map<RepositoryId, Surveyed>();
  const byInstallation = Map.groupBy(parts.index.repositories(), ({ installationId }) => installationId);
  for (const [installationId, repositories] of byInstallation)
    await attempt(parts, "survey the repositories", repositories[0], async () => {
      const ids = repositories.map(({ id }) => id);
      for (const [id, surveyed] of await parts.tracker.survey(installationId, ids)) found.set(id, surveyed);
      asked.push(...repositories);
    });
  return { asked, found };
}
