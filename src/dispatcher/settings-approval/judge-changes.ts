/**
 * Judges changes of the settings file one after another, each by the settings that were in effect before it.
 * A file that waits is replaced by the next one; an invalid one changes nothing.
 */

import { settingsKey } from "../../engine/messages/settings-asked.ts";
import type { Actor, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { SettingsVersion } from "../../engine/model/keys/issue-key.ts";
import { type Entitlement, entitlementOf } from "../../engine/settings/entitlement.ts";
import { accountIdWanted, looksLikeLogin, namingLogin } from "../../protocol/settings/agents/account-id.ts";
import { accountsIn } from "../../protocol/settings/agents/accounts-in.ts";
import { defaultSettings, type Settings, settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import { needsNobody, settingsChanges } from "../../protocol/settings/settings-change.ts";
import type { SettingsFile, SettingsWaiting } from "../ports/settings.ts";
import type { SettingsApproval, SettingsHistory } from "../ports/settings-history.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { FileChange } from "./file-changes.ts";

/** The effective settings, and the version that waits. */
export interface Judged {
  readonly commit: string | undefined;
  /** The move that brought that commit; empty if none was shown. */
  readonly stay: string;
  readonly text: string | undefined;
  readonly problem: string | undefined;
  readonly waiting: SettingsWaiting | undefined;
  /** The text of the newest version, if it is invalid. */
  readonly refused?: string | undefined;
}

export interface JudgeContext {
  /** The entries of a file that name no account, as the file writes them. Rejects if GitHub could not say. */
  readonly missingAccounts: (ids: readonly NodeId[]) => Promise<readonly NodeId[]>;
  readonly history: SettingsHistory;
  readonly entitlement: FindEntitlement;
  readonly repository: RepositorySeen;
  /** Names of labels on open issues; undefined if not known. */
  readonly labelsInUse: () => Promise<ReadonlySet<string> | undefined>;
  /** Called only if an approval would make a difference. */
  readonly approvals: () => Promise<readonly SettingsApproval[]>;
}

export async function judgeChanges(
  context: JudgeContext,
  from: Judged,
  changes: readonly FileChange[],
): Promise<Judged> {
  let judged = from;
  for (const change of changes) {
    const file = await context.history.fileAt(context.repository, change.commit);
    judged = await judgeOne(context, judged, change, file);
  }
  return judged;
}

/** The result if `file` is what `change` left on the branch. */
async function judgeOne(
  context: JudgeContext,
  before: Judged,
  change: FileChange,
  file: SettingsFile,
): Promise<Judged> {
  const read = await takenFrom(context, file);
  if (!read.ok) {
    const refused = file.type === "text" ? { refused: file.text } : {};
    return { ...withoutRefused(before), problem: read.problem, waiting: undefined, ...refused };
  }
  const effective = settingsFrom(before.text);
  const { commit, stay } = change;
  const taken: Judged = { commit, stay, text: read.text, problem: undefined, waiting: undefined };
  const changes = settingsChanges(effective, read.settings);
  if (changes.length === 0)
    return before.text === read.text
      ? { ...withoutRefused(before), problem: undefined, waiting: undefined }
      : taken;
  // Reading the labels of all issues takes long in a large repository.
  const isOfLabels = changes.some(({ keys }) => keys[0] === "labels");
  const inUse = isOfLabels ? await context.labelsInUse() : undefined;
  if (needsNobody(effective, read.settings, inUse)) return taken;
  const isEntitled = (await context.entitlement(context.repository, change.by, effective)) === "yes";
  const isUnseen = isEntitled && (await isMergedUnseen(context, change));
  if (isEntitled && !isUnseen) return taken;
  const asked = {
    hash: context.history.hashOf(commit, read.text),
    commit,
    stay: stayOf(change),
  };
  if (await isApproved(context, change, asked, effective)) return taken;
  const key = settingsKey(asked);
  const by = isUnseen ? undefined : change.by?.login;
  const waiting = { key, text: read.text, by, since: change.at };
  return {
    ...withoutRefused(before),
    problem: undefined,
    waiting: isSame(before.waiting, waiting) ? before.waiting : waiting,
  };
}

/** Whether a pull request was merged in the name of a person who had not seen the whole change. */
async function isMergedUnseen(
  { history, repository }: JudgeContext,
  { commit, at, by, isMerge }: FileChange,
): Promise<boolean> {
  if (isMerge === false) return false;
  const how = await history.howMerged(repository, { commit, at, by });
  return how === "unseen" || (how === "no merge" && isMerge === true);
}

function isSame(known: SettingsWaiting | undefined, { key }: SettingsWaiting): known is SettingsWaiting {
  return known?.key === key && known.isDoubtful !== true;
}

/** If no activity names the stay, the time at which we saw it does. */
function stayOf({ stay, at }: FileChange): string {
  return stay === "" ? `at-${at}` : stay;
}

/** Whether a user may change the settings, by their current role. */
export type FindEntitlement = (
  repository: RepositorySeen,
  by: Pick<Actor, "id" | "login" | "type"> | undefined,
  settings: Settings,
) => Promise<Entitlement>;

export function createEntitlement(tracker: Pick<Tracker, "roleOf">, botId: NodeId): FindEntitlement {
  return async (repository, by, settings) => {
    if (by === undefined || entitlementOf(by, "admin", { settings, botId }) === "no") return "no";
    return entitlementOf(by, await tracker.roleOf(repository, by, true), { settings, botId });
  };
}

async function isApproved(
  context: JudgeContext,
  { commit, at, until }: FileChange,
  { hash }: SettingsVersion,
  effective: Settings,
): Promise<boolean> {
  for (const approval of await context.approvals()) {
    const isAbout = approval.commit === commit && approval.hash === hash;
    if (!isAbout || approval.at < at || approval.at >= until) continue;
    const by = { ...approval.by, type: "User" } as const;
    if ((await context.entitlement(context.repository, by, effective)) === "yes") return true;
  }
  return false;
}

/** A file that an older release accepted and this one does not counts as absent. */
export function settingsFrom(text: string | undefined): Settings {
  const reading = text === undefined ? undefined : readSettings(text);
  return reading?.ok === true ? reading.settings : defaultSettings;
}

/** More of them would not be read. */
const maxNamed = 5;

function explainMissing(ids: readonly NodeId[]): string {
  const named = ids.slice(0, maxNamed).map(missingAccount);
  const rest = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : "";
  return `\`${settingsPath}\` cannot be used: GitHub has no account ${named.join(", ")}${rest}.`;
}

/** With the command for a login that was written in place of an id. */
function missingAccount(id: NodeId): string {
  return looksLikeLogin(id) ? `\`${id}\` (${namingLogin(`write ${accountIdWanted}`, id)})` : `\`${id}\``;
}

type Taken =
  | { readonly ok: true; readonly text: string | undefined; readonly settings: Settings }
  | { readonly ok: false; readonly problem: string };

function withoutRefused({ refused: _, ...judged }: Judged): Judged {
  return judged;
}

async function takenFrom(context: JudgeContext, file: SettingsFile): Promise<Taken> {
  switch (file.type) {
    case "absent":
      return { ok: true, text: undefined, settings: defaultSettings };
    case "unreadable":
      return { ok: false, problem: `\`${settingsPath}\` cannot be taken: ${file.why}.` };
    case "text": {
      const reading = readSettings(file.text);
      if (!reading.ok) return reading;
      const missing = await context.missingAccounts(accountsIn(reading.settings));
      if (missing.length > 0) return { ok: false, problem: explainMissing(missing) };
      return { ok: true, text: file.text, settings: reading.settings };
    }
  }
}
