/** Defines the shape of a capability. Its folder's `feature.ts` is its only way into `decide.ts`. */
import type { Trigger } from "./asking/trigger.ts";
import type { CommandHandler } from "./commands/order.ts";
import type { ClosesByKind } from "./model/close-reason.ts";
import type { NoteSource, ProjectionRule, StateRule } from "./model/rule.ts";
import type { StatusByKind } from "./wording/status-parts.ts";

export interface Feature {
  readonly name: string;
  /** They run in the order of the features, each for all issues before the next one. */
  readonly stateRules?: (collected: Collected) => readonly StateRule[];
  /** They see the results of all state rules, of whatever feature. */
  readonly projectionRules?: (collected: Collected) => readonly ProjectionRule[];
  /** If several handle one command on one issue, that of the earlier feature takes precedence. */
  readonly commands?: readonly CommandHandler[];
  /** The escalations that an issue needs now. */
  readonly triggers?: readonly Trigger[];
  /** What the status comment of a kind says. */
  readonly status?: StatusByKind;
  /** Why issues of a kind are closed now. */
  readonly closes?: ClosesByKind;
  /** What agents should know of an issue. */
  readonly notes?: readonly NoteSource[];
}

/** What all features contribute to those that act on the whole collection. */
export interface Collected {
  readonly commands: readonly CommandHandler[];
  readonly triggers: readonly Trigger[];
  readonly status: StatusByKind;
  readonly closes: ClosesByKind;
  readonly notes: readonly NoteSource[];
}

export function collect(features: readonly Feature[]): Collected {
  return {
    commands: features.flatMap(({ commands = [] }) => commands),
    triggers: features.flatMap(({ triggers = [] }) => triggers),
    status: Object.assign({}, ...features.map(({ status }) => status)),
    closes: Object.assign({}, ...features.map(({ closes }) => closes)),
    notes: features.flatMap(({ notes = [] }) => notes),
  };
}
