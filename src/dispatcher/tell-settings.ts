/**
 * Tells at GitHub, on the commit itself, that its settings file is not taken, and on a later one that it is again. A
 * newcomer would open an issue; that would notify people who have nothing to do with the file.
 */

import { type RepositorySeen, takesWrites } from "../engine/fact.ts";

import type { Parts } from "./parts.ts";
import type { SettingsKept } from "./ports/settings.ts";
import { RequestFailed } from "./request-failed.ts";

type Needs = Pick<Parts, "writer" | "render" | "pauses" | "keepsIndex" | "logger">;

/** Never rejects for what GitHub did. Where nothing is kept it would be told anew each time, so it is not told. */
export async function tellSettings(
  { writer, render, pauses, keepsIndex, logger }: Needs,
  repository: RepositorySeen,
  before: SettingsKept | undefined,
  { commit, problem }: SettingsKept,
): Promise<void> {
  if (commit === undefined || problem === before?.problem || !keepsIndex) return;
  if (!takesWrites(repository) || pauses.isPaused(repository.id)) return;
  const sentence = problem ?? "The settings file is taken again.";
  const shown = {
    headSha: commit,
    conclusion: problem === undefined ? "success" : "failure",
    title:
      problem === undefined ? "The settings hold" : "The settings file is not taken; the last good one holds",
    summary: render({ name: "check-note", data: { sentence } }),
  } as const;
  try {
    await writer.showSettings(repository.installationId, repository.id, shown);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    logger.debug(
      { repository: `${repository.owner}/${repository.name}`, why: thrown.failure.type },
      "no check for the settings",
    );
  }
}
