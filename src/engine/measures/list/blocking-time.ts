import type { Measure, Week } from "../measure.ts";
import { mean, percentile, unionLength } from "../statistics.ts";

export const blockingTime: Measure = {
  name: "blocking-time",
  title: "Blocking time",
  formula:
    "How long at least one question or escalation held up a task, for the tasks that one of them stopped holding up in the week.",
  target: { is: "below", value: 30 * 60_000 },
  main: "mean",
  unit: "time",
  source: "records",
  numbers: (week) => {
    const tasks = new Set(week.of("held").flatMap(({ about }) => about ?? []));
    const held = [...tasks].flatMap((task) => heldFor(week, task) ?? []);
    return { cases: held.length, mean: mean(held), p90: percentile(held, 0.9) };
  },
};

/** Undefined if the task is not known. */
function heldFor(week: Week, task: string): number | undefined {
  const about = week.aboutTask(task);
  const openedAt = about.find(({ type }) => type === "task-opened")?.at;
  if (openedAt === undefined) return undefined;
  const held = about.filter(({ type }) => type === "held");
  return unionLength(
    held.map(({ since = openedAt, at = week.now }) => {
      const from = Math.max(since, openedAt);
      return { from, to: Math.max(from, at) };
    }),
  );
}
