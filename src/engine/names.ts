/** What an issue's text names: the tasks a question blocks, the question an answer settles, a task's blockers. */

import { unreachable } from "../base/errors.ts";
import type { Reading } from "../protocol/message.ts";
import type { Ref } from "../protocol/ref.ts";

export function namedIn(reading: Reading): readonly Ref[] {
  const message = reading.kind === undefined ? undefined : reading.message;
  if (message === undefined) return [];
  switch (message.kind) {
    case "task":
      return message.blockedBy;
    case "question":
      return message.blockingTasks;
    case "answer":
      return [message.answers];
    default:
      return unreachable(message);
  }
}
