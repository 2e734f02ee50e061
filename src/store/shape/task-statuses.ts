/** The statuses of tasks, for queries that do not read records. */
import type { TaskStatus } from "../../engine/blocking/task-state.ts";

/** In order of precedence: of two status labels, the earlier one here is shown, so that no one starts too early. */
export const statuses: readonly TaskStatus[] = ["blocked", "in-review", "in-progress", "ready"];
