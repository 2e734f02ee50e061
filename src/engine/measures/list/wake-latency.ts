import type { Measure } from "../measure.ts";
import { percentile, spans } from "../statistics.ts";

export const wakeLatency: Measure = {
  name: "wake-latency",
  title: "Wake latency",
  formula:
    "From the closing of a task's last blocker until the comment that says so, in the whole seconds that GitHub shows.",
  target: { is: "below", value: 2_000 },
  main: "p95",
  unit: "time",
  source: "records",
  numbers: (week) => {
    const took = spans(week.of("woken"));
    return { cases: took.length, p50: percentile(took, 0.5), p95: percentile(took, 0.95) };
  },
};
