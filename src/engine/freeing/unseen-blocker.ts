/** Names blockers of which GitHub shows us nothing but that they are there: an issue elsewhere. */

/**
 * Stands for each of them in what a task keeps and in what an escalation seals: nothing says which one it was. No text shows
 * it, and no release changes it, or each task that it holds would be free.
 */
export const unseenBlocker = "unseen";

const mayNotRead = "that signalbox may not read";

/** One whose dependency was removed, as shown to people. */
export const unseenName = `an issue ${mayNotRead}`;

/** @param count how many of a task's dependencies lead to such issues */
export function nameUnreadable(count: number): string {
  return `${count} ${mayNotRead}`;
}
