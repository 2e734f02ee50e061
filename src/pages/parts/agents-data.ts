/** What the page about agents is made from. */
import type { z } from "zod";
import type { agentsOutput } from "../../operations/agents.ts";
import type { TaskOutput } from "../../operations/board/board-shape.ts";
import type { locksOutput } from "../../operations/locks/locks.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";

export type AgentView = z.output<typeof agentsOutput>["agents"][number] & {
  /** How many notes it has not read; undefined where the reader may not know. */
  readonly unread: number | undefined;
};

export type LockView = NonNullable<z.output<typeof locksOutput>["locks"]>[number];

/** A task that an agent or a person holds, or that is assigned to somebody who has begun. */
export type HeldView = Pick<TaskOutput, "owner" | "repo" | "number" | "title"> & {
  readonly who: string;
  readonly since: number | undefined;
  readonly status: "ready" | "in-progress" | "in-review" | "blocked";
};

/** A vote or a contract that is open. */
export type AgreementView = Pick<TaskOutput, "owner" | "repo" | "number" | "title"> & {
  readonly kind: "vote" | "contract";
  /** Who has not spoken. */
  readonly missing: readonly string[];
  readonly objections: readonly string[];
  /** When it ends; only of a vote that can be read. */
  readonly endsAt: number | undefined;
};

export interface AgentsView {
  /** The repository that the page is about; undefined if there is none. */
  readonly home: RepositoryName | undefined;
  readonly repositories: readonly string[];
  readonly agents: readonly AgentView[];
  readonly held: readonly HeldView[];
  readonly agreements: readonly AgreementView[];
  readonly locks: readonly LockView[];
  /** Why the locks were not found, in a sentence. */
  readonly problem: string | undefined;
}
