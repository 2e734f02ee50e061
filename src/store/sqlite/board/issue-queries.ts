/** What the index knows of one issue, read from its record and from those around it. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { SettingsOf } from "../../../dispatcher/ports/settings.ts";
import { claimsPauseIn } from "../../../dispatcher/schedule/pauses.ts";
import { isAdmitted } from "../../../engine/admission/trust.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { View } from "../../../engine/model/view.ts";
import { type Brief, briefOf } from "../../../engine/presentation/brief.ts";
import type { CommandSeen } from "../../../operations/commands/command-board.ts";
import type { CardDetail, ClaimRefusal, Reported } from "../../../operations/ports.ts";
import { cardDetail } from "../../shape/board-cards.ts";
import { commandSeen } from "../../shape/board-commands.ts";
import { reportedBy, verdictSeen } from "../../shape/board-handovers.ts";
import { toCard } from "../../shape/card-row.ts";
import { claimRefusal, claimWaits } from "../../shape/claim-refusal.ts";
import type { ReadPauses } from "../../shape/paused-repositories.ts";
import { proposalNow } from "../../shape/question-card.ts";
import { recordIn } from "../../shape/record-row.ts";
import { proposalsOf } from "../../sql/tables/proposals.ts";
import type { RunOp } from "../database/run-op.ts";
import { IssueLists } from "../tables/issues/issue-lists.ts";
import { viewAround } from "./around.ts";

export class IssueQueries {
  readonly #database: DatabaseSync;
  readonly #settingsOf: SettingsOf;
  readonly #readPauses: ReadPauses;
  readonly #ops: RunOp;
  readonly #lists: IssueLists;
  readonly #card: StatementSync;
  readonly #recordsOf: StatementSync;

  constructor(database: DatabaseSync, settingsOf: SettingsOf, ops: RunOp, readPauses: ReadPauses) {
    this.#database = database;
    this.#settingsOf = settingsOf;
    this.#readPauses = readPauses;
    this.#ops = ops;
    this.#lists = new IssueLists(database);
    this.#card = database.prepare(`
      SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.repository_id = ? AND i.number = ? ORDER BY i.read_at DESC LIMIT 1`);
    this.#recordsOf = database.prepare(
      "SELECT record, read_at FROM issue WHERE id IN (SELECT value FROM json_each(?))",
    );
  }

  card(repositoryId: RepositoryId, number: number): CardDetail | undefined {
    const row = this.#card.get(repositoryId, number);
    if (row === undefined) return undefined;
    const card = toCard(row);
    const record = recordIn(row);
    const { blockedBy, blocking } = record.seen;
    const linked = this.#records([...blockedBy.issues, ...blocking.issues].map(({ id }) => id));
    const settings = this.#settingsOf(record.seen.repositoryId);
    const view = this.#around(card.id);
    const verdict = verdictSeen(view, record, settings);
    return cardDetail(card, record, { view, linked, settings, verdict });
  }

  brief(id: NodeId): Brief | undefined {
    const view = this.#around(id);
    const record = view.records.get(id);
    return record?.reading.kind === "task" ? briefOf(view, record) : undefined;
  }

  whyNotClaim(id: NodeId, agent: string): ClaimRefusal | undefined {
    const view = this.#around(id);
    const record = view.records.get(id);
    if (record === undefined) return { because: "the index does not show it", fault: "task" };
    const { repositoryId } = record.seen;
    const holdings = this.#lists.holdings(repositoryId);
    return claimRefusal({ ...view, holdings }, record, this.#settingsOf(repositoryId), {
      agent,
      claimsPaused: claimsPauseIn(this.#readPauses(), repositoryId),
    });
  }

  hasFilesInUse(id: NodeId, agent: string, now: Millis): boolean {
    const view = this.#around(id);
    const record = view.records.get(id);
    if (record === undefined) return false;
    const { repositoryId } = record.seen;
    const locks = this.#lists.taskLocks(repositoryId);
    return claimWaits({ ...view, locks }, record, this.#settingsOf(repositoryId), { agent, now });
  }

  reported(id: NodeId): Reported | undefined {
    const record = this.#record(id);
    if (record?.reading.kind !== "handover" || !isAdmitted(record)) return undefined;
    return reportedBy(record, this.#settingsOf(record.seen.repositoryId));
  }

  commandSeen(id: NodeId, comment: NodeId): CommandSeen | undefined {
    const record = this.#record(id);
    return record && commandSeen(record, comment);
  }

  proposalOf(id: NodeId): Proposal | undefined {
    const record = this.#record(id);
    return record && proposalNow(record, this.#ops(proposalsOf([id])).get(id));
  }

  #around(id: NodeId): View {
    return viewAround(this.#database, [id]);
  }

  #record(id: NodeId): IssueRecord | undefined {
    return this.#records([id]).get(id);
  }

  #records(ids: readonly NodeId[]): ReadonlyMap<NodeId, IssueRecord> {
    const records = this.#recordsOf.all(JSON.stringify(ids)).map(recordIn);
    return new Map(records.map((record) => [record.seen.id, record]));
  }
}
