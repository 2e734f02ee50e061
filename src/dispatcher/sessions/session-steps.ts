/** How a sign of life, or its end, changes the sessions of an agent. */
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { BeatenLease, Session, SessionKey } from "../ports/agents/sessions.ts";

export interface SignOfLife extends SessionKey {
  readonly doing?: string | undefined;
  readonly issue?: number | undefined;
  /** The lease that the agent holds and works on. */
  readonly lease?: BeatenLease | undefined;
}

/** A session that was silent for this long has ended. */
export const silentEndMs = 24 * 60 * 60_000;
/** The quietest are dropped: a script that begins a session with every call must not fill the memory. */
export const maxSessionsOfAgent = 100;
const maxLeases = 20;

export function keyOf({ agent, id, repositoryId = "" }: SessionKey): string {
  return `${agent} ${id} ${repositoryId}`;
}

/** Whether an agent in the session may be in the repository: some do not say where they are. */
export function mayBeIn({ repositoryId: here }: Session, repositoryId: RepositoryId): boolean {
  return here === undefined || here === repositoryId;
}

/** The open sessions that an agent leaves: everywhere, or in a repository and where it did not say where it is. */
export function endedNow(
  sessions: Iterable<Session>,
  { id, repositoryId }: SessionKey,
  now: Millis,
): readonly Session[] {
  return [...sessions]
    .filter((session) => session.id === id && session.endedAt === undefined)
    .filter((session) => repositoryId === undefined || mayBeIn(session, repositoryId))
    .map((session) => ({ ...session, endedAt: now, doing: undefined, issue: undefined }));
}

/** A sign that does not say what the agent is doing leaves what it said before. */
export function withSign(known: Session | undefined, sign: SignOfLife, now: Millis): Session {
  const { agent, id, repositoryId, doing = known?.doing, issue = known?.issue, lease } = sign;
  return {
    agent,
    id,
    repositoryId,
    doing,
    issue,
    endedAt: undefined,
    firstHeardAt: known?.firstHeardAt ?? now,
    heardAt: now,
    leases: withLeases(known?.leases ?? [], lease === undefined ? [] : [lease]),
  };
}

/** A session that was heard from while the earlier ones were still being read. */
export function continued(earlier: Session | undefined, heard: Session): Session {
  if (earlier === undefined) return heard;
  return {
    ...heard,
    firstHeardAt: earlier.firstHeardAt,
    doing: heard.doing ?? earlier.doing,
    issue: heard.issue ?? earlier.issue,
    leases: withLeases(earlier.leases, heard.leases),
  };
}

function withLeases(known: readonly BeatenLease[], heard: readonly BeatenLease[]): readonly BeatenLease[] {
  const tokens = new Set(heard.map(({ token }) => token));
  return [...known.filter(({ token }) => !tokens.has(token)), ...heard].slice(-maxLeases);
}
