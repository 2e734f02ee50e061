/**
 * What a process that stops serving an installation leaves to the one that serves it next. Without it, serving begins as
 * after a start: everything is surveyed, and the silence of agents counts from now on.
 */
import type { Millis } from "../../base/clock.ts";

export interface Carryover {
  /** When something last happened there. */
  readonly activeAt: Millis;
  /** Undefined if it was never surveyed. */
  readonly round: LastRound | undefined;
  /** When its repositories are to be listed without a sign that they changed. */
  readonly listDueAt: Millis;
  /** Since when we have received what is said there, by GitHub's clock; undefined if that is to begin now. */
  readonly heardSince: Millis | undefined;
  /** Up to when GitHub's delivery log was compared, by GitHub's clock; undefined if never. */
  readonly comparedUntil: Millis | undefined;
}

/** The last survey of an installation. */
export interface LastRound {
  readonly at: Millis;
  /** The time to the next if nothing happens. */
  readonly everyMs: Millis;
  /** The part of that time after which the next is due, so that no round meets all installations. */
  readonly share: number;
}
