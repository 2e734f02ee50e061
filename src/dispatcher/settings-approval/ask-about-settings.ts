/** Opens the one issue in which someone who may change the settings approves a version that waits. */

import { settingsAskedIn } from "../../engine/messages/settings-asked.ts";
import type { OpenIssue } from "../../engine/model/effect.ts";
import { type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { SettingsVersion } from "../../engine/model/keys/issue-key.ts";
import { type SettingChange, settingsChanges } from "../../protocol/settings/settings-change.ts";
import type { SettingLine } from "../../protocol/text/lines.ts";
import type { Text } from "../../protocol/text.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsAuthority, SettingsWaiting, StoredSettings } from "../ports/settings.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { settingsFrom } from "./judge-changes.ts";
import type { SettingsIssue } from "./settings-issue.ts";

interface Needs {
  readonly index: Pick<Index, "records" | "saveSettings">;
  readonly render: (text: Text) => string;
  readonly pauses: Pick<Pauses, "isPaused">;
  readonly issue: SettingsIssue;
}

const urgency = "important";
/** Further changes are only counted. */
const maxChanges = 5;

/** Resolves to what is stored afterwards. */
export type AskAboutSettings = (repository: RepositorySeen, kept: StoredSettings) => Promise<StoredSettings>;

export function createSettingsAsker({ index, render, pauses, issue }: Needs): AskAboutSettings {
  return async (repository, kept) => {
    const { authority } = kept;
    const waiting = authority?.waiting;
    const asked = settingsAskedIn(waiting?.key ?? "");
    if (authority === undefined || waiting === undefined || asked === undefined) return kept;
    if (waiting.isDoubtful === true) return kept;
    if (!takesWrites(repository) || pauses.isPaused(repository.id)) return kept;
    if (waiting.issue !== undefined && !(await isSpoiled(index, waiting))) {
      await issue.reopen(repository, waiting.issue, settingsFrom(kept.text));
      return kept;
    }
    if (waiting.issue !== undefined) await issue.closeReplaced(repository, waiting.issue);
    const effect = questionOf(render, { kept, authority, waiting, asked });
    const opened = await issue.open(repository, effect, waiting.since);
    if (opened === undefined) return kept;
    const now = { ...kept, authority: { ...authority, waiting: { ...waiting, issue: opened } } };
    await index.saveSettings(repository.id, now);
    return now;
  };
}

/** Whether the issue that asks was edited: its text may now say anything, so no approval there counts. */
async function isSpoiled(index: Pick<Index, "records">, { issue, key }: SettingsWaiting): Promise<boolean> {
  const record = issue && (await index.records([issue.id])).get(issue.id);
  return record !== undefined && record.seen.opened?.key !== key;
}

interface Question {
  readonly kept: StoredSettings;
  readonly authority: SettingsAuthority;
  readonly waiting: SettingsWaiting;
  readonly asked: SettingsVersion;
}

function questionOf(render: Needs["render"], { kept, authority, waiting, asked }: Question): OpenIssue {
  const changes = settingsChanges(settingsFrom(kept.text), settingsFrom(waiting.text)).toSorted(
    (a, b) => weightOf(a) - weightOf(b),
  );
  const data = {
    by: waiting.by,
    urgency,
    isDeleted: waiting.text === undefined,
    commit: asked.commit,
    hash: asked.hash,
    effectiveCommit: authority.commit,
    changes: changes.slice(0, maxChanges).map(lineOf),
    others: changes.length > maxChanges ? String(changes.length - maxChanges) : "",
  };
  return {
    type: "OpenIssue",
    marker: waiting.key,
    kind: "escalation",
    assignees: [],
    title: `Escalation: approve the settings of ${asked.commit.slice(0, 7)}`,
    body: render({ name: "opened-settings", data }),
    labels: ["kind:escalation", `urgency:${urgency}`],
  };
}

/**
 * Order of the changes shown: what grants most comes first, so that many small changes cannot hide a large
 * one.
 */
const heaviest = [
  "trust",
  "agents",
  "policy",
  "handovers",
  "coordinator",
  "escalations",
  "deadlines",
  "invariants",
];

function weightOf({ path }: SettingChange): number {
  const at = heaviest.indexOf(path.split(".", 1)[0] ?? "");
  return at < 0 ? heaviest.length : at;
}

/** Maximum length of a shown value. */
const maxValue = 60;

function lineOf({ path, before = "", after = "", entries }: SettingChange): SettingLine {
  const added = entries?.added ?? 0;
  const removed = entries?.removed ?? 0;
  const moves = [
    ...(added > 0 ? [`gains ${formatEntries(added)}`] : []),
    ...(removed > 0 ? [`loses ${formatEntries(removed)}`] : []),
  ];
  return {
    path,
    before: truncate(before),
    after: truncate(after),
    entries: entries === undefined ? "" : moves.join(" and ") || "has another order",
    because: whyItMatters({ path, after, removed }),
  };
}

/** What an admin may not see in the value. @param after as JSON, whole */
function whyItMatters({ path, after, removed }: { path: string; after: string; removed: number }): string {
  if (path === "trust.agents" && removed > 0) return "An account that is not an agent counts as a person.";
  const takesComments = path.startsWith("agents.") && /^"comments"$|"with_person":"comments"/.test(after);
  return takesComments
    ? "An agent that writes with this login can then answer, decide, approve and accept as the person."
    : "";
}

function formatEntries(entries: number): string {
  return `${entries} ${entries === 1 ? "entry" : "entries"}`;
}

function truncate(value: string): string {
  return value.length > maxValue ? `${value.slice(0, maxValue).toWellFormed()}…` : value;
}
