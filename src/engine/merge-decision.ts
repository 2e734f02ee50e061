/**
 * What a person decided about an accepted handover that GitHub would not merge. A newcomer would go by the option's words;
 * people may edit those, and its number stays.
 */
import { escalationsAbout } from "./escalations.ts";
import { settledInForce } from "./handovers.ts";
import type { MergeDecision } from "./memory.ts";
import { commitNamed, occasionOf } from "./occasion.ts";
import type { Situation } from "./rule.ts";

/** In the order in which they are offered. */
export const mergeOptions: readonly { readonly choice: MergeDecision["choice"]; readonly text: string }[] = [
  { choice: "try", text: "signalbox tries again now, and merges it as soon as GitHub does." },
  { choice: "leave", text: "It counts as accepted as it is, and people merge it by hand." },
  {
    choice: "refuse",
    text: "It is refused, for the reason given with the decision, until it is edited or pushed.",
  },
];

/** The newest one about what is accepted now; undefined if there is none. */
export function mergeDecisionFor({ view, record }: Situation): MergeDecision | undefined {
  const settled = settledInForce(record);
  if (settled?.commit === undefined) return undefined;
  const { body, commit } = settled;
  const decisions = escalationsAbout(view, record.seen.id).flatMap((escalation): readonly MergeDecision[] => {
    const { decided } = escalation.memory;
    const occasion = occasionOf(view, escalation);
    if (decided === undefined || occasion === undefined || commitNamed(occasion) !== commit) return [];
    const choice = mergeOptions[decided.option - 1]?.choice;
    if (choice === undefined) return [];
    const { by, because, createdAt } = decided;
    return [{ body, commit, choice, escalation: escalation.seen.number, by, because, createdAt }];
  });
  return decisions.toSorted((a, b) => b.createdAt - a.createdAt)[0];
}
