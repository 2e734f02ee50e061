/**
 * Reports that another installation leads in a repository, or no longer does, and writes nothing there from
 * the moment at which a trace of it was read.
 */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Leader } from "../../engine/model/leading.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Pauses } from "../schedule/pauses.ts";

interface Needs {
  readonly index: Pick<Index, "note">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pauses: Pick<Pauses, "leaderOf" | "doubt" | "reconsider">;
  readonly botId: NodeId;
}

export interface LeaderReport {
  readonly isPassive: (repositoryId: RepositoryId) => boolean;
  /**
   * Commits the records that were read. If one shows traces of another installation, no effect is sent until
   * the leader is known.
   */
  readonly commitAndRecheck: (
    repository: RepositorySeen,
    records: readonly IssueRecord[],
    commit: () => Promise<void>,
  ) => Promise<void>;
  /** Notes in the log and in the ledger that another installation leads, or no longer does. */
  readonly report: (repository: RepositorySeen, before: Leader | undefined) => Promise<void>;
  /** Only in the log: what has been reported before, at each start. */
  readonly warn: (repository: RepositorySeen) => void;
}

export function createLeaderReport({ index, clock, logger, pauses, botId }: Needs): LeaderReport {
  const warn: LeaderReport["warn"] = ({ id, owner, name }) => {
    const leader = pauses.leaderOf(id);
    if (leader === undefined) return;
    logger.warn(
      { repository: `${owner}/${name}`, leader: leader.id, us: botId },
      `another installation leads (${nameOf(leader)}): nothing is written there; the setting \`leader\` names who leads`,
    );
  };

  const report: LeaderReport["report"] = async (repository, before) => {
    const leader = pauses.leaderOf(repository.id);
    if (leader?.id === before?.id) return;
    if (leader !== undefined) warn(repository);
    const because =
      leader === undefined
        ? "No other installation leads here any more."
        : `Another installation leads here: the bot ${nameOf(leader)}. If it is gone or is not to lead, set \`leader: ${botId}\`.`;
    const what = leader === undefined ? "write again" : "read, and write nothing";
    const kind = leader === undefined ? "leading" : "passive";
    const { id: repositoryId } = repository;
    await index.note([
      {
        at: clock.now(),
        repositoryId,
        issueId: undefined,
        kind,
        rule: "leading",
        because,
        what,
        delivery: undefined,
        actor: undefined,
      },
    ]);
  };

  const commitAndRecheck: LeaderReport["commitAndRecheck"] = async (repository, records, commit) => {
    if (!records.some(({ seen }) => seen.foreign !== undefined)) return commit();
    const before = pauses.leaderOf(repository.id);
    pauses.doubt(repository.id);
    try {
      await commit();
    } finally {
      pauses.reconsider(repository.id);
    }
    await report(repository, before);
  };

  const isPassive: LeaderReport["isPassive"] = (id) => pauses.leaderOf(id) !== undefined;
  return { isPassive, commitAndRecheck, report, warn };
}

function nameOf({ id, login }: Leader): string {
  return login === undefined ? id : `${login} (${id})`;
}
