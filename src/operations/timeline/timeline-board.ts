/** How operations read what happened: messages that were opened, and what the ledger has, the newest first. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import type { Card } from "../board/card.ts";
import type { ChangedLine } from "../changes/change-board.ts";

/** How far both lists have been read: up to this message, and up to this line of the ledger. */
export interface TimelinePlace {
  readonly message: { readonly at: Millis; readonly id: NodeId };
  readonly line: number;
}

export interface TimelineQuery {
  readonly repository: RepositoryName | undefined;
  /** Only messages on this track, and lines about issues on it. */
  readonly track: string | undefined;
  /** Only this issue, and lines about it. */
  readonly issue: NodeId | undefined;
  /** Both if undefined. */
  readonly only: "messages" | "actions" | undefined;
  /** Only what comes after this place, which is older; from the newest if undefined. */
  readonly after: TimelinePlace | undefined;
  readonly limit: number;
  /** Only repositories with one of these IDs. */
  readonly among?: readonly RepositoryId[] | undefined;
}

export type TimelineEntry =
  | {
      readonly type: "message";
      readonly at: Millis;
      readonly card: Card;
      /** A login; undefined if the account was deleted. */
      readonly author: string | undefined;
    }
  | {
      readonly type: "action";
      readonly at: Millis;
      readonly line: ChangedLine;
      /** The title of the issue that it is about. */
      readonly title: string | undefined;
    };

export interface TimelinePage {
  /** The newest first. */
  readonly entries: readonly TimelineEntry[];
  /** Where to go on; undefined if there is no more. */
  readonly next: TimelinePlace | undefined;
}
