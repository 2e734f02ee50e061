import type { Measure, Week } from "../measure.ts";
import type { Moment } from "../moment.ts";
import { isWithin, ratio } from "../statistics.ts";

const days = 14;

/**
 * GitHub shows the last closing alone. An earlier one is dated by the handover that completed the task, otherwise by
 * the reopening that followed.
 */
export const reworkRate: Measure = {
  name: "rework-rate",
  title: "Rework rate",
  formula: `Tasks first closed in the week that were reopened or handed over again within ${days} days, of all first closed in it.`,
  target: { is: "at most", value: 0.1 },
  main: "share",
  unit: "share",
  source: "records",
  settlesAfterDays: days,
  numbers: (week) => {
    const seen = (["task-closed", "reopened", "completed"] as const).flatMap((type) => week.of(type));
    const names = new Set(seen.flatMap(({ about }) => about ?? []));
    const closed = [...names].map((name) => firstClosing(week, name)).filter((each) => each !== undefined);
    return ratio(closed.filter(({ isReworked }) => isReworked).length, closed.length);
  },
};

/** Undefined if the task is unknown, or was first closed in another week. */
function firstClosing(week: Week, name: string): { readonly isReworked: boolean } | undefined {
  const about = week.aboutTask(name);
  const at = Math.min(...about.flatMap(endsIn));
  const isTask = about.some(({ type }) => type === "task-opened");
  if (!isTask || at < week.from || at >= week.to) return undefined;
  const isAgain = (each: Moment): boolean =>
    each.type === "reopened" || (each.type === "handed-over" && (each.at ?? 0) > at);
  return { isReworked: about.some((each) => isAgain(each) && isWithin(each, at, days)) };
}

function endsIn({ type, at }: Moment): readonly number[] {
  const isEnd = type === "task-closed" || type === "completed" || type === "reopened";
  return isEnd && at !== undefined ? [at] : [];
}
