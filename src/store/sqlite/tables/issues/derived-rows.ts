/**
 * The edges of issues and the names in their text, for queries. When an issue is removed, keep the edges *to*
 * it: they belong to the issues that wait for it, and go when those are read again.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NodeId } from "../../../../engine/model/fact.ts";
import { idInKey, messageKey, signedMessageKey } from "../../../../engine/model/keys/message-key.ts";
import { interestsIn } from "../../../../engine/model/names.ts";
import { linkedBy } from "../../../../engine/model/pulls.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";

export class DerivedRows {
  readonly #deleteEdges: StatementSync;
  readonly #insertEdge: StatementSync;
  readonly #deleteNames: StatementSync;
  readonly #insertName: StatementSync;
  readonly #deleteInterests: StatementSync;
  readonly #insertInterest: StatementSync;
  readonly #deleteMessage: StatementSync;
  readonly #insertMessage: StatementSync;
  readonly #insertSigned: StatementSync;

  constructor(database: DatabaseSync) {
    this.#deleteEdges = database.prepare("DELETE FROM edge WHERE blocked_id = ?");
    this.#insertEdge = database.prepare("INSERT OR IGNORE INTO edge (blocked_id, blocker_id) VALUES (?, ?)");
    this.#deleteNames = database.prepare("DELETE FROM name WHERE from_id = ?");
    this.#insertName = database.prepare(
      "INSERT INTO name (from_id, repository_id, owner, repo, number) VALUES (?, ?, ?, ?, ?)",
    );
    this.#deleteInterests = database.prepare("DELETE FROM interest WHERE from_id = ?");
    this.#insertInterest = database.prepare(
      "INSERT INTO interest (from_id, repository_id, track) VALUES (?, ?, ?)",
    );
    this.#deleteMessage = database.prepare("DELETE FROM message WHERE from_id = ?");
    this.#insertMessage = database.prepare(
      "INSERT INTO message (from_id, key, envelope_id) VALUES (?, ?, ?)",
    );
    this.#insertSigned = database.prepare(
      "INSERT INTO signed_message (key, issue_id, number) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET issue_id = excluded.issue_id, number = excluded.number WHERE excluded.number < number",
    );
  }

  /** Every row follows from the record alone, so that a rebuilt index is equal. */
  replace(record: IssueRecord): void {
    const { seen } = record;
    this.remove(seen.id);
    for (const other of waitedFor(record)) this.#insertEdge.run(seen.id, other.id);
    // A duplicate refers to its original, so that reading the original finds the duplicate.
    for (const { owner, repo, number } of [
      ...linkedBy(record),
      ...(seen.duplicateOf ? [seen.duplicateOf] : []),
    ]) {
      const isWithin = owner === undefined || repo === undefined;
      const place = isWithin ? [seen.repositoryId, null, null] : [null, owner, repo];
      this.#insertName.run(seen.id, ...place, number);
    }
    const message = messageKey(record);
    if (message !== undefined) this.#insertMessage.run(seen.id, message, idInKey(message));
    const signed = signedMessageKey(record);
    if (signed !== undefined) this.#insertSigned.run(signed, seen.id, seen.number);
    for (const interest of interestsIn(record.reading))
      this.#insertInterest.run(seen.id, seen.repositoryId, interest);
  }

  remove(id: NodeId): void {
    this.#deleteEdges.run(id);
    this.#deleteNames.run(id);
    this.#deleteInterests.run(id);
    this.#deleteMessage.run(id);
  }
}

/** A space waits for nothing, so no dependency cycle passes through it. */
function waitedFor({ seen, reading }: IssueRecord): readonly { readonly id: NodeId }[] {
  return reading.kind === "space" ? [] : [...seen.blockedBy.issues, ...(seen.subIssues ?? [])];
}
