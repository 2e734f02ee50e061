/** Turns ordinary issues into tasks: the label, and their text as the goal. */
import { readMessage } from "../../protocol/message.ts";

export interface PlainIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

export type Retyped =
  | {
      readonly type: "task";
      readonly issue: PlainIssue;
      readonly body: string;
      readonly labels: readonly string[];
    }
  /** It is left as it is; `why` is the end of a sentence. */
  | { readonly type: "left"; readonly issue: PlainIssue; readonly why: string };

const taskLabel = "kind:task";

/** What becomes of each. A text that would not be read whole as a task is left alone. */
export function asTask(issue: PlainIssue): Retyped {
  const { title, body, labels } = issue;
  const before = readMessage({ title, body, labels });
  if (before.kind !== undefined)
    return {
      type: "left",
      issue,
      why: `it is ${before.kind === "answer" ? "an answer" : `a ${before.kind}`} already`,
    };
  const goal = `### Goal\n\n${withoutSections(body.trim() === "" ? title : body).trim()}\n`;
  const after = [...labels, taskLabel];
  const reading = readMessage({ title, body: goal, labels: after });
  const problem = reading.kind === undefined ? undefined : reading.problems[0];
  if (reading.kind !== "task" || reading.message === undefined || problem !== undefined)
    return { type: "left", issue, why: "its text cannot be read as a task's goal; write it by hand" };
  return { type: "task", issue, body: goal, labels: after };
}

/** A heading of the third level or above would begin a section of its own. */
function withoutSections(body: string): string {
  let fence: string | undefined;
  return body
    .split(/\r?\n/)
    .map((line) => {
      const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
      if (mark !== undefined && (fence === undefined || fence === mark))
        fence = fence === undefined ? mark : undefined;
      return fence === undefined ? line.replace(/^( {0,3})#{1,3}(?=[ \t])/, "$1####") : line;
    })
    .join("\n");
}
