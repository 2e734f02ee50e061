/** The main story, as people write it: a task, a question that blocks it, the answer. */
import type { Actor } from "../support/actor.ts";

const taskBody =
  "### Goal\n\nPeople can sign in with an e-mail address and a password.\n\n### Priority\n\np1\n";

const questionBody = (task: number): string =>
  [
    `### Blocking task\n\n#${task}`,
    "### Category\n\narchitecture",
    "### Urgency\n\nblocking",
    "### Context\n\nThe token has to last longer than a page view. Both kinds would do.",
  ].join("\n\n");

export const answerText = "/answer Opaque tokens in a table.\n\nThey can be taken back at once.";

export const openTask = (as: Actor, title: string): Promise<number> =>
  as.open(title, taskBody, ["kind:task"]);

export const ask = (as: Actor, task: number): Promise<number> =>
  as.open(`Q: Which token for #${task}?`, questionBody(task), ["kind:question"]);
