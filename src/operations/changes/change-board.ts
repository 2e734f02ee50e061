/** How operations read what has changed. */
import { type InstallationId, noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import type { LedgerLine } from "../../engine/model/snapshot.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import type { Card } from "../board/card.ts";

/** How far a list ordered by version has been read: all up to `version`, or in it only up to `row`. */
export interface Reached {
  readonly version: number;
  readonly row: number;
}

/** How far changes that are counted together have been read. */
export interface ChangePart {
  readonly cards: Reached;
  readonly gone: Reached;
  /** The last line of the ledger. */
  readonly line: number;
}

/** The part that every place has: of what belongs to no installation; of everything, where one writer has the whole index. */
export const commonPart: InstallationId = noInstallation;

/** What a reader of changes has seen. It means nothing in another index. */
export interface ChangePlace {
  readonly epoch: string;
  /** By installation; all of one without a part follows. `commonPart` is always there. */
  readonly parts: ReadonlyMap<InstallationId, ChangePart>;
  /** Stands for the repositories that the reader could see; absent for a reader who sees all. */
  readonly sight?: string | undefined;
}

export interface ChangeQuery {
  /** Everything that is there, if it is undefined. */
  readonly after: ChangePlace | undefined;
  readonly repository: RepositoryName | undefined;
  /** How many of each list. */
  readonly limit: number;
  /** Only repositories with one of these IDs; then nothing that is about no repository either. */
  readonly among?: readonly RepositoryId[] | undefined;
}

/** An issue that the index has no longer. */
export interface GoneCard extends FullRef {
  readonly id: string;
}

export interface ChangedLine extends LedgerLine {
  readonly id: number;
  /** Undefined if it is about no issue, or about one that the index has no longer. */
  readonly issue: FullRef | undefined;
  /** Undefined if it is about no repository, or about one that is served no longer. */
  readonly repository: RepositoryName | undefined;
}

/** Changes as they are now, not as they came: an issue that changed twice is one card. */
export interface ChangePage {
  /** What has been seen after this page. */
  readonly place: ChangePlace;
  /** Whether the place given belongs to another index, or to other repositories, so that everything follows. */
  readonly isReset: boolean;
  /** To be applied before the cards. */
  readonly gone: readonly GoneCard[];
  readonly cards: readonly Card[];
  /** Only those written after the place given: the ledger is not read from its beginning. */
  readonly lines: readonly ChangedLine[];
  readonly isMore: boolean;
}
