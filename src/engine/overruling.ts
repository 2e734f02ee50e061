/** A person who decided a contradiction for the later answer changes which answer is accepted. */
import { candidatesFor } from "./candidates.ts";
import { escalationsAbout } from "./escalations.ts";
import type { Accepted } from "./memory.ts";
import { occasionOf } from "./occasion.ts";
import type { Situation } from "./rule.ts";

/** Of the two options, the one that stands for the answer that is not accepted. */
const theOther = 2;

/** What takes the place of `accepted`, if somebody decided so. */
export function overrulingOf(situation: Situation, accepted: Accepted): Accepted | undefined {
  const { view, record } = situation;
  for (const escalation of escalationsAbout(view, record.seen.id)) {
    const { decided } = escalation.memory;
    const occasion = occasionOf(view, escalation);
    const [first, second] = occasion?.reason === "contradiction" ? occasion.detail.split(":") : [];
    if (decided?.option !== theOther || first !== accepted.answer || second === undefined) continue;
    const answer = candidatesFor(situation).find(({ id }) => id === second);
    const { by, createdAt, row, text } = decided;
    const number = answer === undefined ? escalation.seen.number : answer.number;
    return {
      ...{ answer: second, by, createdAt, row, decision: answer?.decision ?? text, overrules: first },
      ...(number === undefined ? {} : { number }),
    };
  }
  return undefined;
}
