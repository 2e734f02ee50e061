/** Opens the one issue in which someone who may change the settings approves a version that waits. */

import { settingsAskedIn } from "../../engine/messages/settings-asked.ts";
import type { OpenIssue } from "../../engine/model/effect.ts";
import { type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import type { SettingsAsked } from "../../engine/model/keys/issue-key.ts";
import { type SettingChange, settingsChanges } from "../../protocol/settings/settings-change.ts";
import type { SettingLine } from "../../protocol/text/lines.ts";
import type { Parts } from "../parts.ts";
import type { SettingsAuthority, SettingsKept, SettingsWaiting } from "../ports/settings.ts";
import { RequestFailed } from "../request-failed.ts";
import { settingsIn } from "./judge-changes.ts";
import { closeReplaced, reopenQuestion } from "./standing-question.ts";

type Needs = Pick<Parts, "index" | "writer" | "tracker" | "botId" | "clock" | "render" | "pauses" | "logger">;

/** In place of an issue's id: the effect belongs to no issue. */
const ofRepository = "settings";
const urgency = "important";
/** Further changes are only counted. */
const maxChanges = 5;

/** Resolves to what is stored afterwards. */
export async function askAboutSettings(
  parts: Needs,
  repository: RepositorySeen,
  kept: SettingsKept,
): Promise<SettingsKept> {
  const { authority } = kept;
  const waiting = authority?.waiting;
  const asked = settingsAskedIn(waiting?.key ?? "");
  if (authority === undefined || waiting === undefined || asked === undefined) return kept;
  if (waiting.isDoubtful === true) return kept;
  if (!takesWrites(repository) || parts.pauses.isPaused(repository.id)) return kept;
  if (waiting.issue !== undefined && !(await isSpoiled(parts, waiting))) {
    await reopenQuestion(parts, repository, waiting.issue, settingsIn(kept.text));
    return kept;
  }
  if (waiting.issue !== undefined) await closeReplaced(parts, repository, waiting.issue);
  const issue = await opened(parts, repository, questionOf(parts, { kept, authority, waiting, asked }));
  if (issue === undefined) return kept;
  const now = { ...kept, authority: { ...authority, waiting: { ...waiting, issue } } };
  await parts.index.saveSettings(repository.id, now);
  return now;
}

/** Whether the issue that asks was edited: its text may now say anything, so no approval there counts. */
async function isSpoiled({ index }: Pick<Needs, "index">, { issue, key }: SettingsWaiting): Promise<boolean> {
  const record = issue && (await index.records([issue.id])).get(issue.id);
  return record !== undefined && record.seen.opened?.key !== key;
}

async function opened(
  { writer, clock, logger }: Needs,
  { id: repositoryId, installationId, owner, name }: RepositorySeen,
  { effect, since }: { readonly effect: OpenIssue; readonly since: number },
): Promise<SettingsWaiting["issue"]> {
  try {
    const found = await writer.findOwnIssue(installationId, repositoryId, effect.marker, since);
    if (found !== undefined) return { id: found.id, number: found.number };
    const reason = { rule: "settings", because: "The settings file changed, and waits for an admin." };
    const queued = {
      id: 0,
      attempts: 0,
      sentAt: clock.now(),
      issueId: ofRepository,
      repositoryId,
      effect,
      reason,
    };
    const key = effect.marker;
    const [result] = await writer.write(installationId, [
      { ...queued, key, slot: { type: "other", written: key } },
    ]);
    if (result?.ok === true) return result.receipt.opened;
    logger.warn(
      { repository: `${owner}/${name}`, why: result?.failure.type },
      "could not ask for approval yet",
    );
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    logger.warn(
      { repository: `${owner}/${name}`, why: thrown.failure.type },
      "could not ask for approval yet",
    );
  }
  return undefined;
}

interface Question {
  readonly kept: SettingsKept;
  readonly authority: SettingsAuthority;
  readonly waiting: SettingsWaiting;
  readonly asked: SettingsAsked;
}

function questionOf(
  { render }: Needs,
  { kept, authority, waiting, asked }: Question,
): { readonly effect: OpenIssue; readonly since: number } {
  const changes = settingsChanges(settingsIn(kept.text), settingsIn(waiting.text)).toSorted(
    (a, b) => weightOf(a) - weightOf(b),
  );
  const data = {
    ...{ by: waiting.by, urgency, isDeleted: waiting.text === undefined },
    ...{ commit: asked.commit, hash: asked.hash.slice(0, 8), inForce: authority.commit },
    changes: changes.slice(0, maxChanges).map(lineOf),
    others: changes.length > maxChanges ? String(changes.length - maxChanges) : "",
  };
  const effect: OpenIssue = {
    ...{ type: "OpenIssue", marker: waiting.key, kind: "escalation", assignees: [] },
    title: `Escalation: approve the settings of ${asked.commit.slice(0, 7)}`,
    body: render({ name: "opened-settings", data }),
    labels: ["kind:escalation", `urgency:${urgency}`],
  };
  return { effect, since: waiting.since };
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
  const [added, removed] = [entries?.added ?? 0, entries?.removed ?? 0];
  const moves = [
    ...(added > 0 ? [`gains ${counted(added)}`] : []),
    ...(removed > 0 ? [`loses ${counted(removed)}`] : []),
  ];
  const isLost = path === "trust.agents" && removed > 0;
  return {
    ...{ path, before: cut(before), after: cut(after) },
    entries: entries === undefined ? "" : moves.join(" and ") || "has another order",
    because: isLost ? "An account that is not an agent counts as a person." : "",
  };
}

function counted(entries: number): string {
  return `${entries} ${entries === 1 ? "entry" : "entries"}`;
}

function cut(value: string): string {
  return value.length > maxValue ? `${value.slice(0, maxValue).toWellFormed()}…` : value;
}
