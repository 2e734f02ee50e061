/** Begins and ends leases: the only place that makes tokens. */
import type { Millis } from "../../base/clock.ts";
import type { AuthorityContext } from "../admission/trust.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { remainingEnds } from "./earlier-ends.ts";
import { type Holder, isIdentifiedByAccount, type LastLease, type Lease } from "./holder.ts";

type From = Pick<Lease, "claim" | "confirms" | "assigned" | "ttlMs">;

export interface EndReason extends Pick<LastLease, "how"> {
  /** Whether the holder ended it. */
  readonly isOwn?: boolean;
  /** The holder's handover that completed the task: `#19`. */
  readonly handover?: string;
  /** A sentence. */
  readonly because: string;
}

export const closed: EndReason = { how: "closed", because: "The task was closed." };

/** The state in which `holder` holds the task. A lease before has to be ended first. */
export function withLease(
  { persisted }: Pick<IssueRecord, "persisted">,
  holder: Holder,
  { now, ...authority }: AuthorityContext & { readonly now: Millis },
  from: From = {},
): PersistedState {
  const before = Math.max(persisted.lease?.token ?? 0, persisted.lastLease?.token ?? 0);
  const lease: Lease = {
    holder,
    token: Math.max(Math.floor(now), before + 1),
    since: now,
    ...(isIdentifiedByAccount(holder, authority) ? {} : { isUntold: true }),
    ...from,
  };
  return { ...persisted, lease };
}

/**
 * Whether its holder did something about the task: then lapses before are no longer in a row with later ones.
 */
const isGivenUp: Readonly<Record<LastLease["how"], boolean>> = {
  closed: true,
  released: true,
  moved: true,
  assigned: false,
  unassigned: false,
  settings: false,
  lapsed: false,
};

/** The state in which no one holds the task any longer. */
export function withoutLease(
  { persisted, seen }: Pick<IssueRecord, "persisted" | "seen">,
  { how, because, isOwn, handover }: EndReason,
  now: Millis,
): PersistedState {
  const { lease, started: _, lapses, earlierEnds: __, ...rest } = persisted;
  if (lease === undefined) return persisted;
  const { holder, token, since } = lease;
  // A person who held it stays assigned to what is closed, as people do; an agent would hold it when it is reopened.
  const isShown = seen.issueState.state === "open" || holder.agent !== undefined;
  const lastLease = {
    holder,
    token,
    since,
    endedAt: now,
    how,
    because,
    ...(isOwn === true ? { isOwn } : {}),
    ...(handover === undefined ? {} : { handover }),
    ...(isShown ? { isShown: true } : {}),
  };
  return {
    ...rest,
    lastLease,
    ...remainingEnds(persisted, holder.agent, now),
    ...(lapses === undefined || isGivenUp[how] ? {} : { lapses }),
  };
}

/** `holder` holds it in place of the holder before, under a new token. */
export function movedLease(
  record: IssueRecord,
  holder: Holder,
  ending: EndReason,
  context: AuthorityContext & { readonly now: Millis },
): PersistedState {
  const { started } = record.persisted;
  const ended = withoutLease(record, ending, context.now);
  const moved = withLease({ persisted: ended }, holder, context);
  return started === undefined ? moved : { ...moved, started };
}

/**
 * What a rebuild keeps of leases and their locks: GitHub shows who holds a task later than it is decided, and
 * not under which token. Only an index that is older than our status comment has to believe that.
 * @param read as GitHub shows it, decided about
 * @param shown the same before the decision
 * @param known by the index
 */
export function withKnownLease(
  read: PersistedState,
  shown: PersistedState | undefined,
  known: PersistedState,
): PersistedState {
  const newest = Math.max(known.lease?.token ?? 0, known.lastLease?.token ?? 0);
  const from = (shown?.lease?.token ?? 0) > newest ? read : known;
  const { lease, lastLease, earlierEnds, lapses, locks, pathsGivenUp, restsSince } = from;
  const { starts = shown?.starts } = known;
  return { ...read, lease, lastLease, earlierEnds, lapses, locks, pathsGivenUp, restsSince, starts };
}
