import type { Measure } from "../measure.ts";
import type { Moment } from "../moment.ts";
import { ratio } from "../statistics.ts";

export const handoverQuality: Measure = {
  name: "handover-quality",
  title: "Handover quality",
  formula:
    "Handovers accepted in the week at the first attempt, never marked `needs-fix` and without `/accept`, of all accepted or withdrawn in it.",
  target: { is: "at least", value: 0.8 },
  main: "share",
  unit: "share",
  source: "ledger",
  numbers: ({ of, ledger }) => {
    if (ledger === undefined) return undefined;
    const isKnown = ({ since = 0 }: Moment): boolean => since >= ledger.since;
    const accepted = of("handover-accepted").filter(isKnown);
    const good = accepted.filter(({ issueId, by }) => by === undefined && !ledger.neededFix(issueId));
    return ratio(good.length, accepted.length + of("handover-withdrawn").filter(isKnown).length);
  },
};
