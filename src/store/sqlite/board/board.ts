/**
 * Serves queries by people and agents from the index, in the server or in another process. Do not load
 * records for lists: everything on a card has a column, and the ready list is read from one covering index.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { SettingsOf } from "../../../dispatcher/ports/settings.ts";
import { settingsIn } from "../../../dispatcher/repository/settings-refresher.ts";
import { nothingPaused } from "../../../dispatcher/schedule/pauses.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { LedgerLine } from "../../../engine/model/snapshot.ts";
import type { Brief } from "../../../engine/presentation/brief.ts";
import type { EscalationCard } from "../../../operations/board/escalation-card.ts";
import type { SpaceCard, SpaceFilter } from "../../../operations/board/space-card.ts";
import type { TaskColumn, TaskFilter, TrackFilter } from "../../../operations/board/task-columns.ts";
import type { Guides, GuidesWanted } from "../../../operations/brief/guide-board.ts";
import type { ChangePage, ChangePlace, ChangeQuery } from "../../../operations/changes/change-board.ts";
import type { CommandSeen } from "../../../operations/commands/command-board.ts";
import type { FigureQuery, FiguresSeen } from "../../../operations/figures/figures-board.ts";
import type { Graph, GraphQuery } from "../../../operations/graph/graph-board.ts";
import type { LockTable } from "../../../operations/locks/lock-table.ts";
import type { NotePage, NoteQuery } from "../../../operations/notes/note-board.ts";
import type {
  AtWork,
  Board,
  CardDetail,
  ClaimRefusal,
  OpenStart,
  PausedRepository,
  QuestionCard,
  ReadyFilter,
  Reported,
} from "../../../operations/ports.ts";
import type { TimelinePage, TimelineQuery } from "../../../operations/timeline/timeline-board.ts";
import type { RepositoryName } from "../../../protocol/references/ref.ts";
import { type AgentSeen, agentsSeen } from "../../../protocol/settings/agents/roster.ts";
import { limitedRepositories, pausedAmong, type ReadPauses } from "../../shape/paused-repositories.ts";
import { atWork } from "../../shape/presence.ts";
import { graphOf } from "../../sql/board/graph-list.ts";
import { guidesNamed } from "../../sql/tables/guides.ts";
import { opsOn, type RunOp } from "../database/run-op.ts";
import { IssueLists } from "../tables/issues/issue-lists.ts";
import { OpenStarts } from "../tables/issues/open-starts.ts";
import { LedgerReader } from "../tables/ledger-table.ts";
import { SessionTable } from "../tables/session-table.ts";
import { SettingsTable } from "../tables/settings-table.ts";
import { ChangeList } from "./change-list.ts";
import { DecisionList } from "./decision-list.ts";
import { edgesFor } from "./edges.ts";
import { FigureList } from "./figure-list.ts";
import { IssueQueries } from "./issue-queries.ts";
import { ListBoard } from "./list-board.ts";
import { NoteList } from "./note-list.ts";
import { QuestionList } from "./question-list.ts";
import { SpaceList } from "./space-list.ts";
import { TaskList } from "./task-list.ts";
import { TimelineList } from "./timeline-list.ts";

type Page = Pick<ReadyFilter, "repository" | "limit" | "among">;

export class SqliteBoard extends ListBoard implements Board {
  readonly #database: DatabaseSync;
  readonly #settingsOf: SettingsOf;
  readonly #readPauses: ReadPauses;
  readonly #changes: ChangeList;
  readonly #notes: NoteList;
  readonly #tasks: TaskList;
  readonly #spaces: SpaceList;
  readonly #decisions: DecisionList;
  readonly #questions: QuestionList;
  readonly #figures: FigureList;
  readonly #ledger: LedgerReader;
  readonly #lists: IssueLists;
  readonly #issues: IssueQueries;
  readonly #ops: RunOp;
  readonly #timeline: TimelineList;
  readonly #limited: StatementSync;
  readonly #openStarts: OpenStarts;

  constructor(database: DatabaseSync, readPauses: ReadPauses = () => nothingPaused) {
    super(database);
    this.#readPauses = readPauses;
    this.#database = database;
    const saved = new SettingsTable(database);
    // A board may be read for as long as a server runs, in which the settings change.
    this.#settingsOf = settingsIn({ settings: (of) => saved.read(of) });
    this.#limited = database.prepare(limitedRepositories);
    this.#openStarts = new OpenStarts(database);
    this.#changes = new ChangeList(database);
    this.#notes = new NoteList(database);
    this.#tasks = new TaskList(database);
    this.#spaces = new SpaceList(database);
    this.#decisions = new DecisionList(database);
    this.#ledger = new LedgerReader(database);
    this.#lists = new IssueLists(database);
    this.#ops = opsOn(database);
    this.#questions = new QuestionList(database, this.#ops);
    this.#issues = new IssueQueries(database, this.#settingsOf, this.#ops, readPauses);
    this.#timeline = new TimelineList(database);
    this.#figures = new FigureList(database, this.#settingsOf);
  }

  async tasks(filter: TaskFilter): Promise<readonly TaskColumn[]> {
    const repositoryId = this.lookup.idForFilter(filter.repository);
    return repositoryId === undefined ? [] : this.#tasks.list(repositoryId, filter);
  }

  async tracks({ repository, among, limit }: TrackFilter): Promise<readonly string[]> {
    const repositoryId = this.lookup.idForFilter(repository);
    return repositoryId === undefined ? [] : this.#tasks.tracks(repositoryId, among, limit);
  }

  async spaces(filter: SpaceFilter): Promise<readonly SpaceCard[]> {
    const repositoryId = this.lookup.idForFilter(filter.repository);
    return repositoryId === undefined ? [] : this.#spaces.list(repositoryId, filter);
  }

  async card(owner: string, repo: string, number: number): Promise<CardDetail | undefined> {
    const repositoryId = this.lookup.idOf(owner, repo);
    return repositoryId === undefined ? undefined : this.#issues.card(repositoryId, number);
  }

  async brief(id: NodeId): Promise<Brief | undefined> {
    return this.#issues.brief(id);
  }

  async guides(repositoryId: RepositoryId, wanted: GuidesWanted): Promise<Guides> {
    return this.#ops(guidesNamed(repositoryId, wanted));
  }

  async whyNotClaim(id: NodeId, agent: string): Promise<ClaimRefusal | undefined> {
    return this.#issues.whyNotClaim(id, agent);
  }

  async hasFilesInUse(id: NodeId, agent: string, now: Millis): Promise<boolean> {
    return this.#issues.hasFilesInUse(id, agent, now);
  }

  async openStarts(): Promise<readonly OpenStart[]> {
    return this.#openStarts.read();
  }

  async lockTable(repositoryId: RepositoryId): Promise<LockTable> {
    return { tasks: this.#lists.taskLocks(repositoryId), open: this.#settingsOf(repositoryId).locks.open };
  }

  async reported(id: NodeId): Promise<Reported | undefined> {
    return this.#issues.reported(id);
  }

  async sentBefore({ owner, repo }: RepositoryName, author: NodeId, id: string): Promise<number | undefined> {
    const repositoryId = this.lookup.idOf(owner, repo);
    return repositoryId === undefined ? undefined : this.#lists.sentBefore(repositoryId, author, id);
  }

  async commandSeen(id: NodeId, comment: NodeId): Promise<CommandSeen | undefined> {
    return this.#issues.commandSeen(id, comment);
  }

  async escalations({ repository, ...page }: Page): Promise<readonly EscalationCard[]> {
    const repositoryId = this.lookup.idForFilter(repository);
    return repositoryId === undefined ? [] : this.#decisions.list(repositoryId, page);
  }

  async questions({ repository, ...page }: Page): Promise<readonly QuestionCard[]> {
    const repositoryId = this.lookup.idForFilter(repository);
    return repositoryId === undefined ? [] : this.#questions.list(repositoryId, page);
  }

  async proposalOf(id: NodeId): Promise<Proposal | undefined> {
    return this.#issues.proposalOf(id);
  }

  async graph(query: GraphQuery): Promise<Graph> {
    const repositoryId = this.lookup.idForFilter(query.repository);
    if (repositoryId === undefined) return { nodes: [], edges: [], isCut: false };
    return this.#ops(graphOf(repositoryId, query, edgesFor));
  }

  async timeline(query: TimelineQuery): Promise<TimelinePage> {
    const repositoryId = this.lookup.idForFilter(query.repository);
    return repositoryId === undefined
      ? { entries: [], next: undefined }
      : this.#timeline.page(repositoryId, query);
  }

  async ledgerOf(id: NodeId, limit: number): Promise<readonly LedgerLine[]> {
    return this.#ledger.of(id, limit);
  }

  async paused(now: Millis): Promise<readonly PausedRepository[]> {
    const limited = this.#limited.all({ now });
    return pausedAmong(this.lookup.all(), this.#readPauses(), this.#settingsOf, { limited, now });
  }

  override async agents(repositoryId: RepositoryId): Promise<readonly AgentSeen[]> {
    return agentsSeen(this.#settingsOf(repositoryId));
  }

  async atWork(repositoryId: RepositoryId, now: Millis): Promise<ReadonlyMap<string, AtWork>> {
    const heard = new SessionTable(this.#database).inRepository(repositoryId, 0);
    return atWork(heard, this.#lists.heldBy(repositoryId), this.#settingsOf(repositoryId), now);
  }

  async notes(query: NoteQuery): Promise<NotePage> {
    return this.#notes.page(this.lookup.idForFilter(query.repository), query);
  }

  async changes({ repository, ...query }: ChangeQuery): Promise<ChangePage> {
    const repositoryId = this.lookup.idForFilter(repository);
    return this.#changes.page(repositoryId === undefined ? "" : repositoryId, query);
  }

  async changesEnd(): Promise<ChangePlace> {
    return this.#changes.end();
  }

  async figures({ repository, ...query }: FigureQuery): Promise<FiguresSeen> {
    const repositoryId = this.lookup.idForFilter(repository);
    return this.#figures.list(repositoryId === undefined ? "" : repositoryId, query);
  }
}
