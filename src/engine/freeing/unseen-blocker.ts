/** Names blockers of which GitHub shows us nothing but that they are there: an issue elsewhere. */

const mayNotRead = "that signalbox may not read";

/** Stands for each of them whose dependency was removed: nothing says which one it was. */
export const unseenBlocker = `an issue ${mayNotRead}`;

/** @param count how many of a task's dependencies lead to such issues */
export function nameUnreadable(count: number): string {
  return `${count} ${mayNotRead}`;
}

/** Whether what held a task was such an issue. */
export function isUnreadableBlocker(name: string): boolean {
  return name.endsWith(mayNotRead);
}
