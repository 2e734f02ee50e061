import type { Measure, Week } from "../measure.ts";
import type { MomentType } from "../moment.ts";
import { dayMs } from "../statistics.ts";

/** On a day with one of them, somebody was at work in the repository. */
const work: readonly MomentType[] = [
  ...(["asked", "task-opened", "task-closed", "handed-over", "escalated", "commanded"] as const),
];

export const humanActs: Measure = {
  name: "human-acts",
  title: "Human acts",
  formula:
    "Comments by people in the week with commands that counted, for each repository and day on which anything happened there.",
  target: { is: "below", value: 10 },
  main: "perDay",
  unit: "count",
  source: "records",
  numbers: (week) => {
    const acts = week.of("commanded").filter((each) => !week.isAgent(each)).length;
    return {
      perDay: per(acts, daysWithWork(week)),
      perTask: per(acts, week.of("task-closed").length),
      cases: acts,
    };
  },
};

function per(acts: number, cases: number): number | undefined {
  return cases === 0 ? undefined : acts / cases;
}

/** Each repository has its own days. */
function daysWithWork(week: Week): number {
  const days = new Map<string, Set<number>>();
  for (const { repositoryId, at = 0 } of work.flatMap((type) => week.of(type))) {
    const known = days.get(repositoryId) ?? new Set();
    days.set(repositoryId, known.add(Math.floor(at / dayMs)));
  }
  return [...days.values()].reduce((sum, { size }) => sum + size, 0);
}
