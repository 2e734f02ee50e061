/**
 * Decides what to do with an effect just before it is sent. A queued effect may have been applied already, or
 * no longer be allowed: a create with an unknown outcome is looked up, and its requester must still be
 * trusted.
 */
import type { Millis } from "../../base/clock.ts";
import { type Trust, trustOf } from "../../engine/admission/trust.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import { statusKey } from "../../engine/fold/seen-record.ts";
import type { Effect } from "../../engine/model/effect.ts";
import { type InstallationId, type NodeId, type Role, takesWrites } from "../../engine/model/fact.ts";
import { type IssueRecord, rolesOf } from "../../engine/model/snapshot.ts";
import { waitMs } from "../failure/backoff.ts";
import type { Parts } from "../parts.ts";
import type { QueuedEffect } from "../ports/outbox.ts";

export type Judgement =
  | { readonly type: "send"; readonly effect: QueuedEffect }
  /** It was applied: only the receipt was lost. */
  | { readonly type: "adopt"; readonly effect: QueuedEffect; readonly found: Found }
  | { readonly type: "later"; readonly effect: QueuedEffect; readonly at: Millis; readonly error: string }
  | { readonly type: "drop"; readonly effect: QueuedEffect; readonly error: string };

/** What the lost receipt would have contained. */
type Found = Pick<WriteReceipt, "commentId" | "opened">;

type Needs = Pick<
  Parts,
  "index" | "writer" | "tracker" | "clock" | "pace" | "random" | "failures" | "settingsOf" | "botId"
>;

export async function judgeAll(
  parts: Needs,
  installationId: InstallationId,
  effects: readonly QueuedEffect[],
): Promise<readonly Judgement[]> {
  if (effects.length === 0) return [];
  // Only this installation's performer writes status comments, so none appears while the others are judged.
  const records = await parts.index.records(effects.map(({ issueId }) => issueId));
  const judgements: Judgement[] = [];
  for (const effect of effects)
    judgements.push(await judge(parts, installationId, withComment(records.get(effect.issueId), effect)));
  return judgements;
}

async function judge(parts: Needs, installationId: InstallationId, effect: QueuedEffect): Promise<Judgement> {
  const repository = parts.index.repository(effect.repositoryId);
  if (repository !== undefined && !takesWrites(repository))
    return { type: "drop", effect, error: "its repository takes no writes now" };
  try {
    const judgement = await settleDoubt(parts, installationId, effect);
    return judgement.type === "send" ? await recheck(parts, judgement.effect) : judgement;
  } catch (thrown) {
    const backoffMs = waitMs(parts.pace.failures, effect.attempts + 1, parts.random);
    const { retryAt, message } = parts.failures.handle(thrown, {
      installationId,
      doing: `judge ${effect.key}`,
      backoffMs,
    });
    return { type: "later", effect, at: retryAt, error: message };
  }
}

/** A status decided on while the first one was being sent becomes an edit of it, not a second comment. */
function withComment(record: IssueRecord | undefined, queued: QueuedEffect): QueuedEffect {
  const { effect } = queued;
  if (effect.type !== "ShowStatus" || effect.commentId !== undefined) return queued;
  const written = record?.seen.own.find(({ key }) => key === statusKey);
  return written === undefined ? queued : { ...queued, effect: { ...effect, commentId: written.id } };
}

/**
 * Looks the effect up before repeating it. A status that is found is edited, not trusted: its text may be
 * outdated.
 */
async function settleDoubt(
  { writer, clock, pace }: Needs,
  installationId: InstallationId,
  effect: QueuedEffect,
): Promise<Judgement> {
  if (effect.sentAt === undefined) return { type: "send", effect };
  const found = await findCreated(writer, installationId, effect, effect.sentAt);
  if (found === "not a create") return { type: "send", effect };
  if (found?.commentId !== undefined && effect.effect.type === "ShowStatus")
    return { type: "send", effect: { ...effect, effect: { ...effect.effect, commentId: found.commentId } } };
  if (found !== undefined) return { type: "adopt", effect, found };
  const visibleAt = effect.sentAt + pace.visibilityMs;
  if (clock.now() >= visibleAt) return { type: "send", effect };
  return { type: "later", effect, at: visibleAt, error: "it may have been done and not be visible yet" };
}

/** Looks for what the effect may have created; everything else GitHub does only once. */
async function findCreated(
  writer: Needs["writer"],
  installationId: InstallationId,
  { effect, issueId, repositoryId }: QueuedEffect,
  sentAt: Millis,
): Promise<Found | "not a create" | undefined> {
  if (effect.type === "OpenIssue") {
    const opened = await writer.findOwnIssue(installationId, repositoryId, effect.marker, sentAt);
    return opened === undefined ? undefined : { commentId: undefined, opened };
  }
  const key = commentKey(effect);
  if (key === undefined) return "not a create";
  const commentId = await writer.findOwnComment(installationId, issueId, key);
  return commentId === undefined ? undefined : { commentId };
}

/** Marker key of the comment that the effect would create. */
function commentKey(effect: Effect): string | undefined {
  if (effect.type === "AddComment") return effect.marker;
  return effect.type === "ShowStatus" && effect.commentId === undefined ? statusKey : undefined;
}

/** Trust rule 2: permission is looked up live, and again when the effect runs. */
async function recheck(parts: Needs, effect: QueuedEffect): Promise<Judgement> {
  const { actor } = effect.reason;
  if (actor === undefined || actor.id === parts.botId) return { type: "send", effect };
  const repository = parts.index.repository(effect.repositoryId);
  if (repository === undefined) return { type: "drop", effect, error: "the repository is no longer ours" };
  const role = await parts.tracker.roleOf(repository, actor, true);
  switch (trustInActor(parts, effect, actor, role)) {
    case "trusted":
      return { type: "send", effect };
    case "untrusted":
      return { type: "drop", effect, error: `${actor.login} is now ${role} and may no longer ask for it` };
    case "unknown": {
      const at = parts.clock.now() + waitMs(parts.pace.failures, effect.attempts + 1, parts.random);
      return { type: "later", effect, at, error: `the role of ${actor.login} could not be asked for` };
    }
  }
}

function trustInActor(
  { settingsOf, botId }: Needs,
  { repositoryId }: QueuedEffect,
  { id }: { readonly id: NodeId },
  role: Role,
): Trust {
  const authority = { settings: settingsOf(repositoryId), botId };
  return trustOf({ roles: rolesOf(repositoryId, id, role) }, repositoryId, { id }, authority);
}
