import type { Millis } from "../../../base/clock.ts";
import type { NodeId } from "../../model/fact.ts";
import type { Measure, Week } from "../measure.ts";
import type { Moment } from "../moment.ts";
import { ratio } from "../statistics.ts";

export const handoverQuality: Measure = {
  name: "handover-quality",
  title: "Handover quality",
  formula:
    "Handovers accepted in the week at the first attempt, never marked `needs-fix` and without `/accept`, of all accepted or withdrawn in it.",
  target: { is: "at least", value: 0.8 },
  ...{ main: "share", unit: "share", source: "ledger" },
  numbers: (week) => {
    const { of, ledger } = week;
    if (ledger === undefined) return undefined;
    const isKnown = ({ issueId }: Moment): boolean => openedAt(week, issueId) >= ledger.since;
    const accepted = of("handover-accepted").filter(isKnown);
    const good = accepted.filter(({ issueId, by }) => by === undefined && !ledger.neededFix(issueId));
    return ratio(good.length, accepted.length + of("handover-withdrawn").filter(isKnown).length);
  },
};

function openedAt(week: Week, id: NodeId): Millis {
  return week.ofIssue(id).find(({ type }) => type === "handed-over")?.at ?? 0;
}
