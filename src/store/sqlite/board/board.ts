/**
 * Serves queries of people and agents from the index, in the server or in another process. Do not load
 * records for lists: everything on a card has a column, and the ready list is read from one covering index.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { settingsIn } from "../../../dispatcher/repository/settings.ts";
import { isAdmitted } from "../../../engine/admission/trust.ts";
import { blockingReasons } from "../../../engine/blocking/blocking-reasons.ts";
import { questionAnsweredBy } from "../../../engine/messages/suggestion.ts";
import type { LinkedIssue, NodeId } from "../../../engine/model/fact.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { LedgerLine } from "../../../engine/model/snapshot.ts";
import { type View, viewOf } from "../../../engine/model/view.ts";
import { type Brief, briefOf } from "../../../engine/presentation/brief.ts";
import type {
  Board,
  Card,
  CardDetail,
  EscalationCard,
  Neighbour,
  QuestionCard,
  ReadyFilter,
  Reported,
  Served,
} from "../../../operations/ports.ts";
import { formatRef } from "../../../protocol/references/ref.ts";
import { integer, text } from "../database/row.ts";
import { Neighbourhood } from "../neighbourhood.ts";
import { IssueTable, parseRecord } from "../tables/issues/issue-table.ts";
import { LedgerReader } from "../tables/ledger-table.ts";
import { ProposalTable } from "../tables/proposal-table.ts";
import { RepositoryTable } from "../tables/repository-table.ts";
import { SettingsTable } from "../tables/settings-table.ts";
import { byUrgency, toCard, toEscalation, toSuggestion } from "./board-cards.ts";
import { reportedBy } from "./board-handovers.ts";
import { byOpenness, toQuestion } from "./question-card.ts";

/** The inner query is answered by the index `issue_ready` alone; only the cards shown read the table. */
const ready = `
SELECT i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title, i.updated_at, r.owner, r.name
FROM (
  SELECT id, urgency, created_at FROM issue WHERE state = 'open' AND kind = 'task' AND status = 'ready'
    AND (:repository IS NULL OR repository_id = :repository)
    AND (:track IS NULL OR track = :track)
    AND (:assignee IS NULL OR instr(lower(assignees), :assignee) > 0)
    AND (:unassigned = 0 OR assignees = ' ')
  ORDER BY urgency, created_at, id LIMIT :limit
) AS first CROSS JOIN issue AS i ON i.id = first.id CROSS JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.urgency, first.created_at, first.id`;

/** Our answers that are not approved yet, each with the question it was opened for. */
const suggestions = `
SELECT i.*, r.owner, r.name, q.record AS question
FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
  JOIN issue AS q ON q.id = question_answered_by(i.record ->> '$.seen.opened.key')
WHERE i.state = 'open' AND i.kind = 'answer' AND (:repository IS NULL OR i.repository_id = :repository)
  AND i.record ->> '$.memory.admitted.hash' IS NOT i.record ->> '$.seen.bodyHash'
  AND q.state = 'open' AND q.record -> '$.memory.accepted' IS NULL
ORDER BY q.urgency, i.created_at, i.id LIMIT :limit`;

export class SqliteBoard implements Board {
  readonly #database: DatabaseSync;
  readonly #ready: StatementSync;
  readonly #card: StatementSync;
  readonly #repository: StatementSync;
  readonly #escalations: StatementSync;
  readonly #suggestions: StatementSync;
  readonly #questions: StatementSync;
  readonly #standing: StatementSync;
  readonly #repositories: StatementSync;
  readonly #version: StatementSync;
  readonly #ledger: LedgerReader;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#ready = database.prepare(ready);
    this.#repository = database.prepare(
      "SELECT id FROM repository WHERE owner = ? AND name = ? ORDER BY rowid DESC LIMIT 1",
    );
    this.#card = database.prepare(`
      SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.repository_id = ? AND i.number = ? ORDER BY i.read_at DESC LIMIT 1`);
    this.#escalations = database.prepare(`
      SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.state = 'open' AND i.kind = 'escalation' AND (:repository IS NULL OR i.repository_id = :repository)
        AND json_extract(i.record, '$.memory.admitted.hash') = json_extract(i.record, '$.seen.bodyHash')
        AND json_extract(i.record, '$.memory.decided') IS NULL
      ORDER BY i.urgency, i.created_at, i.id LIMIT :limit`);
    database.function("question_answered_by", { deterministic: true }, (key) =>
      typeof key === "string" ? (questionAnsweredBy(key) ?? null) : null,
    );
    this.#suggestions = database.prepare(suggestions);
    this.#questions = database.prepare(`
      SELECT i.*, r.owner, r.name FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.kind = 'question' AND (:repository IS NULL OR i.repository_id = :repository)
      ORDER BY i.state = 'open' DESC, i.created_at DESC, i.id LIMIT :limit`);
    this.#standing = database.prepare("SELECT record FROM issue WHERE id = ?");
    this.#repositories = database.prepare("SELECT id, owner, name FROM repository ORDER BY owner, name");
    this.#version = database.prepare("SELECT number FROM version");
    this.#ledger = new LedgerReader(database);
  }

  ready({ repository, track, assignee, limit }: ReadyFilter): readonly Card[] {
    const repositoryId = repository === undefined ? null : this.#idOf(repository.owner, repository.repo);
    if (repositoryId === undefined) return [];
    const rows = this.#ready.all({
      repository: repositoryId,
      track: track ?? null,
      assignee: typeof assignee === "string" ? ` ${assignee.toLowerCase()} ` : null,
      unassigned: assignee === null ? 1 : 0,
      limit,
    });
    return rows.map(toCard);
  }

  card(owner: string, repo: string, number: number): CardDetail | undefined {
    const repositoryId = this.#idOf(owner, repo);
    const row = repositoryId === undefined ? undefined : this.#card.get(repositoryId, number);
    if (row === undefined) return undefined;
    const { seen, memory, reading } = parseRecord(text(row, "record"));
    const isSigned = reading.kind !== undefined && reading.envelope?.sig !== undefined;
    return {
      ...toCard(row),
      ...(isSigned ? { signature: "unchecked" as const } : {}),
      body: seen.body,
      author: seen.author?.login,
      blockedBy: seen.blockedBy.issues.map((link) => this.#linked(link)),
      blocking: seen.blocking.issues.map((link) => this.#linked(link)),
      inTheWay: this.#inTheWay(toCard(row)),
      unreadableBlockers: seen.blockedBy.unreadable,
      decision: memory.accepted?.decision ?? memory.decided?.text,
    };
  }

  brief(id: NodeId): Brief | undefined {
    const view = this.#around(id);
    const record = view.records.get(id);
    return record?.reading.kind === "task" ? briefOf(view, record) : undefined;
  }

  reported(id: NodeId): Reported | undefined {
    const row = this.#standing.get(id);
    const record = row === undefined ? undefined : parseRecord(text(row, "record"));
    if (record?.reading.kind !== "handover" || !isAdmitted(record)) return undefined;
    const kept = new SettingsTable(this.#database);
    return reportedBy(record, settingsIn({ settings: (of) => kept.of(of) })(record.seen.repositoryId));
  }

  escalations({ repository, limit }: Pick<ReadyFilter, "repository" | "limit">): readonly EscalationCard[] {
    const repositoryId = repository === undefined ? null : this.#idOf(repository.owner, repository.repo);
    if (repositoryId === undefined) return [];
    const wanted = { repository: repositoryId, limit };
    const asked = this.#escalations.all(wanted).flatMap(toEscalation);
    const suggested = this.#suggestions.all(wanted).flatMap(toSuggestion);
    return [...asked, ...suggested].toSorted(byUrgency).slice(0, limit);
  }

  questions({ repository, limit }: Pick<ReadyFilter, "repository" | "limit">): readonly QuestionCard[] {
    const repositoryId = repository === undefined ? null : this.#idOf(repository.owner, repository.repo);
    if (repositoryId === undefined) return [];
    const rows = this.#questions.all({ repository: repositoryId, limit });
    return rows.flatMap((row) => toQuestion(row, this.proposalOf(text(row, "id")))).toSorted(byOpenness);
  }

  proposalOf(id: NodeId): Proposal | undefined {
    const row = this.#standing.get(id);
    const proposal = row === undefined ? undefined : new ProposalTable(this.#database).of(id);
    return row !== undefined && proposal?.bodyHash === parseRecord(text(row, "record")).seen.bodyHash
      ? proposal
      : undefined;
  }

  ledgerOf(id: NodeId, limit: number): readonly LedgerLine[] {
    return this.#ledger.of(id, limit);
  }

  repositories(): readonly Served[] {
    return this.#repositories
      .all()
      .map((row) => ({ id: text(row, "id"), owner: text(row, "owner"), repo: text(row, "name") }));
  }

  version(): number {
    return integer(this.#version.get() ?? {}, "number");
  }

  #around(id: NodeId): View {
    // Separate tables: a writer's tables cache what they read, and the writer may be another process.
    const [issues, repositories] = [new IssueTable(this.#database), new RepositoryTable(this.#database)];
    return viewOf(new Neighbourhood(this.#database, issues, repositories).around([id]));
  }

  #inTheWay({ id, owner, repo }: Card): readonly Neighbour[] {
    const view = this.#around(id);
    const record = view.records.get(id);
    if (record === undefined) return [];
    return blockingReasons(view, record).map(({ name, ...rest }) => ({
      ref: name.startsWith("#") ? `${owner}/${repo}${name}` : name,
      ...rest,
    }));
  }

  #idOf(owner: string, repo: string): NodeId | undefined {
    const row = this.#repository.get(owner, repo);
    return row === undefined ? undefined : text(row, "id");
  }

  /**
   * Title and state from the issue's own record if there is one, since the copy in the neighbour's record may
   * be older.
   */
  #linked(link: LinkedIssue): Neighbour {
    const row = this.#standing.get(link.id);
    const { title, standing } = row === undefined ? link : parseRecord(text(row, "record")).seen;
    const state = standing.state === "open" ? "open" : standing.reason;
    return { ref: formatRef({ owner: link.owner, repo: link.repo, number: link.number }), title, state };
  }
}
