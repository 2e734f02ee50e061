/**
 * `/decide`: a person chooses one of the options, once, and as they read then: a number alone says nothing of what
 * somebody made of them since. A newcomer would let whoever is trusted decide; an escalation asks for a person, and one
 * that the policy lets settle the question that it is about.
 */
import type { DecideCommand } from "../../protocol/commands/decide.ts";
import { isPerson, type Ruling, rulingOn } from "../authority.ts";
import { escalationStanding, isSetAside } from "../escalations.ts";
import type { Actor } from "../fact.ts";
import { escalationIn, regardedBy } from "../regarding.ts";
import { lookAgain, type Situation } from "../rule.ts";
import { roleIn } from "../snapshot.ts";
import { isAdmitted } from "../trust.ts";
import { type Order, refused } from "./order.ts";

export const decide: Order<DecideCommand> = (situation, { option, because }, { id, author, createdAt }) => {
  const { view, record } = situation;
  const escalation = escalationIn(record);
  if (record.reading.kind !== "escalation")
    return refused("Only an escalation is decided by its options, and this issue is none.");
  if (escalation === undefined || !isAdmitted(record))
    return refused("The escalation cannot be read as it stands, so its options cannot be told.");
  if (record.memory.decided?.comment === id) return { type: "done" };
  const standing = escalationStanding(view, record);
  if (standing.is === "decided") return refused(`It is decided: option ${standing.decided.option}.`);
  if (standing.is !== "open") return refused("It is closed, so nothing is left to decide.");
  if (isSetAside(situation, record))
    return refused(
      "What it is about was edited since by somebody without write access. Approve that first, as its status comment shows, and decide again.",
    );
  if ((record.seen.editedAt ?? 0) >= createdAt)
    return refused("It was edited since, so its options may be others now. Look at them, and decide again.");
  const chosen = escalation.options[option - 1];
  if (chosen === undefined) return refused(`It has the options 1 to ${escalation.options.length}.`);
  const ruling = rulingOnDecision(situation, author);
  if (ruling.allowed === "unknown") return { type: "elsewhere" };
  if (!ruling.allowed) return refused(ruling.because);
  const by = { id: author.id, login: author.login };
  const decided = {
    comment: id,
    option,
    text: chosen,
    because: because ?? "",
    by,
    createdAt,
    row: ruling.row,
  };
  const regarded = regardedBy(view, record);
  const looks = regarded === undefined ? [] : [lookAgain(regarded, 0, "An escalation about it was decided.")];
  return { type: "done", memory: { ...record.memory, decided }, looks };
};

function rulingOnDecision({ view, record, context }: Situation, by: Actor): Ruling {
  if (!isPerson(by, context)) return { allowed: false, because: "An escalation is for a person to decide." };
  const regarded = regardedBy(view, record);
  const ruling = regarded?.reading.kind === "question" ? rulingOn(view, regarded, by, context) : undefined;
  if (ruling !== undefined && ruling.allowed !== true) return ruling;
  if (record.seen.author?.id === by.id)
    return { allowed: false, because: "Whoever opens an escalation does not decide it." };
  if (ruling !== undefined) return ruling;
  const role = roleIn(view, record.seen.repositoryId, by.id);
  return { allowed: true, row: `write access decides about tasks (role ${role})` };
}
