/**
 * Caches recently saved or parsed records, so that a busy neighbourhood is not parsed again for every
 * delivery. Bounded by the size of the JSON, not by count: one issue may be a thousand times larger than
 * another. A rollback clears it.
 */
import type { NodeId } from "../../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";

/** Characters of JSON; the parsed values take about three times as many bytes. */
const maxCharacters = 2 * 1024 * 1024;

interface Entry {
  readonly record: IssueRecord;
  readonly characters: number;
}

export class RecordCache {
  /** Least recently used first. */
  readonly #entries = new Map<NodeId, Entry>();
  #characters = 0;

  get(id: NodeId): IssueRecord | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry.record;
  }

  set(id: NodeId, record: IssueRecord, characters: number): void {
    this.delete(id);
    this.#entries.set(id, { record, characters });
    this.#characters += characters;
    for (const oldest of this.#entries.keys()) {
      if (this.#characters <= maxCharacters) break;
      this.delete(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
  }

  delete(id: NodeId): void {
    this.#characters -= this.#entries.get(id)?.characters ?? 0;
    this.#entries.delete(id);
  }
}
