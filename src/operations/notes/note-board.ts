/** How operations read notes. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { NoteKind, NotePriority, NoteSender } from "../../engine/model/note.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";

export interface NoteQuery {
  /** Only notes to this agent. */
  readonly agent?: string | undefined;
  readonly repository?: RepositoryName | undefined;
  /** Only notes about issues in repositories with one of these IDs. */
  readonly among?: readonly RepositoryId[] | undefined;
  /** Only notes about tasks of this track. */
  readonly track?: string | undefined;
  /** Only notes about the issue of this id. */
  readonly issue?: NodeId | undefined;
  /** Only notes that arrived after this one. */
  readonly after?: number | undefined;
  /** Only notes about what happened since. */
  readonly since?: Millis | undefined;
  /** `current`: read ones too. `all`: also those that were dropped. */
  readonly which: "unread" | "current" | "all";
  readonly now: Millis;
  readonly limit: number;
}

export interface NoteCard {
  /** In order of arrival. */
  readonly seq: number;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly kind: NoteKind;
  readonly to: string;
  readonly from: NoteSender | undefined;
  readonly priority: NotePriority;
  readonly at: Millis;
  readonly text: string;
  readonly refs: readonly string[];
  /** The same for the same outcome in every index. */
  readonly outcome: string;
  readonly isRead: boolean;
  readonly isDropped: boolean;
}

/** What one sender wrote within an hour beyond the number that is shown. */
export interface ExcessNotes {
  readonly from: string;
  readonly count: number;
  /** The first issues that they are about: `acme/demo#12`. */
  readonly issues: readonly string[];
  /** The last of them. */
  readonly through: number;
}

export interface NotePage {
  /** Names this index: places in another one mean nothing here. */
  readonly epoch: string;
  /** The newest note in the index, whatever the query; 0 if there is none. */
  readonly head: number;
  /** By arrival if the query gives a place to start from, otherwise by when it happened. */
  readonly notes: readonly NoteCard[];
  /** How many notes match in all. */
  readonly total: number;
  /** Left out of an agent's unread notes. */
  readonly excess: readonly ExcessNotes[];
}
