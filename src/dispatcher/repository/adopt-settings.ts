/** Stores settings that have changed, and sees to it that everything follows them. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { StoredSettings } from "../ports/settings.ts";
import { refreshOpenIssues } from "../schedule/change-refresher.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { nothingSettled, refreshRequestsFor } from "./changes.ts";
import type { LabelKeeper } from "./label-keeper.ts";
import type { LeaderReport } from "./leader-report.ts";

export type AdoptSettings = (
  repository: RepositorySeen,
  known: StoredSettings | undefined,
  kept: StoredSettings,
) => Promise<void>;

interface Needs {
  readonly index: Pick<Index, "saveSettings" | "commit" | "oldestRead" | "note">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pauses: Pick<Pauses, "leaderOf" | "refresh">;
  readonly leaderReport: Pick<LeaderReport, "report">;
  readonly labelKeeper: Pick<LabelKeeper, "ensure">;
}

export function createSettingsAdoption(needs: Needs): AdoptSettings {
  const { index, clock, pauses, leaderReport, labelKeeper } = needs;
  return async (repository, known, kept) => {
    const before = pauses.leaderOf(repository.id);
    await index.saveSettings(repository.id, kept);
    pauses.refresh();
    await leaderReport.report(repository, before);
    if (kept.problem !== undefined && kept.problem !== known?.problem)
      await reportProblem(needs, repository, kept);
    const asked = known?.authority?.waiting?.issue;
    if (asked !== undefined && asked.id !== kept.authority?.waiting?.issue?.id) {
      const because = "the settings that it asks about changed";
      const refreshes = refreshRequestsFor(repository.id, [asked.id], clock.now(), because);
      await index.commit({ ...nothingSettled, refreshes });
    }
    if (kept.text === known?.text) return;
    await labelKeeper.ensure(repository);
    await refreshOpenIssues({ index, clock }, repository.id, "the settings changed");
  };
}

/** Reports each problem once: those in the index have been reported. */
async function reportProblem(
  { index, clock, logger }: Pick<Needs, "index" | "clock" | "logger">,
  { id, owner, name }: RepositorySeen,
  { commit, problem }: StoredSettings,
): Promise<void> {
  logger.warn(
    { repository: `${owner}/${name}`, commit, problem },
    "settings were refused; the last good ones hold",
  );
  await index.note([
    {
      at: clock.now(),
      repositoryId: id,
      issueId: undefined,
      kind: "settings-refused",
      rule: "settings",
      because: problem ?? "",
      what: `keep the settings from before ${commit ?? ""}`,
      delivery: undefined,
      actor: undefined,
    },
  ]);
}
