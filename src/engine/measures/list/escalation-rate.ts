import type { Measure } from "../measure.ts";
import { ratio } from "../statistics.ts";

export const escalationRate: Measure = {
  name: "escalation-rate",
  title: "Escalation rate",
  formula: "Escalations opened in the week, divided by the questions opened in it. It should fall.",
  main: "share",
  unit: "share",
  source: "records",
  numbers: (week) => ratio(week.of("escalated").length, week.of("asked").length),
};
