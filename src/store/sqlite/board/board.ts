/**
 * Serves queries by people and agents from the index, in the server or in another process. Do not load
 * records for lists: everything on a card has a column, and the ready list is read from one covering index.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { SettingsOf } from "../../../dispatcher/ports/settings.ts";
import { settingsIn } from "../../../dispatcher/repository/settings.ts";
import { isAdmitted } from "../../../engine/admission/trust.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { Context } from "../../../engine/model/rule.ts";
import type { IssueRecord, LedgerLine } from "../../../engine/model/snapshot.ts";
import type { View } from "../../../engine/model/view.ts";
import { type Brief, briefOf } from "../../../engine/presentation/brief.ts";
import type { EscalationCard } from "../../../operations/board/escalation-card.ts";
import type { ListFilter } from "../../../operations/board/list-filter.ts";
import type { TaskColumn, TaskFilter, TrackFilter } from "../../../operations/board/task-columns.ts";
import type { ChangePage, ChangePlace, ChangeQuery } from "../../../operations/changes/change-board.ts";
import type { CommandSeen } from "../../../operations/commands/command-board.ts";
import type { LockTable } from "../../../operations/locks/lock-table.ts";
import type { NotePage, NoteQuery } from "../../../operations/notes/note-board.ts";
import type {
  AtWork,
  Board,
  Card,
  CardDetail,
  ClaimRefusal,
  OpenStart,
  QuestionCard,
  ReadyFilter,
  Reported,
  Served,
} from "../../../operations/ports.ts";
import type { VerdictSeen } from "../../../operations/writes/verdict-board.ts";
import type { RepositoryName } from "../../../protocol/references/ref.ts";
import { type Agent, rosterOf } from "../../../protocol/settings/agents/roster.ts";
import { cardDetail } from "../../shape/board-cards.ts";
import { commandSeen } from "../../shape/board-commands.ts";
import { reportedBy, verdictSeen } from "../../shape/board-handovers.ts";
import { claimRefusal, claimWaits } from "../../shape/claim-refusal.ts";
import { atWork } from "../../shape/presence.ts";
import { proposalNow } from "../../shape/question-card.ts";
import { integer, optional, text } from "../database/row.ts";
import { IssueLists } from "../tables/issues/issue-lists.ts";
import { openStarts } from "../tables/issues/open-starts.ts";
import { recordIn } from "../tables/issues/record-row.ts";
import { LedgerReader } from "../tables/ledger-table.ts";
import { ProposalTable } from "../tables/proposal-table.ts";
import { SessionTable } from "../tables/session-table.ts";
import { SettingsTable } from "../tables/settings-table.ts";
import { viewAround } from "./around.ts";
import { CardList } from "./card-list.ts";
import { toCard } from "./card-row.ts";
import { ChangeList } from "./change-list.ts";
import { DecisionList } from "./decision-list.ts";
import { NoteList } from "./note-list.ts";
import { QuestionList } from "./question-list.ts";
import { ReadyList } from "./ready-list.ts";
import { TaskList } from "./task-list.ts";

/** Why agents are given no task in a repository. The pause is in a file next to the index. */
export type ClaimsPauseOf = (repositoryId: RepositoryId) => Context["claimsPaused"];

type Page = Pick<ReadyFilter, "repository" | "limit" | "among">;

export class SqliteBoard implements Board {
  readonly #database: DatabaseSync;
  readonly #claimsPause: ClaimsPauseOf;
  readonly #settingsOf: SettingsOf;
  readonly #ready: ReadyList;
  readonly #cards: CardList;
  readonly #changes: ChangeList;
  readonly #notes: NoteList;
  readonly #tasks: TaskList;
  readonly #card: StatementSync;
  readonly #repository: StatementSync;
  readonly #decisions: DecisionList;
  readonly #questions: QuestionList;
  readonly #recordsOf: StatementSync;
  readonly #repositories: StatementSync;
  readonly #version: StatementSync;
  readonly #readAt: StatementSync;
  readonly #ledger: LedgerReader;
  readonly #lists: IssueLists;
  readonly #proposals: ProposalTable;

  constructor(database: DatabaseSync, claimsPause: ClaimsPauseOf = () => undefined) {
    this.#database = database;
    this.#claimsPause = claimsPause;
    const kept = new SettingsTable(database);
    this.#settingsOf = settingsIn({ settings: (of) => kept.of(of) });
    this.#ready = new ReadyList(database);
    this.#cards = new CardList(database);
    this.#changes = new ChangeList(database);
    this.#notes = new NoteList(database);
    this.#tasks = new TaskList(database);
    this.#repository = database.prepare(
      "SELECT id FROM repository WHERE owner = ? AND name = ? ORDER BY rowid DESC LIMIT 1",
    );
    this.#card = database.prepare(`
      SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.repository_id = ? AND i.number = ? ORDER BY i.read_at DESC LIMIT 1`);
    this.#decisions = new DecisionList(database, this.#settingsOf);
    this.#recordsOf = database.prepare(
      "SELECT record, read_at FROM issue WHERE id IN (SELECT value FROM json_each(?))",
    );
    this.#repositories = database.prepare("SELECT id, owner, name FROM repository ORDER BY owner, name");
    this.#version = database.prepare("SELECT number FROM version");
    // Answered by the index `issue_unread`: records would have to be read for the closed issues.
    this.#readAt = database.prepare(`
      SELECT max((SELECT max(read_at) FROM issue WHERE repository_id = r.id AND state = 'open' AND kind IS NOT NULL)) AS at
      FROM repository AS r`);
    this.#ledger = new LedgerReader(database);
    this.#lists = new IssueLists(database);
    this.#proposals = new ProposalTable(database);
    this.#questions = new QuestionList(database, this.#proposals);
  }

  async ready(filter: ReadyFilter): Promise<readonly Card[]> {
    const repositoryId = this.#idIn(filter.repository);
    if (repositoryId === undefined) return [];
    return this.#ready.list(repositoryId, filter);
  }

  async tasks(filter: TaskFilter): Promise<readonly TaskColumn[]> {
    const repositoryId = this.#idIn(filter.repository);
    return repositoryId === undefined ? [] : this.#tasks.list(repositoryId, filter);
  }

  async tracks({ repository, among, limit }: TrackFilter): Promise<readonly string[]> {
    const repositoryId = this.#idIn(repository);
    return repositoryId === undefined ? [] : this.#tasks.tracks(repositoryId, among, limit);
  }

  async list(filter: ListFilter): Promise<readonly Card[]> {
    const repositoryId = this.#idIn(filter.repository);
    return repositoryId === undefined ? [] : this.#cards.list(repositoryId, filter);
  }

  async card(owner: string, repo: string, number: number): Promise<CardDetail | undefined> {
    const repositoryId = this.#idOf(owner, repo);
    const row = repositoryId === undefined ? undefined : this.#card.get(repositoryId, number);
    if (row === undefined) return undefined;
    const [card, record] = [toCard(row), recordIn(row)];
    const { blockedBy, blocking } = record.seen;
    const linked = this.#records([...blockedBy.issues, ...blocking.issues].map(({ id }) => id));
    return cardDetail(card, record, this.#around(card.id), linked);
  }

  async brief(id: NodeId): Promise<Brief | undefined> {
    const view = this.#around(id);
    const record = view.records.get(id);
    return record?.reading.kind === "task" ? briefOf(view, record) : undefined;
  }

  async whyNotClaim(id: NodeId, agent: string): Promise<ClaimRefusal | undefined> {
    const view = this.#around(id);
    const record = view.records.get(id);
    if (record === undefined) return { because: "the index does not show it", fault: "task" };
    const { repositoryId } = record.seen;
    const holdings = this.#lists.holdings(repositoryId);
    return claimRefusal({ ...view, holdings }, record, this.#settingsOf(repositoryId), {
      agent,
      claimsPaused: this.#claimsPause(repositoryId),
    });
  }

  async hasFilesInUse(id: NodeId, agent: string, now: Millis): Promise<boolean> {
    const view = this.#around(id);
    const record = view.records.get(id);
    if (record === undefined) return false;
    const { repositoryId } = record.seen;
    const locks = this.#lists.taskLocks(repositoryId);
    return claimWaits({ ...view, locks }, record, this.#settingsOf(repositoryId), { agent, now });
  }

  async openStarts(): Promise<readonly OpenStart[]> {
    return openStarts(this.#database);
  }

  async lockTable(repositoryId: RepositoryId): Promise<LockTable> {
    return { tasks: this.#lists.taskLocks(repositoryId), open: this.#settingsOf(repositoryId).locks.open };
  }

  async reported(id: NodeId): Promise<Reported | undefined> {
    const record = this.#records([id]).get(id);
    if (record?.reading.kind !== "handover" || !isAdmitted(record)) return undefined;
    return reportedBy(record, this.#settingsOf(record.seen.repositoryId));
  }

  async verdictOf(id: NodeId): Promise<VerdictSeen | undefined> {
    const view = this.#around(id);
    const record = view.records.get(id);
    if (record?.reading.kind !== "handover") return undefined;
    return verdictSeen(view, record, this.#settingsOf(record.seen.repositoryId));
  }

  async sentBefore({ owner, repo }: RepositoryName, author: NodeId, id: string): Promise<number | undefined> {
    const repositoryId = this.#idOf(owner, repo);
    return repositoryId === undefined ? undefined : this.#lists.sentBefore(repositoryId, author, id);
  }

  async commandSeen(id: NodeId, comment: NodeId): Promise<CommandSeen | undefined> {
    const record = this.#records([id]).get(id);
    return record && commandSeen(record, comment);
  }

  async escalations({ repository, ...page }: Page): Promise<readonly EscalationCard[]> {
    const repositoryId = this.#idIn(repository);
    return repositoryId === undefined ? [] : this.#decisions.list(repositoryId, page);
  }

  async questions({ repository, ...page }: Page): Promise<readonly QuestionCard[]> {
    const repositoryId = this.#idIn(repository);
    return repositoryId === undefined ? [] : this.#questions.list(repositoryId, page);
  }

  async proposalOf(id: NodeId): Promise<Proposal | undefined> {
    const record = this.#records([id]).get(id);
    return record && proposalNow(record, this.#proposals.of(id));
  }

  async ledgerOf(id: NodeId, limit: number): Promise<readonly LedgerLine[]> {
    return this.#ledger.of(id, limit);
  }

  async repositories(): Promise<readonly Served[]> {
    return this.#repositories
      .all()
      .map((row) => ({ id: text(row, "id"), owner: text(row, "owner"), repo: text(row, "name") }));
  }

  async agents(repositoryId: RepositoryId): Promise<readonly Agent[]> {
    return rosterOf(this.#settingsOf(repositoryId));
  }

  async atWork(repositoryId: RepositoryId, now: Millis): Promise<ReadonlyMap<string, AtWork>> {
    const heard = new SessionTable(this.#database).inRepository(repositoryId, 0);
    return atWork(heard, this.#lists.heldBy(repositoryId), this.#settingsOf(repositoryId), now);
  }

  async notes(query: NoteQuery): Promise<NotePage> {
    return this.#notes.page(this.#idIn(query.repository), query);
  }

  async changes({ repository, after, limit }: ChangeQuery): Promise<ChangePage> {
    const repositoryId = this.#idIn(repository);
    return this.#changes.page(repositoryId === undefined ? "" : repositoryId, after, limit);
  }

  async changesEnd(): Promise<ChangePlace> {
    return this.#changes.end();
  }

  async readAt(): Promise<number | undefined> {
    return optional(integer, this.#readAt.get() ?? {}, "at");
  }

  async version(): Promise<number> {
    return integer(this.#version.get() ?? {}, "number");
  }

  #around(id: NodeId): View {
    return viewAround(this.#database, [id]);
  }

  #records(ids: readonly NodeId[]): ReadonlyMap<NodeId, IssueRecord> {
    const records = this.#recordsOf.all(JSON.stringify(ids)).map(recordIn);
    return new Map(records.map((record) => [record.seen.id, record]));
  }

  /** Null for all repositories, undefined if there is none of this name. */
  #idIn(repository: ReadyFilter["repository"]): RepositoryId | null | undefined {
    return repository === undefined ? null : this.#idOf(repository.owner, repository.repo);
  }

  #idOf(owner: string, repo: string): RepositoryId | undefined {
    const row = this.#repository.get(owner, repo);
    return row === undefined ? undefined : text(row, "id");
  }
}
