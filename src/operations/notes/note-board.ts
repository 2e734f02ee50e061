/** How operations read notes. */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { NoteKind, NotePriority, NoteSender } from "../../engine/model/note.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";

/**
 * How far notes have been read: up to the one with this number. Where installations are counted apart, up to which of
 * each; all of one that is not named follows.
 */
export type NotesReached = number | ReadonlyMap<InstallationId, number>;

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
  /** Only notes of these kinds. */
  readonly kinds?: readonly NoteKind[] | undefined;
  /** Only notes that arrived after this one, or after these. */
  readonly after?: NotesReached | undefined;
  /** Only notes about what happened since. */
  readonly since?: Millis | undefined;
  /** `current`: read ones too. `all`: also those that were dropped. */
  readonly which: "unread" | "current" | "all";
  readonly now: Millis;
  readonly limit: number;
}

export interface NoteCard {
  /** Unique. In order of arrival: where installations are counted apart, among the notes of one. */
  readonly seq: number;
  /** Absent where all are counted together. */
  readonly installation?: InstallationId;
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
  /** The newest notes that the reader could see, whatever else the query says; 0 if there is none. */
  readonly head: NotesReached;
  /** Where the page begins, if the query says so and installations are counted apart. */
  readonly from?: ReadonlyMap<InstallationId, number>;
  /** By arrival if the query gives a place to start from, otherwise by when it happened. */
  readonly notes: readonly NoteCard[];
  /** How many notes match in all. */
  readonly total: number;
  /** Left out of an agent's unread notes. */
  readonly excess: readonly ExcessNotes[];
}
