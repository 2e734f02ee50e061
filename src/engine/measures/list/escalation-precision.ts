import type { Measure } from "../measure.ts";
import { ratio } from "../statistics.ts";

export const escalationPrecision: Measure = {
  name: "escalation-precision",
  title: "Escalation precision",
  formula:
    "Escalations that a person decided in the week, of all that ended in it: decided, by default, or closed undecided.",
  target: { is: "at least", value: 0.8 },
  main: "share",
  unit: "share",
  source: "records",
  numbers: (week) => {
    const decided = week.of("decided").length;
    return ratio(decided, decided + week.of("defaulted").length + week.of("dropped").length);
  },
};
