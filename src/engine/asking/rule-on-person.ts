/** Rules on a person who decides an issue for others: one whose text they did not make, and within the policy. */
import { denyComment, type Ruling, rulingOn, wayOfPerson, whyNotChanger } from "../admission/authority.ts";
import { whyNoDecider } from "../admission/deciders.ts";
import { mayBeOwnAgents, refuseOwnWords } from "../admission/own-words.ts";
import { isSameLogin, type Voice } from "../admission/speaking/voice.ts";
import { isOwnText } from "../admission/text-makers.ts";
import type { RuleInput } from "../model/rule.ts";
import { type IssueRecord, roleIn } from "../model/snapshot.ts";

interface Deciding {
  /** What is decided about: who may answer a question is the policy's to say. */
  readonly about: IssueRecord | undefined;
  /** What the issue is, in words. */
  readonly name: "escalation" | "vote";
}

/** @param by a person; of what their own login wrote, only they themselves decide, and not by a comment if agents use it */
export function rulingOnPerson(
  { view, record, context }: RuleInput,
  by: Voice,
  { about, name }: Deciding,
): Ruling {
  const ruling = about?.reading.kind === "question" ? rulingOn(view, about, by, context) : undefined;
  if (ruling !== undefined && ruling.allowed !== true) return ruling;
  if (mayBeOwnAgents(view, record, by)) return denyComment(by);
  const refusal = refuseOwnWords(by, context);
  if (refusal !== undefined && isOwnText(record, by))
    return {
      allowed: false,
      because: isOpener(record, by)
        ? `You opened this ${name}, so someone else with write access has to decide it.${wayOfPerson(by)}`
        : whyNotChanger(by, name),
    };
  if (ruling !== undefined) return ruling;
  const role = roleIn(view, record.seen.repositoryId, by.id);
  const unknown = whyNoDecider(by, role, context.settings);
  if (unknown !== undefined) return { allowed: false, because: unknown };
  return { allowed: true, row: `write access decides about tasks (role ${role})` };
}

function isOpener({ seen: { author } }: IssueRecord, by: Voice): boolean {
  return author !== undefined && isSameLogin(author, by);
}
