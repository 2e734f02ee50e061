/** Finds the signs of life that a lease's holder gave on this machine or by `/beat`, and how long it may be silent. */

import type { Millis } from "../../../base/clock.ts";
import { parseDuration } from "../../../base/duration.ts";
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import type { CommentSeen } from "../../model/fact.ts";
import type { HeardSession, SignsOfLife } from "../../model/signs-of-life.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { spokenCommands } from "../../model/spoken-commands.ts";
import type { Holder, Lease } from "../holder.ts";

interface Signs {
  /** Zero if it was never heard from. */
  readonly heardAt: Millis;
  /** Whether the holder beats on this lease: then silence says more than that of an agent that never does. */
  readonly isBeating: boolean;
}

/** The signs that reach us without a read of GitHub. */
export function localSigns({ seen }: IssueRecord, lease: Lease, signsOfLife: SignsOfLife | undefined): Signs {
  const { agent } = lease.holder;
  const sessions = agent === undefined ? [] : (signsOfLife?.(agent) ?? []);
  const beating = sessions.filter(({ leases }) => beatsOn(leases, seen.number, lease));
  const alive = beating.filter(({ hasEnded }) => !hasEnded);
  // Another session of the agent says nothing about the one that works on this task, until that one has left.
  const counting = alive.length > 0 ? [...alive, ...sessions.filter(({ id }) => id === "")] : sessions;
  return {
    heardAt: lastHeard(counting),
    isBeating: beating.length > 0 && (alive.length > 0 || !isContinued(sessions, lastHeard(beating))),
  };
}

/** Whether another session took over from those that beat and left: it need not beat itself. */
function isContinued(sessions: readonly HeardSession[], since: Millis): boolean {
  return sessions.some(({ id, hasEnded, heardAt }) => id !== "" && !hasEnded && heardAt >= since);
}

function lastHeard(sessions: readonly HeardSession[]): Millis {
  return Math.max(0, ...sessions.map(({ heardAt }) => heardAt));
}

function beatsOn(leases: HeardSession["leases"], issue: number, { token }: Lease): boolean {
  return leases.some((each) => each.issue === issue && each.token === token);
}

export function hasBeatenByComment({ seen }: IssueRecord, { holder, since }: Lease): boolean {
  return seen.comments.some(
    (comment) => comment.createdAt >= since && beatsIn(comment).length > 0 && isOfHolder(comment, holder),
  );
}

/** Whether a comment counts as the holder's: a `/beat as bea` from a shared account is no sign of ada's. */
export function isOfHolder(comment: CommentSeen, { account, agent }: Holder): boolean {
  if (!isSameAccount(comment.author.id, account)) return false;
  const named = beatsIn(comment).flatMap(({ as }) => as ?? []);
  return named.length === 0 || named.includes(agent ?? "");
}

function beatsIn(comment: CommentSeen) {
  return spokenCommands(comment).flatMap((command) => (command.name === "beat" ? command : []));
}

/** How long the holder may be silent, in milliseconds. */
export function allowedSilence({ ttlMs }: Lease, isBeating: boolean, { leases }: Settings): number {
  return ttlMs ?? parseDuration(isBeating ? leases.ttl : leases.unheard) ?? 0;
}

/**
 * Until when the holder may be silent, as far as signs on this machine tell; undefined without a lease of an agent.
 * Later signs may be on GitHub.
 */
export function localPatience(
  record: IssueRecord,
  signsOfLife: SignsOfLife,
  settings: Settings,
): Millis | undefined {
  const { lease } = record.persisted;
  if (lease?.holder.agent === undefined) return undefined;
  const { heardAt, isBeating } = localSigns(record, lease, signsOfLife);
  return heardAt + allowedSilence(lease, isBeating, settings);
}
