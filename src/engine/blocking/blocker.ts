/** What a task waits for, and whether that is over. */
import type { Millis } from "../../base/clock.ts";
import type { AnnouncedDecision } from "../../protocol/text/lines.ts";
import { unseenBlocker } from "../freeing/unseen-blocker.ts";
import type { NodeId } from "../model/fact.ts";

export type BlockerVerdict =
  /** Closed as completed, and if it is a question, answered. */
  | "settled"
  /** A question withdrawn by its asker: it no longer blocks, and its dependency is being removed. */
  | "withdrawn"
  | "open"
  | "reopened"
  /** A question closed as completed without an accepted answer, or a vote without an outcome. */
  | "unanswered"
  /** A contract whose text was edited since it was agreed to. */
  | "edited"
  /** Closed by somebody who may not free what waits for it. */
  | "disputed"
  /** Not closed: somebody removed its dependency who may not free the task, and it cannot be put back. */
  | "unlinked"
  /** Closed as not planned, or as a duplicate of nothing to wait for: a person decides what follows. */
  | "dead"
  | "lost"
  | "unknown"
  /** The task's own text cannot be parsed, so what it waits for is unknown. */
  | "unread";

export interface Blocker extends Partial<Omit<AnnouncedDecision, "decision">> {
  readonly verdict: BlockerVerdict;
  /** Undefined if nothing about it can be read. */
  readonly id: NodeId | undefined;
  /** As shown to people: `#40`, or `acme/api#40` from another repository. */
  readonly name: string;
  /** Set if GitHub shows nothing but that it is there, or was. */
  readonly isUnseen?: true;
  readonly title: string;
  readonly closedAt: Millis | undefined;
  /** Login of who closed it, or removed its dependency, if that is in doubt and known. */
  readonly doubted?: string | undefined;
  /** Why that account may not end it for others, as a sentence. */
  readonly doubtedBecause?: string | undefined;
  /** The decision that resolved it, if it is a question. */
  readonly decision: string | undefined;
}

/** What stands for the blocker where the task keeps it: its id, or else its name, but never words that may change. */
export function keyOfBlocker({ id, isUnseen, name }: Blocker): string {
  return id ?? (isUnseen === true ? unseenBlocker : name);
}

/** Whether a blocker of this verdict keeps its task from starting. */
export function isUnresolved(verdict: BlockerVerdict): boolean {
  return verdict !== "settled" && verdict !== "withdrawn";
}
