import type { Measure, Week, Who } from "../measure.ts";
import type { Moment } from "../moment.ts";
import { percentile, spans } from "../statistics.ts";
import { whoAnswered } from "./who-answered.ts";

export const timeToAnswer: Measure = {
  name: "time-to-answer",
  title: "Time to answer",
  formula: "From the opening of a question until its answer counted, for the questions answered in the week.",
  target: { is: "below", value: 5 * 60_000 },
  ...{ main: "p50", unit: "time", source: "records" },
  numbers: (week) => {
    const answered = week.of("answered");
    const took = spans(answered);
    return {
      ...{ cases: took.length, p50: percentile(took, 0.5), p90: percentile(took, 0.9) },
      ...of(week, answered, "coordinator", "Coordinator"),
      ...of(week, answered, "agent", "Agent"),
      ...of(week, answered, "person", "Person"),
      ...of(week, answered, "default", "Default"),
    };
  },
};

function of(week: Week, answered: readonly Moment[], who: Who, suffix: string) {
  const took = spans(answered.filter((each) => whoAnswered(week, each) === who));
  return { [`casesBy${suffix}`]: took.length, [`p50By${suffix}`]: percentile(took, 0.5) };
}
