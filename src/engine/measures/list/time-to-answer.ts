import type { Measure, Numbers, Who } from "../measure.ts";
import { percentile, spans } from "../statistics.ts";
import { whoAnswered } from "./who-answered.ts";

export const timeToAnswer: Measure = {
  name: "time-to-answer",
  title: "Time to answer",
  formula: "From the opening of a question until its answer counted, for the questions answered in the week.",
  target: { is: "below", value: 5 * 60_000 },
  main: "p50",
  unit: "time",
  source: "records",
  numbers: (week) => {
    const answered = week.of("answered");
    const took = spans(answered);
    const byWho = Map.groupBy(answered, (each) => whoAnswered(week, each));
    const of = (who: Who, suffix: string): Numbers => {
      const theirs = spans(byWho.get(who) ?? []);
      return { [`casesBy${suffix}`]: theirs.length, [`p50By${suffix}`]: percentile(theirs, 0.5) };
    };
    return {
      cases: took.length,
      p50: percentile(took, 0.5),
      p90: percentile(took, 0.9),
      ...of("coordinator", "Coordinator"),
      ...of("agent", "Agent"),
      ...of("person", "Person"),
      ...of("default", "Default"),
    };
  },
};
