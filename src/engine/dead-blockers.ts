/** Blockers of which nothing more is to be expected, so that only a person can say how a task goes on. */
import type { Blocker } from "./blockers.ts";

export function deadBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  return blockers.filter(({ verdict }) => verdict === "dead" || verdict === "lost");
}

/** The node id or the name of the blocker that such a name stands for. */
export function blockerNamed(death: string): string {
  return death.slice(0, death.lastIndexOf(":"));
}

/** Names a death: a blocker that is reopened and dies again is another occasion. */
export function nameOfDeath({ id, name, closedAt }: Blocker): string {
  return `${id ?? name}:${closedAt ?? 0}`;
}

export function isBlockerNamed(blocker: Blocker, death: string): boolean {
  return nameOfDeath(blocker) === death;
}
