import type { Measure } from "../measure.ts";
import { ratio } from "../statistics.ts";

export const agreement: Measure = {
  name: "agreement",
  title: "Agreement",
  formula:
    "Decisions by people in the week for the option that the coordinator recommended, of all where it recommended one.",
  main: "share",
  unit: "share",
  source: "records",
  numbers: (week) => {
    const taken = week.of("recommendation-taken").length;
    return ratio(taken, taken + week.of("recommendation-left").length);
  },
};
