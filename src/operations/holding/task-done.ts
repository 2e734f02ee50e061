/** That a run's own handover was accepted, which ended its lease and what it may read. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { type FullRef, parseRefs, refKey, resolveRef } from "../../protocol/references/ref.ts";

export const doneTaskShape = z.object({
  task: z.object({ owner: z.string(), repo: z.string(), number: z.number() }),
  /** As texts in the task's repository name it: `#19`. */
  handover: z.string(),
});
export type DoneTask = Readonly<z.output<typeof doneTaskShape>>;

/** Rejects what a run wants to read after that. */
export class TaskDone extends UserError {
  readonly done: DoneTask;

  constructor(message: string, done: DoneTask) {
    super(message, { code: "no-login" });
    this.done = done;
  }
}

/** Whether its handover is this issue. */
export function isHandoverOf({ task, handover }: DoneTask, issue: FullRef): boolean {
  const [ref] = parseRefs(handover);
  return ref !== undefined && refKey(resolveRef(ref, task)) === refKey(issue);
}
