/**
 * Decides what to do with an effect just before it is sent. A queued effect may have been applied already, or
 * no longer be allowed: a create with an unknown outcome is looked up, and its requester must still be
 * trusted.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { type Trust, trustOf } from "../../engine/admission/trust.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import { statusKey } from "../../engine/fold/seen-record.ts";
import type { Effect } from "../../engine/model/effect.ts";
import {
  type InstallationId,
  type NodeId,
  type RepositoryId,
  type RepositorySeen,
  type Role,
  takesWrites,
} from "../../engine/model/fact.ts";
import { type IssueRecord, rolesOf } from "../../engine/model/snapshot.ts";
import type { RetryAfter } from "../failure/backoff.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { QueuedEffect } from "../ports/outbox.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Person, Tracker } from "../ports/tracker.ts";
import type { Writer } from "../ports/writer.ts";

export type Judgement =
  | { readonly type: "send"; readonly effect: QueuedEffect }
  /** It was applied: only the receipt was lost. */
  | { readonly type: "adopt"; readonly effect: QueuedEffect; readonly found: Found }
  | { readonly type: "later"; readonly effect: QueuedEffect; readonly at: Millis; readonly error: string }
  | { readonly type: "drop"; readonly effect: QueuedEffect; readonly error: string };

/** The contents of the lost receipt. */
type Found = Pick<WriteReceipt, "commentId" | "opened">;

/** The verdict on each effect of one installation. */
export type JudgeAll = (
  installationId: InstallationId,
  effects: readonly QueuedEffect[],
) => Promise<readonly Judgement[]>;

interface Needs {
  readonly index: Pick<Index, "records" | "repository">;
  readonly settleDoubt: SettleDoubt;
  readonly tracker: Pick<Tracker, "roleOf">;
  readonly recheck: Recheck;
  readonly failures: Pick<FailureHandler, "handle">;
  readonly retryAfter: RetryAfter;
}

export function createJudge(needs: Needs): JudgeAll {
  const { index, settleDoubt, tracker, recheck, failures, retryAfter } = needs;

  async function judge(
    installationId: InstallationId,
    effect: QueuedEffect,
    roleOf: RoleOf,
  ): Promise<Judgement> {
    const repository = index.repository(effect.repositoryId);
    if (repository !== undefined && !takesWrites(repository))
      return { type: "drop", effect, error: "its repository takes no writes now" };
    try {
      const judgement = await settleDoubt(installationId, effect);
      return judgement.type === "send" ? await recheck(judgement.effect, roleOf) : judgement;
    } catch (thrown) {
      const { retryAt, message } = failures.handle(thrown, {
        installationId,
        doing: `judge ${effect.key}`,
        backoffMs: retryAfter(effect.attempts),
      });
      return { type: "later", effect, at: retryAt, error: message };
    }
  }

  return async (installationId, effects) => {
    if (effects.length === 0) return [];
    // Only this installation's performer writes status comments, so none appears while the others are judged.
    const records = await index.records(effects.map(({ issueId }) => issueId));
    const roleOf = askedOnce(tracker);
    const judgements: Judgement[] = [];
    for (const effect of effects)
      judgements.push(await judge(installationId, withComment(records.get(effect.issueId), effect), roleOf));
    return judgements;
  };
}

type RoleOf = (repository: RepositorySeen, person: Person) => Promise<Role>;

/** Live roles, each looked up once for a batch: its effects are sent together. */
function askedOnce(tracker: Needs["tracker"]): RoleOf {
  const asked = new Map<string, Promise<Role>>();
  return (repository, person) => {
    const key = `${repository.id} ${person.id}`;
    const role = asked.get(key) ?? tracker.roleOf(repository, person, true);
    asked.set(key, role);
    return role;
  };
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
type SettleDoubt = (installationId: InstallationId, effect: QueuedEffect) => Promise<Judgement>;

interface DoubtNeeds {
  readonly writer: Pick<Writer, "findOwnIssue" | "findOwnComment">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "visibilityMs">;
}

export function createDoubtSettler({ writer, clock, pace }: DoubtNeeds): SettleDoubt {
  return async (installationId, effect) => {
    if (effect.sentAt === undefined) return { type: "send", effect };
    const found = await findCreated(writer, installationId, effect, effect.sentAt);
    if (found === "not a create") return { type: "send", effect };
    if (found?.commentId !== undefined && effect.effect.type === "ShowStatus") {
      const { commentId } = found;
      return { type: "send", effect: { ...effect, effect: { ...effect.effect, commentId } } };
    }
    if (found !== undefined) return { type: "adopt", effect, found };
    const visibleAt = effect.sentAt + pace.visibilityMs;
    if (clock.now() >= visibleAt) return { type: "send", effect };
    return { type: "later", effect, at: visibleAt, error: "it may have been done and not be visible yet" };
  };
}

/** Looks for what the effect may have created; everything else GitHub does only once. */
async function findCreated(
  writer: DoubtNeeds["writer"],
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
type Recheck = (effect: QueuedEffect, roleOf: RoleOf) => Promise<Judgement>;

interface RecheckNeeds {
  readonly index: Pick<Index, "repository">;
  readonly settingsOf: SettingsOf;
  readonly botId: NodeId;
  readonly clock: Clock;
  readonly retryAfter: RetryAfter;
}

export function createRecheck(needs: RecheckNeeds): Recheck {
  const { index, settingsOf, botId, clock, retryAfter } = needs;

  function trustIn({ id }: { readonly id: NodeId }, repositoryId: RepositoryId, role: Role): Trust {
    const authority = { settings: settingsOf(repositoryId), botId };
    return trustOf({ roles: rolesOf(repositoryId, id, role) }, repositoryId, { id }, authority);
  }

  return async (effect, roleOf) => {
    const { actor } = effect.reason;
    if (actor === undefined || actor.id === botId) return { type: "send", effect };
    const repository = index.repository(effect.repositoryId);
    if (repository === undefined) return { type: "drop", effect, error: "the repository is no longer ours" };
    const role = await roleOf(repository, actor);
    switch (trustIn(actor, effect.repositoryId, role)) {
      case "trusted":
        return { type: "send", effect };
      case "untrusted":
        return { type: "drop", effect, error: `${actor.login} is now ${role} and may no longer ask for it` };
      case "unknown": {
        const at = clock.now() + retryAfter(effect.attempts);
        return { type: "later", effect, at, error: `the role of ${actor.login} could not be asked for` };
      }
    }
  };
}
