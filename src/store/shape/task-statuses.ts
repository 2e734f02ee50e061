/** The statuses of tasks, for what reads cards without their records. */
import type { TaskStatus } from "../../engine/blocking/task-state.ts";

/** Most cautious first: an issue with two status labels is shown with the one that is least startable. */
export const statuses: readonly TaskStatus[] = ["blocked", "in-review", "in-progress", "ready"];
