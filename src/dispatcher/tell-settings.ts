/**
 * Says on the commit itself what became of its settings file: in force, waiting for an admin, or not readable. Opens no
 * issue for that: it would notify people who have nothing to do with the file.
 */
import { type RepositorySeen, takesWrites } from "../engine/fact.ts";
import { settingsAskedIn } from "../engine/settings-authority.ts";
import type { Parts } from "./parts.ts";
import type { SettingsKept } from "./ports/settings.ts";
import type { SettingsShown } from "./ports/writer.ts";
import { RequestFailed } from "./request-failed.ts";
import { settingsIn } from "./settings/judge-changes.ts";

type Needs = Pick<Parts, "writer" | "tracker" | "clock" | "render" | "pauses" | "keepsIndex" | "logger">;

/** Never rejects for what GitHub did. */
export async function tellSettings(
  parts: Needs,
  repository: RepositorySeen,
  before: SettingsKept | undefined,
  kept: SettingsKept,
): Promise<void> {
  const said = saidOf(kept);
  const { writer, tracker, clock, render, pauses, logger } = parts;
  if (said === undefined || isKnown(before, kept)) return;
  if (!takesWrites(repository) || pauses.isPaused(repository.id)) return;
  const { sentence, ...check } = said;
  const summary = render({ name: "check-note", data: { sentence } });
  const shown = { ...check, summary, at: clock.now() - tracker.aheadMs() };
  try {
    if (!parts.keepsIndex && (await wasSaid(parts, repository, shown))) return;
    await writer.showSettings(repository.installationId, repository.id, shown);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    logger.debug(
      { repository: `${repository.owner}/${repository.name}`, why: thrown.failure.type },
      "no check for the settings",
    );
  }
}

/** Where no index is kept, only GitHub knows what an earlier pass said. */
async function wasSaid(
  { tracker }: Needs,
  repository: RepositorySeen,
  { headSha, inForce, stay }: Said,
): Promise<boolean> {
  const [last] = await tracker.settingsHistory.statementsOn(repository, headSha);
  return last !== undefined && last.inForce === inForce && last.stay === stay;
}

/** Whether the check says so already. The defaults need no saying where there never was a file. */
function isKnown(before: SettingsKept | undefined, kept: SettingsKept): boolean {
  const isEmpty = ({ text, problem, authority }: SettingsKept): boolean =>
    text === undefined && problem === undefined && authority?.waiting === undefined;
  const isPlain = isEmpty(kept);
  if (before === undefined) return isPlain;
  const gist = ({ text, problem, authority }: SettingsKept): string =>
    JSON.stringify([
      ...[settingsIn(text), problem, authority === undefined, authority?.waiting],
      ...[authority?.branch ?? ""],
    ]);
  return gist(before) === gist(kept) || (isPlain && isEmpty(before));
}

type Said = Omit<SettingsShown, "summary" | "at">;

function saidOf({
  commit,
  problem,
  authority,
}: SettingsKept): (Said & { readonly sentence: string }) | undefined {
  const { waiting, commit: inForce, stay = "" } = authority ?? {};
  const asked = settingsAskedIn(waiting?.key ?? "");
  const held = inForce === undefined ? "The defaults" : `The settings of ${inForce.slice(0, 7)}`;
  if (waiting !== undefined && asked !== undefined) {
    const where = waiting.issue === undefined ? "" : ` in #${waiting.issue.number}`;
    return {
      ...{ headSha: asked.commit, conclusion: "action_required", inForce, stay: asked.stay },
      title: `Not in force: an admin has to approve it${where}`,
      sentence: `${held} stay in force until somebody with the role admin or maintain approves this file${where}, or brings another one to the default branch.`,
    };
  }
  if (problem !== undefined)
    return commit === undefined
      ? undefined
      : {
          ...{ headSha: commit, conclusion: "failure", inForce, stay: "" },
          title: "The settings file is not taken; the last good one holds",
          sentence: problem,
        };
  const headSha = inForce ?? commit;
  if (headSha === undefined) return undefined;
  return {
    ...{ headSha, conclusion: "success", inForce, stay },
    title: inForce === undefined ? "The defaults are in force" : "The settings are in force",
    sentence: "What this commit says of the settings is in force.",
  };
}
