/** How operations read which issues wait for which. */
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";

export interface GraphQuery {
  /** Only dependencies with an issue of this repository. */
  readonly repository: RepositoryName | undefined;
  /** Only dependencies with an issue on this track. */
  readonly track: string | undefined;
  /** Only what is at most so many steps away from an issue, in either direction. */
  readonly around: { readonly id: NodeId; readonly depth: number } | undefined;
  /** Closed issues, too. */
  readonly withClosed: boolean;
  /** How many issues. */
  readonly limit: number;
  /** Only dependencies with an issue in a repository with one of these IDs, and no way through others. */
  readonly among?: readonly RepositoryId[] | undefined;
}

export type GraphNode = ShownNode | HiddenNode;

export interface ShownNode extends FullRef {
  readonly type: "shown";
  readonly id: NodeId;
  readonly title: string;
  /** `issue` for one that is no message. */
  readonly kind: string;
  readonly state: "open" | "closed";
  readonly status: TaskStatus | undefined;
  readonly priority: string | undefined;
  readonly track: string | undefined;
  /** Whether the index has it, and not only the name that GitHub gives it in the dependency. */
  readonly isIndexed: boolean;
}

/** An issue that is not named: the reader may not see it, or GitHub does not show it to us. */
export interface HiddenNode {
  readonly type: "hidden";
  /** Different for each dependency, so that nobody learns that two of them lead to one issue. */
  readonly id: string;
}

export interface GraphEdge {
  readonly blocked: string;
  readonly blocker: string;
}

export interface Graph {
  /** The issues that others wait for, or that wait for others: the most urgent that wait come first. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Whether more issues would fit the query. */
  readonly isCut: boolean;
}
