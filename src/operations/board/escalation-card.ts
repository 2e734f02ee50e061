/** A decision that waits for a person, with what the person has to know for it. */
import type { Millis } from "../../base/clock.ts";
import type { Card, Neighbour } from "./card.ts";

export interface EscalationCard
  extends Pick<Card, "id" | "owner" | "repo" | "number" | "title" | "assignees"> {
  readonly track?: string | undefined;
  readonly urgency: string;
  readonly createdAt: Millis;
  /** A login; undefined if the account was deleted. */
  readonly author?: string | undefined;
  /** SHA-256 of its title, NUL and body, lower-case hex. A decision with it is about this text and no later one. */
  readonly textHash: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly context?: string | undefined;
  readonly recommendation?: string | undefined;
  readonly impactOfDelay?: string | undefined;
  /** The issues that wait for it. */
  readonly blocks?: readonly Neighbour[];
  readonly deadline?: Millis | undefined;
  /** What holds if no one decides. Absent if the settings do not allow it. */
  readonly default?: { readonly option: number; readonly at: Millis } | undefined;
  /** The command that approves it, if it is an answer that we suggest. */
  readonly approve?: string | undefined;
  /** If it is an answer that we suggest: what it answers, and why so. */
  readonly suggestion?: Suggestion | undefined;
}

export interface Suggestion {
  readonly answers: Neighbour | undefined;
  readonly rationale: string;
  readonly sources: string | undefined;
  readonly alternatives: string | undefined;
}
