/** A space as the index shows it, with its tasks. */

import type { Millis } from "../../base/clock.ts";
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import type { Card, ReadyFilter } from "./card.ts";

/** How many of its tasks are in which state. */
export interface SpaceProgress {
  readonly total: number;
  readonly closed: number;
  readonly blocked: number;
  /** In progress or in review. */
  readonly started: number;
  readonly ready: number;
}

export interface SpaceTask {
  /** `acme/demo#12`. */
  readonly ref: string;
  readonly number: number;
  readonly title: string;
  /** `open`, or why it was closed. */
  readonly state: string;
  /** Undefined for a closed task, and where only GitHub's relation is known. */
  readonly status: TaskStatus | undefined;
  readonly holder: string | undefined;
}

/** What a space says and how far it is. The texts are empty unless someone with write access wrote them. */
export interface SpaceDetail {
  readonly purpose: string;
  readonly agents: readonly string[];
  readonly pinnedFiles: readonly string[];
  readonly context: string;
  readonly progress: SpaceProgress;
  /** In GitHub's order. */
  readonly tasks: readonly SpaceTask[];
  /** Open tasks whose texts name it and that are about to become its sub-issues. Not in `progress` yet. */
  readonly coming: readonly SpaceTask[];
}

export interface SpaceCard extends Card {
  readonly progress: SpaceProgress;
  readonly openedAt: Millis;
}

export interface SpaceFilter extends Pick<ReadyFilter, "repository" | "limit" | "among"> {
  /** Both states if undefined. */
  readonly state: "open" | "closed" | undefined;
}
