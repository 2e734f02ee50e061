/**
 * Defines a note: something that one agent should know as things are now. Notes are kept in the index and
 * never written to GitHub. A note grants nothing, and its text is other people's words.
 */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "./fact.ts";

/** They outlive a release: readers of `watch --json` compare them. */
export const noteKinds = [
  ...(["task-free", "decision-changed", "lease-awarded", "lease-ended"] as const),
  ...(["question-answered", "question-closed", "question-escalated", "question-to-settle"] as const),
  ...(["answer-refused", "handover-accepted", "handover-refused"] as const),
  ...(["handover-unmergeable", "task-handed-over", "needs-fix"] as const),
  ...([
    "discovery",
    "told",
    "mentioned",
    "path-wanted",
    "path-free",
    "ballot-wanted",
    "ack-wanted",
    "contract-changed",
  ] as const),
] as const;
export type NoteKind = (typeof noteKinds)[number];

/** `now`: others wait for the agent. `soon`: it affects what the agent works on. */
export const notePriorities = ["now", "soon", "fyi"] as const;
export type NotePriority = (typeof notePriorities)[number];

/**
 * How the sender is known: by a key, by an account that no one else uses, by a name that only its account
 * vouches for, or as the person whose account it is.
 */
export const noteProofs = ["key", "account", "said", "person"] as const;
export type NoteProof = (typeof noteProofs)[number];

export interface NoteSender {
  /** An agent's name, or a person's login. */
  readonly name: string;
  readonly proof: NoteProof;
}

/** A note about the issue of the rule that proposes it. */
export interface ProposedNote {
  readonly kind: NoteKind;
  /** The name of an agent. */
  readonly to: string;
  /**
   * Tells outcomes of one kind on one issue apart: the same outcome is noted once, however often it is
   * decided.
   */
  readonly key: string;
  readonly priority: NotePriority;
  /** When it happened, by GitHub's clock where GitHub has the time. */
  readonly at: Millis;
  readonly text: string;
  /** Absent if no one is quoted. */
  readonly from?: NoteSender | undefined;
  /** Other issues that it is about, as the text names them. */
  readonly refs?: readonly string[] | undefined;
  /**
   * Set for what has happened and stays true, such as an answer: it is dropped after `newsMs`. Everything
   * else is dropped when it is no longer proposed.
   */
  readonly isNews?: true;
}

/** How long news waits to be read. */
export const newsMs = 14 * 24 * 60 * 60_000;

/** A note with its address. */
export interface PlannedNote extends ProposedNote {
  readonly issueId: NodeId;
  readonly repositoryId: RepositoryId;
}
