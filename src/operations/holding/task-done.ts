/** That a run's own handover was accepted, which ended its lease and what it may read. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";

export const doneTaskShape = z.object({
  task: z.object({ owner: z.string(), repo: z.string(), number: z.number() }),
  /** As texts in the task's repository name it: `#19`. */
  handover: z.string(),
});
export type DoneTask = Readonly<z.output<typeof doneTaskShape>>;

export class TaskDone extends UserError {
  readonly done: DoneTask;

  constructor(message: string, done: DoneTask) {
    super(message, { code: "refused" });
    this.done = done;
  }
}
