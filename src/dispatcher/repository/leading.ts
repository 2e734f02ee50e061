/**
 * Writes nothing where another installation leads: like a pause, but reported, and no one can end it. Who
 * leads follows from the index, so it is worked out when a trace of another bot appears, not before each
 * write.
 */
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import { type Leader, leaderOver, type Traces } from "../../engine/model/leading.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Parts } from "../parts.ts";
import type { Index } from "../ports/issue-index.ts";

export interface Leading {
  /** The installation that leads instead of us; undefined where we lead. */
  readonly leaderOf: (repositoryId: NodeId) => Leader | undefined;
  /** Call it when the index has learned more about a repository. */
  readonly reconsider: (repositoryId: NodeId) => void;
}

export function createLeading(
  index: Pick<Index, "traces">,
  settingsOf: (repositoryId: NodeId) => Settings,
  botId: NodeId,
): Leading {
  const known = new Map<NodeId, Traces>();
  return {
    leaderOf: (repositoryId) => {
      const traces = known.get(repositoryId) ?? index.traces(repositoryId);
      known.set(repositoryId, traces);
      return leaderOver(traces, settingsOf(repositoryId).leader, botId);
    },
    reconsider: (repositoryId) => {
      known.delete(repositoryId);
    },
  };
}

type Needs = Pick<Parts, "index" | "clock" | "logger" | "pauses" | "botId">;

/**
 * Commits the records that were read. If one shows traces of another installation, no effect is sent until
 * the leader is known.
 */
export async function commitAndRecheckLeader(
  parts: Needs,
  repository: RepositorySeen,
  records: readonly IssueRecord[],
  commit: () => Promise<void>,
): Promise<void> {
  if (!records.some(({ seen }) => seen.foreign !== undefined)) return commit();
  const { pauses } = parts;
  const before = pauses.leaderOf(repository.id);
  pauses.doubt(repository.id);
  try {
    await commit();
  } finally {
    pauses.reconsider(repository.id);
  }
  await tellLeader(parts, repository, before);
}

/** Notes in the log and in the ledger that another installation leads, or no longer does. */
export async function tellLeader(
  parts: Needs,
  repository: RepositorySeen,
  before: Leader | undefined,
): Promise<void> {
  const { index, clock, pauses, botId } = parts;
  const leader = pauses.leaderOf(repository.id);
  if (leader?.id === before?.id) return;
  if (leader !== undefined) warnOfLeader(parts, repository);
  const because =
    leader === undefined
      ? "No other installation leads here any more."
      : `Another installation leads here: the bot ${nameOf(leader)}. If it is gone or is not to lead, set \`leader: ${botId}\`.`;
  const what = leader === undefined ? "write again" : "read, and write nothing";
  const kind = leader === undefined ? "leading" : "passive";
  const { id: repositoryId } = repository;
  await index.note([
    {
      ...{ at: clock.now(), repositoryId, issueId: undefined, kind, rule: "leading", because, what },
      ...{ delivery: undefined, actor: undefined },
    },
  ]);
}

/** Only in the log: at each start, for what was reported before. */
export function warnOfLeader({ pauses, logger, botId }: Needs, { id, owner, name }: RepositorySeen): void {
  const leader = pauses.leaderOf(id);
  if (leader === undefined) return;
  logger.warn(
    { repository: `${owner}/${name}`, leader: leader.id, us: botId },
    `another installation leads (${nameOf(leader)}): nothing is written there; the setting \`leader\` names who leads`,
  );
}

function nameOf({ id, login }: Leader): string {
  return login === undefined ? id : `${login} (${id})`;
}
