import type { Measure } from "../measure.ts";
import { ratio } from "../statistics.ts";
import { isAutonomous } from "./who-answered.ts";

export const autonomyRate: Measure = {
  name: "autonomy-rate",
  title: "Autonomy rate",
  formula:
    "Questions answered in the week by the coordinator without a person's approval, of all questions answered in it.",
  target: { is: "at least", value: 0.8 },
  main: "share",
  unit: "share",
  source: "records",
  numbers: (week) => {
    const answered = week.of("answered");
    return ratio(answered.filter((each) => isAutonomous(week, each)).length, answered.length);
  },
};
