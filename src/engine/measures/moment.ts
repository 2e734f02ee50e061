/**
 * Defines moments: what happened to an issue, and when, as its record alone shows it. Figures are counted from them.
 * They are derived again whenever the record changes, so a rebuilt index has the same ones.
 */
import type { Millis } from "../../base/clock.ts";
import type { Ref } from "../../protocol/references/ref.ts";
import type { NodeId, RepositoryId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** Raise it when records give other moments than before: those of existing indexes are then derived again. */
export const momentsVersion = 2;

export type MomentType =
  /** A question was opened. */
  | "asked"
  /** A question got its answer. `since`: when it was opened; `by`: whose words; `about`: the issue with the answer. */
  | "answered"
  /** A question has no answer yet. `since`: when it was opened. Without a time of its own. */
  | "waits"
  /** A person replaced the accepted answer, which `about` names. */
  | "overruled"
  /** The coordinator's answer counted. `about`: the question; `by`: the person who approved it, if one did. */
  | "coordinator-answered"
  /** An escalation was opened. */
  | "escalated"
  /** A person decided an escalation. */
  | "decided"
  /** The default of an escalation was taken at its deadline. */
  | "defaulted"
  /** An escalation was closed undecided. */
  | "dropped"
  /** A person decided for what the coordinator recommended. */
  | "recommendation-taken"
  /** A person decided for something else. */
  | "recommendation-left"
  /** A question or an escalation no longer holds up the task that `about` names. Without a time while it does. */
  | "held"
  /** A task was opened. `about`: itself, as texts name it. */
  | "task-opened"
  /** A task was closed as completed. `since`: when it was opened. */
  | "task-closed"
  /** A task or a question was reopened. GitHub shows the last time only. */
  | "reopened"
  /** A task was told that nothing blocks it. `since`: when its last blocker was resolved. */
  | "woken"
  /** A handover was opened, for the task that `about` names. */
  | "handed-over"
  /** A handover was accepted. `since`: when it was opened; `by`: the person who accepted it in spite of the verdict. */
  | "handover-accepted"
  /** A handover of a complete task was accepted. */
  | "completed"
  /** A handover was closed without having been accepted. `since`: when it was opened. */
  | "handover-withdrawn"
  /** Somebody wrote a command that counted. */
  | "commanded";

export interface Moment {
  readonly type: MomentType;
  readonly issueId: NodeId;
  readonly repositoryId: RepositoryId;
  /** Absent for what is not over. */
  readonly at?: Millis | undefined;
  readonly since?: Millis | undefined;
  /** Node id of an account: what people call it, and whether it is an agent's, is asked when figures are shown. */
  readonly by?: NodeId | undefined;
  /** An issue's node id; for a task, its name. */
  readonly about?: string | undefined;
}

/** What a moment says besides the issue that it is of. */
export type Said = Omit<Moment, "issueId" | "repositoryId">;

/** Names a task of the record's own repository by `R_1#12`, and one of another by `acme/web#12`, in lower case. */
export function taskName({ seen }: Pick<IssueRecord, "seen">, { owner, repo, number }: Ref): string {
  if (owner === undefined || repo === undefined) return `${seen.repositoryId}#${number}`;
  return `${owner}/${repo}#${number}`.toLowerCase();
}
