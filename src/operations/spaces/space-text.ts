/** The lines that show a space: its progress and its tasks. */
import type { SpaceProgress, SpaceTask } from "../board/space-card.ts";
import { oneLine } from "../output/terminal-text.ts";

export function progressLine({ total, closed, blocked, started, ready }: SpaceProgress): string {
  if (total === 0) return "No tasks yet.";
  const counts = [
    [blocked, "blocked"],
    [started, "in progress"],
    [ready, "ready"],
  ] as const;
  const rest = counts.flatMap(([count, word]) => (count > 0 ? [`, ${count} ${word}`] : []));
  return `Tasks: ${closed} of ${total} closed${rest.join("")}.`;
}

export function taskLines(tasks: readonly SpaceTask[]): readonly string[] {
  return tasks.map(({ ref, title, state, status, holder }) => {
    const held = holder === undefined ? "" : `, held by ${oneLine(holder, 40)}`;
    return `  ${ref} (${status ?? state}${held}) ${oneLine(title, 80)}`.trimEnd();
  });
}
