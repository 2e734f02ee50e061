/** An issue as a card, and what names and filters cards. */
import type { Millis } from "../../base/clock.ts";
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";

/** An issue as a card: enough to choose it and to wait for it. */
export interface Card {
  readonly id: NodeId;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly title: string;
  readonly kind: string;
  readonly state: "open" | "closed";
  readonly status: TaskStatus | undefined;
  readonly priority: string | undefined;
  readonly track: string | undefined;
  readonly assignees: readonly string[];
  readonly updatedAt: Millis;
}

export interface Neighbour {
  readonly ref: string;
  readonly title: string;
  readonly state: string;
}

/** Who holds a task. */
export interface Held {
  /** An agent's name, or a person's login. */
  readonly name: string;
  readonly since: Millis;
  readonly token: number;
}

export interface ReadyFilter {
  readonly repository: { readonly owner: string; readonly repo: string } | undefined;
  readonly track: string | undefined;
  /** Only the tasks of the space with this number, in `repository`. */
  readonly space?: number | undefined;
  /** Only tasks assigned to this login; `null` for unassigned tasks. */
  readonly assignee: string | null | undefined;
  /** Only tasks that require nothing but what this agent declares in the settings. */
  readonly for?: string | undefined;
  readonly limit: number;
  /** Only repositories with one of these IDs. */
  readonly among?: readonly RepositoryId[] | undefined;
}
