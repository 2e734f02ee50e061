/** How an escalation was decided, and which of its options decide nothing. */
import type { Memory } from "./memory.ts";
import type { IssueRecord } from "./snapshot.ts";

/** "for option 2", "in their own words". */
export function choiceIn({ option }: NonNullable<Memory["decided"]>): string {
  return option === undefined ? "in their own words" : `for option ${option}`;
}

/** What earlier releases offered where nobody had named enough options: no answer to any question. */
const fillers: ReadonlySet<string> = new Set([
  "Decide otherwise, in your own words",
  "Leave it open and say what is missing",
  "Whoever asked chooses, and writes down what and why.",
]);

/** Whether an option of an escalation of ours stands for no decision. People's own options are theirs. */
export function isFiller({ seen }: IssueRecord, text: string): boolean {
  return seen.opened !== undefined && fillers.has(text.trim());
}
