/** When an escalation has to be decided, and what holds where nobody has. Pure over a given moment. */
import type { Millis } from "../base/clock.ts";
import type { Memory } from "./memory.ts";
import { escalationIn } from "./regarding.ts";
import type { IssueRecord } from "./snapshot.ts";

/** Undefined where none is set. */
export function deadlineOf(escalation: IssueRecord): Millis | undefined {
  const deadline = escalationIn(escalation)?.deadline;
  if (deadline === undefined) return undefined;
  return deadline.type === "at" ? deadline.at : escalation.seen.createdAt + deadline.afterMs;
}

/** Nobody wrote a comment for it. */
export function isByDefault({ comment }: NonNullable<Memory["decided"]>): boolean {
  return comment === "";
}
