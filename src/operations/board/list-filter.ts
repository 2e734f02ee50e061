/** What lists of issues are filtered by. */
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import type { ReadyFilter } from "./card.ts";

export interface ListFilter
  extends Pick<ReadyFilter, "repository" | "track" | "space" | "assignee" | "limit" | "among"> {
  /** What the title must contain, whatever its case. */
  readonly words: readonly string[];
  readonly kind: string | undefined;
  /** Both states if undefined. */
  readonly state: "open" | "closed" | undefined;
  readonly status: TaskStatus | undefined;
}
