/** The status of an escalation: what to choose from and how, then what was chosen, by whom and why. */
import { toIsoSeconds } from "../../base/clock.ts";
import type { EscalationStatusData } from "../../protocol/text/status.ts";
import { defaultHoldsAt } from "../deadline.ts";
import { type Decided, escalationStanding, isSetAside } from "../escalations.ts";
import { escalationIn, regardedBy } from "../regarding.ts";
import type { Situation } from "../rule.ts";
import { endingOf, nameOfId, type StatusText } from "./parts.ts";

export function ofEscalation(situation: Situation): StatusText {
  const { view, record } = situation;
  const escalation = escalationIn(record);
  const regarded = regardedBy(view, record);
  const standing = escalationStanding(view, record);
  const data: EscalationStatusData = {
    standing: standing.is,
    moot: standing.is === "moot" ? standing.why : undefined,
    isSetAside: isSetAside(situation, record),
    regarding: regarded && nameOfId(situation, regarded.seen.id),
    options: (escalation?.options ?? []).map((text, index) => `${index + 1}. ${text}`).join("\n"),
    recommendation: escalation?.recommendation,
    byDefault: defaultOf(situation),
    ...decisionOf(standing.is === "decided" ? standing.decided : undefined),
    ...endingOf(situation),
  };
  return { text: { name: "status-escalation", data }, isNews: standing.is !== "closed" };
}

function defaultOf({ record, context }: Situation): EscalationStatusData["byDefault"] {
  const option = escalationIn(record)?.default;
  const from = defaultHoldsAt(record, context.settings);
  return option === undefined || from === undefined
    ? undefined
    : { option: String(option), from: toIsoSeconds(from) };
}

function decisionOf(decided: Decided | undefined) {
  return {
    option: decided && String(decided.option),
    decision: decided?.text,
    because: decided?.because,
    decidedBy: decided?.by.login,
    policyRow: decided?.row,
  };
}
