/** The open tasks by status, as the index lists them for a board. */
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import type { Card, Held, Neighbour, ReadyFilter } from "./card.ts";

export interface TaskFilter
  extends Pick<ReadyFilter, "repository" | "track" | "space" | "assignee" | "among"> {
  /** In lower case. The title has to contain each of them. */
  readonly words: readonly string[];
  readonly statuses: readonly TaskStatus[];
  /** How many tasks of each status. */
  readonly limit: number;
}

export type TrackFilter = Pick<TaskFilter, "repository" | "among" | "limit">;

export interface TaskCard extends Card {
  readonly holder: Pick<Held, "name" | "since"> | undefined;
  /** Everything that blocks it; empty unless it is blocked. */
  readonly waitsFor: readonly Neighbour[];
}

export interface TaskColumn {
  readonly status: TaskStatus;
  /** Of all tasks that fit the filter, listed or not. */
  readonly count: number;
  /** The most urgent first, then the oldest. */
  readonly cards: readonly TaskCard[];
}
