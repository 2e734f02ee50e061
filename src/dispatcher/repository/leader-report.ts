/**
 * Reports that another installation leads in a repository, or no longer does, and writes nothing there from
 * the moment at which a trace of it was read.
 */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Leader } from "../../engine/model/leading.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Pauses } from "../schedule/pauses.ts";

export class LeaderReport {
  readonly #ports: Pick<DispatcherPorts, "stores" | "runtime" | "github">;
  readonly #pauses: Pauses;

  constructor(ports: Pick<DispatcherPorts, "stores" | "runtime" | "github">, pauses: Pauses) {
    this.#ports = ports;
    this.#pauses = pauses;
  }

  /**
   * Commits the records that were read. If one shows traces of another installation, no effect is sent until
   * the leader is known.
   */
  async commitAndRecheck(
    repository: RepositorySeen,
    records: readonly IssueRecord[],
    commit: () => Promise<void>,
  ): Promise<void> {
    if (!records.some(({ seen }) => seen.foreign !== undefined)) return commit();
    const before = this.#pauses.leaderOf(repository.id);
    this.#pauses.doubt(repository.id);
    try {
      await commit();
    } finally {
      this.#pauses.reconsider(repository.id);
    }
    await this.report(repository, before);
  }

  /** Notes in the log and in the ledger that another installation leads, or no longer does. */
  async report(repository: RepositorySeen, before: Leader | undefined): Promise<void> {
    const leader = this.#pauses.leaderOf(repository.id);
    if (leader?.id === before?.id) return;
    if (leader !== undefined) this.warn(repository);
    const because =
      leader === undefined
        ? "No other installation leads here any more."
        : `Another installation leads here: the bot ${nameOf(leader)}. If it is gone or is not to lead, set \`leader: ${this.#ports.github.botId}\`.`;
    const what = leader === undefined ? "write again" : "read, and write nothing";
    const kind = leader === undefined ? "leading" : "passive";
    const { id: repositoryId } = repository;
    await this.#ports.stores.index.note([
      {
        at: this.#ports.runtime.clock.now(),
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
  }

  /** Only in the log: what has been reported before, at each start. */
  warn({ id, owner, name }: RepositorySeen): void {
    const leader = this.#pauses.leaderOf(id);
    if (leader === undefined) return;
    this.#ports.runtime.logger.warn(
      { repository: `${owner}/${name}`, leader: leader.id, us: this.#ports.github.botId },
      `another installation leads (${nameOf(leader)}): nothing is written there; the setting \`leader\` names who leads`,
    );
  }
}

function nameOf({ id, login }: Leader): string {
  return login === undefined ? id : `${login} (${id})`;
}
