/**
 * What agents should know as things are now, and what each has read. A note that no longer holds is marked as
 * dropped: it may hold again, and is then the same note.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type { Acknowledgement } from "../../../dispatcher/ports/agents/note-marks.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { PlannedNote } from "../../../engine/model/note.ts";
import { maxFromOne, type NotePlan, noteColumns, planNotes } from "../../shape/note-plan.ts";
import { integer } from "../database/row.ts";

const hourMs = 60 * 60_000;

export class NoteTable {
  readonly #about: StatementSync;
  readonly #insert: StatementSync;
  readonly #reword: StatementSync;
  readonly #delete: StatementSync;
  readonly #drop: StatementSync;
  readonly #recent: StatementSync;
  readonly #prune: StatementSync;
  readonly #read: Readonly<Record<Acknowledgement["type"], StatementSync>>;

  constructor(database: DatabaseSync) {
    this.#about = database.prepare(`
      SELECT seq, issue_id, kind, key, receiver, priority, text, dropped_at, read_at FROM note
      WHERE issue_id IN (SELECT value FROM json_each(?))`);
    this.#insert = database.prepare(`
      INSERT INTO note (repository_id, issue_id, receiver, kind, key, priority, at, text, sender, proof, refs, until,
        is_excess, read_at)
      VALUES (:repository, :issue, :receiver, :kind, :key, :priority, :at, :text, :sender, :proof, :refs, :until,
        :excess, :read)`);
    this.#reword = database.prepare("UPDATE note SET text = ?, priority = ? WHERE seq = ?");
    this.#delete = database.prepare("DELETE FROM note WHERE seq = ?");
    this.#drop = database.prepare("UPDATE note SET dropped_at = ? WHERE seq = ?");
    this.#recent = database.prepare(`
      SELECT count(*) AS count FROM note WHERE receiver = ? AND sender = ? AND at > ? AND at <= ? AND is_excess = 0`);
    this.#prune = database.prepare(`
      DELETE FROM note WHERE seq IN (SELECT seq FROM note WHERE dropped_at < :before OR until < :before LIMIT :limit)`);
    const unread = "UPDATE note SET read_at = :now WHERE receiver = :agent AND read_at IS NULL";
    this.#read = {
      notes: database.prepare(`${unread} AND seq IN (SELECT value FROM json_each(:seqs))`),
      excess: database.prepare(`${unread} AND is_excess = 1 AND sender = :from AND seq <= :through`),
      all: database.prepare(`${unread} AND seq <= :through`),
    };
  }

  /** Makes `notes` the current ones about the issues. Returns whether that changed anything. */
  replace(issues: readonly NodeId[], notes: readonly PlannedNote[], now: Millis): boolean {
    const plan = planNotes(this.#about.all(JSON.stringify(issues)), notes);
    for (const { row, note } of plan.reworded)
      this.#reword.run(note.text, note.priority, integer(row, "seq"));
    for (const row of plan.dropped) this.#drop.run(now, integer(row, "seq"));
    for (const added of plan.added) this.#add(added);
    return plan.reworded.length + plan.dropped.length + plan.added.length > 0;
  }

  acknowledge(agent: string, read: Acknowledgement, now: Millis): number {
    const who = { agent, now };
    switch (read.type) {
      case "notes":
        return Number(this.#read.notes.run({ ...who, seqs: JSON.stringify(read.seqs) }).changes);
      case "excess":
        return Number(this.#read.excess.run({ ...who, from: read.from, through: read.through }).changes);
      case "all":
        return Number(this.#read.all.run({ ...who, through: read.through }).changes);
    }
  }

  /** Notes dropped before `before`, and news that expired before it. */
  prune(before: Millis, limit: number): number {
    return Number(this.#prune.run({ before, limit }).changes);
  }

  #add(added: NotePlan["added"][number]): void {
    const { note, before } = added;
    if (before !== undefined) this.#delete.run(integer(before, "seq"));
    const excess = note.from !== undefined && this.#isExcess(note.to, note.from.name, note.at);
    this.#insert.run({ ...noteColumns(added), excess: Number(excess) });
  }

  #isExcess(to: string, from: string, at: Millis): boolean {
    return integer(this.#recent.get(to, from, at - hourMs, at) ?? {}, "count") >= maxFromOne;
  }
}
