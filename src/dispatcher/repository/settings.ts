/**
 * The current settings: the last valid file that someone who may change the settings brought or approved.
 * Until then a newer file waits; an invalid one changes only what the ledger and a check on its commit say.
 */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Parts } from "../parts.ts";
import type { Index } from "../ports/issue-index.ts";
import type { PushHeard, SettingsKept } from "../ports/settings.ts";
import { RequestFailed } from "../request-failed.ts";
import { lookAtOpen } from "../schedule/refresh-neighbours.ts";
import { askAboutSettings } from "../settings-approval/ask-about-settings.ts";
import { settingsIn as readSettingsIn } from "../settings-approval/judge-changes.ts";
import { oneAtATime } from "../settings-approval/one-at-a-time.ts";
import { settingsNow } from "../settings-approval/settings-now.ts";
import { looksAt, nothingSettled } from "./changes.ts";
import { ensureLabels } from "./labels.ts";
import { reportLeader } from "./report-leader.ts";
import { reportSettings } from "./report-settings.ts";

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

/** Settings by repository, each text parsed once. */
export function settingsIn(index: Pick<Index, "settings">): (repositoryId: RepositoryId) => Settings {
  const read = new Map<string | undefined, Settings>();
  return (repositoryId) => {
    const text = index.settings(repositoryId)?.text;
    const known = read.get(text) ?? readSettingsIn(text);
    if (read.size > 1_000) read.clear();
    read.set(text, known);
    return known;
  };
}

/**
 * Checks whether other settings are in effect now. If so, every open issue is decided about again.
 * @param push what a delivery reported of the newest push, if one did
 */
export function refreshSettings(parts: Needs, repository: RepositorySeen, push?: PushHeard): Promise<void> {
  return oneAtATime(parts.index, repository.id, () => refresh(parts, repository, push));
}

async function refresh(parts: Needs, repository: RepositorySeen, push: PushHeard | undefined): Promise<void> {
  const known = parts.index.settings(repository.id);
  const found = await readable(parts, repository, async () => {
    const seen = await parts.tracker.settingsSince(repository, known?.commit, known?.authority?.branch);
    return known === undefined && seen === undefined
      ? undefined
      : settingsNow(parts, repository, { known, seen, push });
  });
  const kept = found ?? known;
  if (kept === undefined) return;
  if (found !== undefined) await keep(parts, repository, known, found);
  await reportSettings(parts, repository, known, await askAboutSettings(parts, repository, kept));
}

/** Works out the current settings where none are stored, and writes nothing to GitHub. */
export async function findSettings(
  parts: Pick<Needs, "index" | "tracker" | "clock" | "botId" | "logger">,
  repository: RepositorySeen,
): Promise<void> {
  if (parts.index.settings(repository.id) !== undefined) return;
  const found = await readable(parts, repository, async () => {
    const seen = await parts.tracker.settingsSince(repository, undefined);
    const nothingKnown = { known: undefined, seen, push: undefined };
    return seen === undefined ? undefined : settingsNow(parts, repository, nothingKnown);
  });
  if (found !== undefined) await parts.index.saveSettings(repository.id, found);
}

async function keep(
  parts: Needs,
  repository: RepositorySeen,
  known: SettingsKept | undefined,
  kept: SettingsKept,
): Promise<void> {
  const { index, pauses, clock } = parts;
  const leader = pauses.leaderOf(repository.id);
  await index.saveSettings(repository.id, kept);
  pauses.refresh();
  await reportLeader(parts, repository, leader);
  if (kept.problem !== undefined && kept.problem !== known?.problem) await report(parts, repository, kept);
  const asked = known?.authority?.waiting?.issue;
  if (asked !== undefined && asked.id !== kept.authority?.waiting?.issue?.id) {
    const refreshes = looksAt(
      repository.id,
      [asked.id],
      clock.now(),
      "the settings that it asks about changed",
    );
    await index.commit({ ...nothingSettled, refreshes });
  }
  if (kept.text === known?.text) return;
  await ensureLabels(parts, repository);
  await lookAtOpen(parts, repository.id, "the settings changed");
}

/** A repository whose files we may not read keeps its settings; its work continues. */
async function readable<T>(
  { logger }: Pick<Needs, "logger">,
  { owner, name }: RepositorySeen,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { type, message } = thrown.failure;
    if (type !== "refused" && type !== "gone") throw thrown;
    logger.warn({ repository: `${owner}/${name}`, message }, "settings cannot be read");
    return undefined;
  }
}

/** Reports each problem once: those in the index have been reported. */
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
