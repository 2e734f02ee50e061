/** Serves queries by people and agents from the index on PostgreSQL, in the server or in another process. */
import type { Millis } from "../../../base/clock.ts";
import type { Row } from "../../../base/row.ts";
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
import { ledgerLine } from "../../shape/ledger-row.ts";
import { limitedRepositories, pausedAmong } from "../../shape/paused-repositories.ts";
import { atWork } from "../../shape/presence.ts";
import { openStartIn } from "../../shape/starts.ts";
import { graphOf } from "../../sql/board/graph-list.ts";
import { guidesNamed } from "../../sql/tables/guides.ts";
import type { Connection } from "../database/connection.ts";
import { runOp } from "../database/run-op.ts";
import { statement } from "../database/statement.ts";
import { PostgresPauses } from "../pauses.ts";
import { sessionsIn } from "../sessions.ts";
import { holdings, taskLocks } from "../tables/issues/issue-lists.ts";
import { ChangeList } from "./change-list.ts";
import { DecisionList } from "./decision-list.ts";
import { edgesFor } from "./edges.ts";
import { FigureList } from "./figure-list.ts";
import { IssueQueries } from "./issue-queries.ts";
import { ListBoard } from "./list-board.ts";
import { NoteList } from "./note-list.ts";
import { QuestionList } from "./question-list.ts";
import { idForFilter, idOf } from "./repository-lookup.ts";
import { SpaceList } from "./space-list.ts";
import { TaskList } from "./task-list.ts";
import { TimelineList } from "./timeline-list.ts";

type Page = Pick<ReadyFilter, "repository" | "limit" | "among">;

const limitedNow = statement(limitedRepositories);
const started = statement(`
SELECT r.owner, r.name, i.number, i.starts FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.starts IS NOT NULL`);
const newestLines = statement(`
SELECT id, at, kind, rule, because, what, actor_login, actor_role FROM ledger WHERE issue_id = :id
ORDER BY id DESC LIMIT :limit`);

const noRepository: RepositoryId = "";

export class PostgresBoard extends ListBoard implements Board {
  readonly #changes: ChangeList;
  readonly #notes: NoteList;
  readonly #tasks: TaskList;
  readonly #spaces: SpaceList;
  readonly #decisions: DecisionList;
  readonly #questions: QuestionList;
  readonly #figures: FigureList;
  readonly #issues: IssueQueries;
  readonly #snapshot: Connection["snapshot"];
  readonly #timeline: TimelineList;
  readonly #pauses: PostgresPauses;

  constructor(connection: Connection) {
    super(connection);
    const { settings } = this;
    this.#changes = new ChangeList(connection.lists);
    this.#notes = new NoteList(connection.lists);
    this.#tasks = new TaskList(connection);
    this.#spaces = new SpaceList(connection.lists);
    this.#decisions = new DecisionList(connection.lists);
    this.#questions = new QuestionList(connection.lists);
    this.#issues = new IssueQueries({ connection, settings });
    this.#snapshot = connection.snapshot;
    this.#pauses = new PostgresPauses(connection);
    this.#timeline = new TimelineList(connection.lists);
    this.#figures = new FigureList(connection.lists, settings);
  }

  async tasks(filter: TaskFilter): Promise<readonly TaskColumn[]> {
    const repositoryId = await idForFilter(this.queries, filter.repository);
    return repositoryId === undefined ? [] : this.#tasks.list(repositoryId, filter);
  }

  async tracks({ repository, ...filter }: TrackFilter): Promise<readonly string[]> {
    const repositoryId = await idForFilter(this.queries, repository);
    return repositoryId === undefined ? [] : this.#tasks.tracks(repositoryId, filter);
  }

  async spaces(filter: SpaceFilter): Promise<readonly SpaceCard[]> {
    const repositoryId = await idForFilter(this.queries, filter.repository);
    return repositoryId === undefined ? [] : this.#spaces.list(repositoryId, filter);
  }

  async card(owner: string, repo: string, number: number): Promise<CardDetail | undefined> {
    const repositoryId = await idOf(this.queries, { owner, repo });
    return repositoryId === undefined ? undefined : this.#issues.card(repositoryId, number);
  }

  brief(id: NodeId): Promise<Brief | undefined> {
    return this.#issues.brief(id);
  }

  guides(repositoryId: RepositoryId, wanted: GuidesWanted): Promise<Guides> {
    return runOp(this.queries, guidesNamed(repositoryId, wanted));
  }

  whyNotClaim(id: NodeId, agent: string): Promise<ClaimRefusal | undefined> {
    return this.#issues.whyNotClaim(id, agent);
  }

  hasFilesInUse(id: NodeId, agent: string, now: Millis): Promise<boolean> {
    return this.#issues.hasFilesInUse(id, agent, now);
  }

  async openStarts(): Promise<readonly OpenStart[]> {
    const rows: readonly Row[] = await this.queries.all(started);
    return rows.flatMap(openStartIn).toSorted((a, b) => a.at - b.at);
  }

  async lockTable(repositoryId: RepositoryId): Promise<LockTable> {
    const settingsOf = await this.settings.of([repositoryId]);
    const tasks = await taskLocks(this.queries, repositoryId);
    return { tasks, open: settingsOf(repositoryId).locks.open };
  }

  reported(id: NodeId): Promise<Reported | undefined> {
    return this.#issues.reported(id);
  }

  async sentBefore(repository: RepositoryName, author: NodeId, id: string): Promise<number | undefined> {
    const repositoryId = await idOf(this.queries, repository);
    return repositoryId === undefined ? undefined : this.#issues.sentBefore(repositoryId, author, id);
  }

  commandSeen(id: NodeId, comment: NodeId): Promise<CommandSeen | undefined> {
    return this.#issues.commandSeen(id, comment);
  }

  async escalations({ repository, ...page }: Page): Promise<readonly EscalationCard[]> {
    const repositoryId = await idForFilter(this.queries, repository);
    return repositoryId === undefined ? [] : this.#decisions.list(repositoryId, page);
  }

  async questions({ repository, ...page }: Page): Promise<readonly QuestionCard[]> {
    const repositoryId = await idForFilter(this.queries, repository);
    return repositoryId === undefined ? [] : this.#questions.list(repositoryId, page);
  }

  proposalOf(id: NodeId): Promise<Proposal | undefined> {
    return this.#issues.proposalOf(id);
  }

  async graph(query: GraphQuery): Promise<Graph> {
    const repositoryId = await idForFilter(this.queries, query.repository);
    if (repositoryId === undefined) return { nodes: [], edges: [], isCut: false };
    return this.#snapshot((queries) => runOp(queries, graphOf(repositoryId, query, edgesFor)));
  }

  async timeline(query: TimelineQuery): Promise<TimelinePage> {
    const repositoryId = await idForFilter(this.queries, query.repository);
    return repositoryId === undefined
      ? { entries: [], next: undefined }
      : this.#timeline.page(repositoryId, query);
  }

  async ledgerOf(id: NodeId, limit: number): Promise<readonly LedgerLine[]> {
    return (await this.queries.all(newestLines, { id, limit })).toReversed().map(ledgerLine);
  }

  async paused(now: Millis): Promise<readonly PausedRepository[]> {
    const served = await this.repositories();
    const settingsOf = await this.settings.of(served.map(({ id }) => id));
    const limited = await this.queries.all(limitedNow, { now });
    return pausedAmong(served, await this.#pauses.read(), settingsOf, { limited, now });
  }

  async agents(repositoryId: RepositoryId): Promise<readonly AgentSeen[]> {
    return agentsSeen((await this.settings.of([repositoryId]))(repositoryId));
  }

  async atWork(repositoryId: RepositoryId, now: Millis): Promise<ReadonlyMap<string, AtWork>> {
    const [heard, held, settingsOf] = await Promise.all([
      sessionsIn(this.queries, repositoryId),
      holdings(this.queries, repositoryId),
      this.settings.of([repositoryId]),
    ]);
    const byAgent = Map.groupBy(held, ({ agent }) => agent);
    const numbers = new Map([...byAgent].map(([agent, tasks]) => [agent, tasks.map(({ number }) => number)]));
    return atWork(heard, numbers, settingsOf(repositoryId), now);
  }

  async notes(query: NoteQuery): Promise<NotePage> {
    return this.#notes.page(await idForFilter(this.queries, query.repository), query);
  }

  async changes({ repository, ...query }: ChangeQuery): Promise<ChangePage> {
    return this.#changes.page((await idForFilter(this.queries, repository)) ?? orNone(repository), query);
  }

  changesEnd(among?: readonly RepositoryId[]): Promise<ChangePlace> {
    return this.#changes.end(among);
  }

  async figures({ repository, ...query }: FigureQuery): Promise<FiguresSeen> {
    return this.#figures.list((await idForFilter(this.queries, repository)) ?? orNone(repository), query);
  }
}

/** Null for all repositories; an id that matches none if the named one is not served. */
function orNone(repository: RepositoryName | undefined): RepositoryId | null {
  return repository === undefined ? null : noRepository;
}
