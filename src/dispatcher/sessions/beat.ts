/**
 * Takes a sign of life that an agent gives on purpose, and tells it if the lease that it works under has
 * ended: an agent that was frozen does not know, and someone else may have the task by now.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { nameOf as nameOfHolder } from "../../engine/leases/holder.ts";
import { allowedSilence } from "../../engine/leases/lapsing/signs.ts";
import { describeLeaseEnd, type LeaseEnd, leaseEnd } from "../../engine/leases/lease-end.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { isCurrentToken } from "../../engine/model/keys/lease-token.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { agentNamed } from "../../protocol/settings/agents/roster.ts";
import type { BeatenLease, Session, SessionKey } from "../ports/agents/sessions.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { SignOfLife } from "./session-steps.ts";

/** A beat as an agent sends it. */
export interface Beat {
  readonly agent: string;
  /** The ULID of its session. */
  readonly session?: string | undefined;
  readonly repository?: { readonly owner: string; readonly repo: string } | undefined;
  /** The number of the task that it works on. */
  readonly issue?: number | undefined;
  /** The token of its lease. */
  readonly lease?: number | undefined;
  /** In its own words. */
  readonly doing?: string | undefined;
  /** Whether it ends its session, or what it does outside of one. */
  readonly isLeaving?: boolean | undefined;
}

export type BeatResult =
  | { readonly type: "heard" }
  /** It left: its session has ended, or was over or unknown before. */
  | { readonly type: "left" | "not here" }
  /** The agent no longer has the lease: `why` is a phrase, `holder` who has the task now. */
  | {
      readonly type: "ended";
      readonly why: string;
      readonly endedAt?: Millis | undefined;
      readonly holder?: string | undefined;
    }
  /** The agent's own handover was accepted, as the phrase says, and nothing is left to do. */
  | { readonly type: "done"; readonly why: string }
  /** Why it was not counted, as a phrase. */
  | { readonly type: "refused"; readonly why: string }
  | { readonly type: "unavailable"; readonly why: string };

export type TakeBeat = (beat: Beat) => Promise<BeatResult>;

/** In the memory of this process, or shared with others. */
export interface BeatSessions {
  readonly heard: (sign: SignOfLife) => void | Promise<void>;
  /** Whether a session was known and had not ended. */
  readonly left: (key: SessionKey) => boolean | Promise<boolean>;
  /** The sessions of an agent in a repository, and those that did not say where they are. */
  readonly of: (
    agent: string,
    repositoryId: RepositoryId,
  ) => readonly Session[] | Promise<readonly Session[]>;
}

interface Needs {
  readonly index: Pick<Index, "repositories" | "repositoryNamed" | "idsOf" | "records" | "requestRefreshes">;
  readonly settingsOf: SettingsOf;
  readonly sessions: BeatSessions;
  readonly clock: Pick<Clock, "now">;
}

export function createBeatReceiver({ index, settingsOf, sessions, clock }: Needs): TakeBeat {
  async function taskOf({ id }: RepositorySeen, issue: number | undefined): Promise<IssueRecord | undefined> {
    if (issue === undefined) return undefined;
    const taskId = (await index.idsOf(id, [issue])).get(issue);
    return taskId === undefined ? undefined : (await index.records([taskId])).get(taskId);
  }

  /**
   * From its first beat on the holder may be silent for less time, so its silence has to be checked earlier.
   */
  async function watch({ seen, persisted }: IssueRecord, held: BeatenLease): Promise<void> {
    const { repositoryId, id } = seen;
    const { lease } = persisted;
    const agent = lease?.holder.agent ?? "";
    const isKnown = (await sessions.of(agent, repositoryId)).some(({ leases }) =>
      leases.some(({ issue, token }) => issue === held.issue && token === held.token),
    );
    if (isKnown || lease === undefined) return;
    const dueAt = clock.now() + allowedSilence(lease, true, settingsOf(repositoryId));
    const because = "Its holder may be gone.";
    await index.requestRefreshes([{ repositoryId, target: { id }, dueAt, because, unlessHeard: true }]);
  }

  return async (beat) => {
    const where = placeOf(beat, index);
    if (where === "unknown")
      return { type: "refused", why: `the App does not serve ${nameOf(beat.repository)}` };
    const places = where === undefined ? index.repositories() : [where];
    const named = places.flatMap(({ id }) => agentNamed(settingsOf(id), beat.agent) ?? [])[0];
    if (named === undefined)
      return { type: "refused", why: `the settings${inPlace(where)} name no agent ${beat.agent}` };
    const { session: id = "", doing, issue, lease } = beat;
    const agent = named.name;
    const task = where === undefined ? undefined : await taskOf(where, issue);
    if (beat.isLeaving === true) {
      const hasLeft = await sessions.left({ agent, id, repositoryId: where?.id });
      return { type: hasLeft ? "left" : "not here" };
    }
    const sign = { agent, id, repositoryId: where?.id, doing, issue };
    const held = heldLease(agent, task, lease);
    // First of all a sign of life: in memory it counts even if the store cannot be written just now.
    await sessions.heard(sign);
    if (task !== undefined && held !== undefined) {
      await watch(task, held);
      await sessions.heard({ ...sign, lease: held });
    }
    const end = task && lease !== undefined ? endOf(agent, task, lease) : undefined;
    if (end === undefined) return { type: "heard" };
    const why = describeLeaseEnd(end);
    return end.handover === undefined ? { type: "ended", why, ...end } : { type: "done", why };
  };
}

/** Undefined if the beat names none and several are served. */
function placeOf(
  { repository }: Beat,
  index: Pick<Index, "repositories" | "repositoryNamed">,
): RepositorySeen | "unknown" | undefined {
  if (repository !== undefined) return index.repositoryNamed(repository.owner, repository.repo) ?? "unknown";
  const [only, ...others] = index.repositories();
  return others.length === 0 ? only : undefined;
}

/** The lease that the agent holds on the task, by the token that it gives if it gives one. */
function heldLease(
  agent: string,
  task: IssueRecord | undefined,
  given: number | undefined,
): BeatenLease | undefined {
  const lease = task?.persisted.lease;
  if (task === undefined || lease?.holder.agent !== agent) return undefined;
  if (given !== undefined && !isCurrentToken(given, lease)) return undefined;
  return { issue: task.seen.number, token: lease.token };
}

/** The token of another holder's lease is no better than an old one. */
function endOf(agent: string, task: IssueRecord, token: number): LeaseEnd | undefined {
  const { lease } = task.persisted;
  const isOthers = lease !== undefined && lease.holder.agent !== agent;
  return (
    leaseEnd(task, token) ??
    (isOthers ? { endedAt: undefined, holder: nameOfHolder(lease.holder) } : undefined)
  );
}

function nameOf(repository: Beat["repository"]): string {
  return repository === undefined ? "it" : `${repository.owner}/${repository.repo}`;
}

function inPlace(where: RepositorySeen | undefined): string {
  return where === undefined ? "" : ` of ${where.owner}/${where.name}`;
}
