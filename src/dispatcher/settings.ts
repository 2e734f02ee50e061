/**
 * The settings in force. A newcomer would read the file when it is needed; what holds is the last good file of the
 * default branch, so a broken one changes nothing but what the ledger and a check on its commit say.
 */
import type { NodeId, RepositorySeen } from "../engine/fact.ts";
import { defaultSettings, type Settings, settingsPath } from "../protocol/config.ts";
import { readSettings } from "../protocol/read-settings.ts";
import { ensureLabels } from "./labels.ts";
import { tellLeader } from "./leading.ts";
import { lookAtOpen } from "./look-around.ts";
import type { Parts } from "./parts.ts";
import type { Index } from "./ports/issue-index.ts";
import type { SettingsKept, SettingsSeen } from "./ports/settings.ts";
import { RequestFailed } from "./request-failed.ts";
import { tellSettings } from "./tell-settings.ts";

type Needs = Pick<
  Parts,
  | "index"
  | "tracker"
  | "writer"
  | "clock"
  | "logger"
  | "settingsOf"
  | "pauses"
  | "botId"
  | "render"
  | "keepsIndex"
>;

/** Settings by repository, each text read once. */
export function settingsIn(index: Pick<Index, "settings">): (repositoryId: NodeId) => Settings {
  const read = new Map<string, Settings>();
  return (repositoryId) => {
    const text = index.settings(repositoryId)?.text;
    if (text === undefined) return defaultSettings;
    const known = read.get(text) ?? settingsFrom(text);
    if (read.size > 1_000) read.clear();
    read.set(text, known);
    return known;
  };
}

/** A file that an older release took and this one does not is as good as none. */
function settingsFrom(text: string): Settings {
  const reading = readSettings(text);
  return reading.ok ? reading.settings : defaultSettings;
}

/** Looks whether the default branch has other settings now. If so, every open issue is decided about again. */
export async function refreshSettings(parts: Needs, repository: RepositorySeen): Promise<void> {
  const { index } = parts;
  const known = index.settings(repository.id);
  const seen = await settingsSeen(parts, repository, known?.commit);
  if (seen === undefined) return;
  const kept = takenFrom(seen, known);
  const leader = parts.pauses.leaderOf(repository.id);
  await index.saveSettings(repository.id, kept);
  parts.pauses.refresh();
  await tellLeader(parts, repository, leader);
  if (kept.problem !== undefined && kept.problem !== known?.problem) await report(parts, repository, kept);
  await tellSettings(parts, repository, known, kept);
  if (kept.text === known?.text) return;
  await ensureLabels(parts, repository);
  await lookAtOpen(parts, repository.id, "the settings changed");
}

/** A repository whose files we may not read keeps what it has; its work goes on. */
async function settingsSeen(
  { tracker, logger }: Needs,
  repository: RepositorySeen,
  known: string | undefined,
): Promise<SettingsSeen | undefined> {
  try {
    return await tracker.settingsSince(repository, known);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { type, message } = thrown.failure;
    if (type !== "refused" && type !== "gone") throw thrown;
    logger.warn({ repository: `${repository.owner}/${repository.name}`, message }, "settings cannot be read");
    return undefined;
  }
}

function takenFrom({ commit, file }: SettingsSeen, known: SettingsKept | undefined): SettingsKept {
  switch (file.type) {
    case "absent":
      return { commit, text: undefined, problem: undefined };
    case "unreadable":
      return { commit, text: known?.text, problem: `\`${settingsPath}\` cannot be taken: ${file.why}.` };
    case "text": {
      const reading = readSettings(file.text);
      if (reading.ok) return { commit, text: file.text, problem: undefined };
      return { commit, text: known?.text, problem: reading.problem };
    }
  }
}

/** Once for each problem: what stands in the index was told. */
async function report(
  { index, clock, logger }: Needs,
  { id, owner, name }: RepositorySeen,
  { commit, problem }: SettingsKept,
): Promise<void> {
  const because = problem ?? "";
  logger.warn(
    { repository: `${owner}/${name}`, commit, problem },
    "settings were refused; the last good ones hold",
  );
  await index.note([
    {
      ...{
        at: clock.now(),
        repositoryId: id,
        issueId: undefined,
        kind: "settings-refused",
        rule: "settings",
      },
      ...{
        because,
        what: `keep the settings from before ${commit ?? ""}`,
        delivery: undefined,
        actor: undefined,
      },
    },
  ]);
}
