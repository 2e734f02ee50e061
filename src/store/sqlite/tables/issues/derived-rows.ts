/**
 * The edges of issues and the names in their text, for queries. When an issue is removed, keep the edges *to*
 * it: they belong to the issues that wait for it, and go when those are read again.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { NodeId } from "../../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { derivedFrom } from "../../../shape/derived-rows.ts";

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

  replace(record: IssueRecord): void {
    const { id, repositoryId, number } = record.seen;
    const { blockers, names, message, signedKey, interests } = derivedFrom(record);
    this.remove(id);
    for (const blocker of blockers) this.#insertEdge.run(id, blocker);
    for (const name of names) this.#insertName.run(id, name.repositoryId, name.owner, name.repo, name.number);
    if (message !== undefined) this.#insertMessage.run(id, message.key, message.envelopeId);
    if (signedKey !== undefined) this.#insertSigned.run(signedKey, id, number);
    for (const interest of interests) this.#insertInterest.run(id, repositoryId, interest);
  }

  remove(id: NodeId): void {
    this.#deleteEdges.run(id);
    this.#deleteNames.run(id);
    this.#deleteInterests.run(id);
    this.#deleteMessage.run(id);
  }
}
