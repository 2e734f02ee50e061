/** The result of a survey for one repository, without reading its issues. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";

export interface Surveyed {
  readonly repository: Pick<RepositorySeen, "owner" | "name" | "isPrivate" | "isArchived">;
  /** The head of the default branch; undefined in a repository without commits. */
  readonly head: { readonly branch: string; readonly commit: string } | undefined;
  /** When an issue changed last; undefined if there is none. */
  readonly changedAt: Millis | undefined;
  readonly openIssues: number;
  /** The repository's first labels, or all of them. */
  readonly labels: readonly { readonly id: NodeId; readonly name: string }[];
  /** When GitHub was asked, by our clock. */
  readonly surveyedAt: Millis;
}
