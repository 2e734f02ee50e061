import type { Measure } from "../measure.ts";
import { dayMs, percentile, spans } from "../statistics.ts";

export const leadTime: Measure = {
  name: "lead-time",
  title: "Lead time",
  formula: "From the opening of a task until it was closed as completed, for the tasks closed in the week.",
  main: "p50",
  unit: "time",
  source: "records",
  numbers: (week) => {
    const took = spans(week.of("task-closed"));
    return { cases: took.length, p50: percentile(took, 0.5) };
  },
};

export const throughput: Measure = {
  name: "throughput",
  title: "Throughput",
  formula: "Tasks closed as completed per day; in the current week, per day so far.",
  main: "perDay",
  unit: "count",
  source: "records",
  numbers: (week) => {
    const closed = week.of("task-closed").length;
    const days = (Math.min(week.to, week.now) - week.from) / dayMs;
    return { cases: closed, perDay: closed / Math.max(1, days) };
  },
};
