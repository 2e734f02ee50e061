/**
 * Defines the shape of a rule: one file, one sentence of policy, no I/O. State rules run first and update
 * what cannot be reconstructed from GitHub (such as which answer was accepted). Projection rules then say how an
 * issue should look on GitHub; they see the results of all state rules, so their order does not matter.
 */
import type { Millis } from "../../base/clock.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Text } from "../../protocol/text.ts";
import type { Effect, Reason } from "./effect.ts";
import type { NodeId, RepositoryId } from "./fact.ts";
import type { OutcomeKey } from "./keys/outcome-key.ts";
import type { Slot } from "./keys/slot.ts";
import type { ProposedNote } from "./note.ts";
import type { PersistedState } from "./persisted-state.ts";
import type { SignsOfLife } from "./signs-of-life.ts";
import type { IssueRecord } from "./snapshot.ts";
import type { View } from "./view.ts";

/**
 * What a decision knows in addition to the facts. Everything is passed in: rules hold no clock and read no
 * file.
 */
export interface Context {
  readonly now: Millis;
  readonly settings: Settings;
  /** The settings of another repository, as tasks of several may land together. Absent: the same as here. */
  readonly settingsIn?: (repositoryId: RepositoryId) => Settings;
  /** Set while the App is not to write in a repository, because a person wants it so. */
  readonly pauseIn?: (repositoryId: RepositoryId) => { readonly since?: Millis | undefined } | undefined;
  /** Our own bot's node id. */
  readonly botId: NodeId;
  /** Whether the index outlives this run. If not, the whole persisted state has to be kept in comments. */
  readonly keepsIndex: boolean;
  /**
   * Whether another installation is the repository's leader: then what only the leader may decide is left to it.
   */
  readonly isPassive?: boolean;
  /**
   * Whether the index may lack leases that GitHub shows, as it is still being filled: then it is not known which files
   * are free, nor how many tasks an agent holds.
   */
  readonly isAdopting?: boolean;
  /**
   * Since when, by GitHub's clock, the App has received everything that was said here. Absent while it may not
   * have, and where that is unknown: then silence proves nothing.
   */
  readonly listeningSince?: Millis | undefined;
  /** Set while the operator has stopped agents from getting tasks, with the reason if one was given. */
  readonly claimsPaused?: { readonly reason: string | undefined } | undefined;
  /** When agents on this machine were last heard from; absent where none can be, as in a single pass. */
  readonly signsOfLife?: SignsOfLife;
  /** Root of the pages on which people decide who signed in with GitHub; absent where none can sign in. */
  readonly pages?: string | undefined;
  /** The only safe renderer, bound to the templates. */
  readonly render: (text: Text) => string;
}

/** One issue and everything that a rule may read. */
export interface RuleInput {
  readonly view: View;
  readonly record: IssueRecord;
  readonly context: Context;
}

/** A proposed effect on the input's own issue; `decide` fills in the address. */
export interface ProposedEffect {
  readonly slot: Slot;
  readonly key: OutcomeKey;
  readonly effect: Effect;
  readonly reason: Reason;
}

/** Requests a refresh of an issue, now or later. */
export interface DelayedRefresh {
  readonly id: NodeId;
  readonly repositoryId: RepositoryId;
  readonly afterMs: number;
  readonly because: string;
  /** Set if there is nothing to do as long as the holder of the task gives signs of life on this machine. */
  readonly unlessHeard?: true;
  /** Set if there is nothing to do when the issue was read in the same pass, as it is then decided together with this one. */
  readonly unlessRead?: true;
  /** Set if the index shows all that matters: the issue is read only if the last read is older than a minute. */
  readonly unlessFresh?: true;
  /** Set if something could not be read: as long as that stays so, each further read waits longer. */
  readonly isRetry?: true;
  /** Set if there is nothing to do once the issue is closed, as the index shows: it is decided on from there. */
  readonly unlessClosed?: true;
  /** Set if it could not be decided yet who holds the issue: an index that is being filled waits for that. */
  readonly isHolderOpen?: true;
}

/**
 * The outcome of an order. If it was refused, `fault` says what prevents it: the command itself, whatever the
 * task; its speaker, whatever the task; or this task.
 */
export type OrderOutcome =
  | { readonly type: "done" }
  | { readonly type: "refused"; readonly because: string; readonly fault: Fault };

export type Fault = "words" | "speaker" | "task";

/** What a state rule changes. */
export interface StateUpdate {
  /** Keyed by the comment id that an order is treated as having. */
  readonly answers?: ReadonlyMap<NodeId, OrderOutcome>;
  readonly persisted?: PersistedState;
  /** What was true on the way to `persisted`, oldest first, where that is more than one step. */
  readonly passedThrough?: readonly PersistedState[];
  readonly effects?: readonly ProposedEffect[];
  readonly refreshes?: readonly DelayedRefresh[];
}

export interface StateRule {
  readonly name: string;
  /**
   * Whether it sees its own changes to the issues before this one: an agent's task limit applies even when many
   * tasks are decided together.
   */
  readonly isInTurn?: true;
  /** The order in which it is run on issues, where that matters. */
  readonly inOrder?: (records: readonly IssueRecord[]) => readonly NodeId[];
  readonly updateState: (input: RuleInput) => StateUpdate;
}

/** Proposes that a label be present or absent. All proposals of an issue become one write. */
export interface ProposedLabel {
  /** Name of the rule that proposes it; filled in by `decide`. */
  readonly rule?: string;
  readonly label: string;
  readonly present: boolean;
  readonly because: string;
}

/** How a projection rule wants the issue to look. */
export interface Projection {
  readonly labels?: readonly ProposedLabel[];
  readonly effects?: readonly ProposedEffect[];
  readonly refreshes?: readonly DelayedRefresh[];
  /** What agents should know of it. */
  readonly notes?: readonly ProposedNote[];
}

export interface ProjectionRule {
  readonly name: string;
  readonly project: (input: RuleInput) => Projection;
}

/** Finds what agents should know of an issue: one file, one kind of outcome. */
export interface NoteSource {
  readonly name: string;
  readonly notesOn: (input: RuleInput) => readonly ProposedNote[];
}

/** A rule's result if it proposes nothing. */
export const nothing = {} as const;

/** Delay before a user's role is first read again after GitHub failed to return it. */
export const roleRetryMs = 2_000;

/** Requests a refresh of the rule's own issue after `afterMs`. */
export function refreshSelf(record: IssueRecord, afterMs: number, because: string): DelayedRefresh {
  return { id: record.seen.id, repositoryId: record.seen.repositoryId, afterMs, because };
}

/** Requests another read of the issue, as a role or who did something could not be read. */
export function retryRead(record: IssueRecord, because: string): DelayedRefresh {
  return { ...refreshSelf(record, roleRetryMs, because), isRetry: true };
}
