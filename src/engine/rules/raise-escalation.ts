/** Where only a person can say how it goes on, one is asked, once for each occasion, by an issue with options. */
import { openIssue } from "../opened.ts";
import { contradiction } from "../reasons/contradiction.ts";
import { deadBlocker } from "../reasons/dead-blocker.ts";
import { overdue } from "../reasons/overdue.ts";
import { proposed } from "../reasons/proposed.ts";
import type { Need } from "../reasons/reason.ts";
import { ring } from "../reasons/ring.ts";
import { unmerged } from "../reasons/unmerged.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { isAdmitted } from "../trust.ts";

export const raiseEscalation: ShowRule = { name: "raise-escalation", show };

const reasons: readonly ((situation: Situation) => readonly Need[])[] = [
  proposed,
  overdue,
  contradiction,
  deadBlocker,
  ring,
  unmerged,
];

function show(situation: Situation) {
  if (!isAdmitted(situation.record)) return nothing;
  const needs = reasons.flatMap((reason) => reason(situation));
  return { wishes: needs.flatMap((need) => raise(situation, need)) };
}

function raise(situation: Situation, { outcome, title, data, because }: Need): readonly Wish[] {
  const { render, settings } = situation.context;
  const { deadline } = settings.escalations;
  return openIssue(situation, {
    ...{ outcome, kind: "escalation", title: `Escalation: ${title}` },
    labels: [`urgency:${data.urgency}`],
    body: render({ name: "opened-escalation", data: { ...data, deadline } }),
    reason: { rule: raiseEscalation.name, because },
  });
}
