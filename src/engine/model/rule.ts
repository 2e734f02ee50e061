/**
 * The shape of a rule: one file, one sentence of policy, no I/O. There are two kinds, run one after the other.
 * *Remember* rules move what GitHub cannot tell again (which answer was accepted). *Show* rules say how things should
 * look at GitHub; they see the outcome of all remember rules, so their order does not matter.
 */
import type { Millis } from "../../base/clock.ts";
import type { Settings } from "../../protocol/config.ts";
import type { Text } from "../../protocol/text.ts";
import type { Effect, Reason } from "./effect.ts";
import type { NodeId } from "./fact.ts";
import type { Slot } from "./keys/slot.ts";
import type { Memory } from "./memory.ts";
import type { OutcomeKey } from "./outcome-key.ts";
import type { IssueRecord } from "./snapshot.ts";
import type { View } from "./view.ts";

/** What a decision knows besides the facts. All of it is passed in: rules hold no clock and read no file. */
export interface Context {
  readonly now: Millis;
  readonly settings: Settings;
  /** Our own bot's node id. */
  readonly botId: NodeId;
  /** Whether the index outlives this run. Where it does not, all memory has to stand in comments. */
  readonly keepsIndex: boolean;
  /** The one safe renderer, bound to the templates. */
  readonly render: (text: Text) => string;
}

/** One issue and everything a rule may look at. */
export interface Situation {
  readonly view: View;
  readonly record: IssueRecord;
  readonly context: Context;
}

/** An effect on the situation's own issue; the address is filled in by `decide`. */
export interface Wish {
  readonly slot: Slot;
  readonly key: OutcomeKey;
  readonly effect: Effect;
  readonly reason: Reason;
}

/** "Look at this issue again", at once or later. */
export interface LookAgain {
  readonly id: NodeId;
  readonly repositoryId: NodeId;
  readonly afterMs: number;
  readonly because: string;
}

/** What a remember rule changes. */
export interface Remembered {
  readonly memory?: Memory;
  readonly wishes?: readonly Wish[];
  readonly looks?: readonly LookAgain[];
}

export interface RememberRule {
  readonly name: string;
  readonly remember: (situation: Situation) => Remembered;
}

/** That a label should be there, or should not. All wishes of an issue become one write. */
export interface LabelWish {
  /** Name of the rule that wishes; filled in by `decide`. */
  readonly rule?: string;
  readonly label: string;
  readonly present: boolean;
  readonly because: string;
}

/** How a show rule wants the issue to look. */
export interface Shown {
  readonly labels?: readonly LabelWish[];
  readonly wishes?: readonly Wish[];
  readonly looks?: readonly LookAgain[];
}

export interface ShowRule {
  readonly name: string;
  readonly show: (situation: Situation) => Shown;
}

/** A rule's answer where it has nothing to say. */
export const nothing = {} as const;

/** Waiting time before somebody's role is asked for again after GitHub could not tell. */
export const roleRetryMs = 2_000;

/** A look at the situation's own issue. */
export function lookAgain(record: IssueRecord, afterMs: number, because: string): LookAgain {
  return { id: record.seen.id, repositoryId: record.seen.repositoryId, afterMs, because };
}
