import type { Measure } from "../measure.ts";
import { ratio } from "../statistics.ts";

export const handoverCompleteness: Measure = {
  name: "handover-completeness",
  title: "Handover completeness",
  formula: "Handovers opened in the week that were never marked `needs-fix`, of all opened in it.",
  target: { is: "at least", value: 1 },
  main: "share",
  unit: "share",
  source: "ledger",
  numbers: ({ of, ledger }) => {
    if (ledger === undefined) return undefined;
    const opened = of("handed-over").filter(({ at = 0 }) => at >= ledger.since);
    return ratio(opened.filter(({ issueId }) => !ledger.neededFix(issueId)).length, opened.length);
  },
};
