/** Reads the details of one issue from its record and from those around it. */
import type { Millis } from "../../../base/clock.ts";
import { integer } from "../../../base/row.ts";
import { claimsPauseIn } from "../../../dispatcher/schedule/pauses.ts";
import { isAdmitted } from "../../../engine/admission/trust.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { View } from "../../../engine/model/view.ts";
import { type Brief, briefOf } from "../../../engine/presentation/brief.ts";
import type { CommandSeen } from "../../../operations/commands/command-board.ts";
import type { CardDetail, ClaimRefusal, Reported } from "../../../operations/ports.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import { cardDetail } from "../../shape/board-cards.ts";
import { commandSeen } from "../../shape/board-commands.ts";
import { reportedBy, verdictSeen } from "../../shape/board-handovers.ts";
import { toCard } from "../../shape/card-row.ts";
import { claimRefusal, claimWaits } from "../../shape/claim-refusal.ts";
import { proposalNow } from "../../shape/question-card.ts";
import { recordIn } from "../../shape/record-row.ts";
import { proposalsOf } from "../../sql/tables/proposals.ts";
import type { Connection } from "../database/connection.ts";
import { runOp } from "../database/run-op.ts";
import { statement } from "../database/statement.ts";
import { PostgresPauses } from "../pauses.ts";
import { holdings, taskLocks } from "../tables/issues/issue-lists.ts";
import { viewAround } from "./around.ts";
import type { SavedSettings } from "./saved-settings.ts";

const one = statement(`
SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.repository_id = :repository AND i.number = :number ORDER BY i.read_at DESC LIMIT 1`);
const records = statement("SELECT record, read_at FROM issue WHERE id = ANY(:ids::text[])");
/** Duplicates come last, as the original counts. */
const sent = statement(`
SELECT i.number FROM message AS m JOIN issue AS i ON i.id = m.from_id
WHERE m.envelope_id = :id AND i.repository_id = :repository AND i.author_id = :author
ORDER BY i.closed_as IS NOT DISTINCT FROM 'duplicate', i.number LIMIT 1`);

interface Needs {
  readonly connection: Connection;
  readonly settings: SavedSettings;
}

interface Around {
  readonly view: View;
  readonly record: IssueRecord;
  readonly settings: Settings;
}

export class IssueQueries {
  readonly #connection: Connection;
  readonly #settings: SavedSettings;
  readonly #pauses: PostgresPauses;

  constructor({ connection, settings }: Needs) {
    this.#connection = connection;
    this.#settings = settings;
    this.#pauses = new PostgresPauses(connection);
  }

  async card(repository: RepositoryId, number: number): Promise<CardDetail | undefined> {
    const row = await this.#connection.one(one, { repository, number });
    if (row === undefined) return undefined;
    const card = toCard(row);
    const record = recordIn(row);
    const { blockedBy, blocking } = record.seen;
    const linked = await this.#records([...blockedBy.issues, ...blocking.issues].map(({ id }) => id));
    const view = await viewAround(this.#connection, [card.id]);
    const settings = await this.#settingsFor(record);
    const verdict = verdictSeen(view, record, settings);
    return cardDetail(card, record, { view, linked, settings, verdict });
  }

  async brief(id: NodeId): Promise<Brief | undefined> {
    const { view, record } = (await this.#around(id)) ?? {};
    return record?.reading.kind === "task" && view !== undefined ? briefOf(view, record) : undefined;
  }

  async whyNotClaim(id: NodeId, agent: string): Promise<ClaimRefusal | undefined> {
    const found = await this.#around(id);
    if (found === undefined) return { because: "the index does not show it", fault: "task" };
    const { view, record, settings } = found;
    const { repositoryId } = record.seen;
    const held = await holdings(this.#connection, repositoryId);
    const claimsPaused = claimsPauseIn(await this.#pauses.read(), repositoryId);
    return claimRefusal({ ...view, holdings: held }, record, settings, { agent, claimsPaused });
  }

  async hasFilesInUse(id: NodeId, agent: string, now: Millis): Promise<boolean> {
    const found = await this.#around(id);
    if (found === undefined) return false;
    const { view, record, settings } = found;
    const locks = await taskLocks(this.#connection, record.seen.repositoryId);
    return claimWaits({ ...view, locks }, record, settings, { agent, now });
  }

  async reported(id: NodeId): Promise<Reported | undefined> {
    const record = await this.#record(id);
    if (record?.reading.kind !== "handover" || !isAdmitted(record)) return undefined;
    return reportedBy(record, await this.#settingsFor(record));
  }

  async sentBefore(repository: RepositoryId, author: NodeId, id: string): Promise<number | undefined> {
    const row = await this.#connection.one(sent, { repository, author, id });
    return row && integer(row, "number");
  }

  async commandSeen(id: NodeId, comment: NodeId): Promise<CommandSeen | undefined> {
    const record = await this.#record(id);
    return record && commandSeen(record, comment);
  }

  async proposalOf(id: NodeId): Promise<Proposal | undefined> {
    const record = await this.#record(id);
    const proposals = await runOp(this.#connection, proposalsOf([id]));
    return record && proposalNow(record, proposals.get(id));
  }

  /** Undefined if the issue is not in the index. */
  async #around(id: NodeId): Promise<Around | undefined> {
    const view = await viewAround(this.#connection, [id]);
    const record = view.records.get(id);
    return record && { view, record, settings: await this.#settingsFor(record) };
  }

  async #settingsFor({ seen: { repositoryId } }: IssueRecord): Promise<Settings> {
    return (await this.#settings.of([repositoryId]))(repositoryId);
  }

  async #record(id: NodeId): Promise<IssueRecord | undefined> {
    return (await this.#records([id])).get(id);
  }

  async #records(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, IssueRecord>> {
    const found = ids.length === 0 ? [] : (await this.#connection.all(records, { ids })).map(recordIn);
    return new Map(found.map((record) => [record.seen.id, record]));
  }
}
