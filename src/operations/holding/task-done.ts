/** That a run's own handover was accepted, which ended its lease and what it may read. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { type FullRef, parseRefs, type Ref, refKey, resolveRef } from "../../protocol/references/ref.ts";
import type { OperationPorts } from "../operation.ts";

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

/** Whether the handover that was accepted is this issue. */
export function namesHandover({ task, handover }: DoneTask, issue: FullRef): boolean {
  const [ref] = parseRefs(handover);
  return ref !== undefined && refKey(resolveRef(ref, task)) === refKey(issue);
}

/** @param refs the task as a command names it, and as its text does, whose references count from there */
export function namesTask(
  { task }: DoneTask,
  { repository = task }: Pick<OperationPorts, "repository">,
  [given, completes]: readonly [Ref | undefined, Ref | undefined],
): boolean {
  const named = given && resolveRef(given, repository);
  const said = completes && resolveRef(completes, named ?? repository);
  return [named, said].every((ref) => ref === undefined || refKey(ref) === refKey(task));
}
