/**
 * Decides whether the coordinator may answer a question at all. The class that the asker declares can only make a decision
 * heavier, never lighter: one that is people's stops it. Wording alone turns an answer into a suggestion. Never let it do
 * more: it also stands in questions that ask for no such decision, and people would be asked about those.
 */

import { declaredClass, isForPeople, nameOf } from "../../engine/reserved/decision-class.ts";
import { newPackages } from "../../engine/reserved/packages.ts";
import { doubtsIn, reservedIn } from "../../engine/reserved/reserved-words.ts";
import { passing, stopping, type Verdict } from "../gates/gate.ts";
import type { WrittenQuestion } from "../written-question.ts";

export interface Authority {
  /** Fails for a decision that only people may make. */
  readonly reserved: Verdict;
  /** Fails if an answer must become a suggestion. */
  readonly doubt: Verdict;
  /** Whether words suggest that it is for people. */
  readonly mayBeReserved: boolean;
}

/** @param manifests the names of all packages that the repository already depends on */
export function authorityOver(
  question: Pick<WrittenQuestion, "title" | "body" | "decisionClass">,
  manifests: ReadonlySet<string>,
): Authority {
  const written = question.decisionClass?.trim() ?? "";
  const declared = declaredClass(written);
  const packages = newPackages(`${question.title}\n${question.body}`, manifests);
  const reserved = [
    ...(declared !== undefined && isForPeople(declared)
      ? [`The asker declares a decision reserved for people: ${nameOf(declared)}.`]
      : []),
  ];
  const found = [
    ...reservedIn(question),
    ...packages.map((name) => `${nameOf("new-dependency")}: no manifest lists the package \`${name}\`.`),
  ];
  const doubts = [
    ...(written !== "" && declared === undefined
      ? ["The declared decision class is not in the policy."]
      : []),
    ...(found.length > 0 ? found : doubtsIn(question)),
  ];
  return {
    reserved: reserved.length > 0 ? stopping(reserved) : passing("Nothing in it is reserved for people."),
    doubt: doubts.length > 0 ? stopping(doubts) : passing("Nothing in it is reserved for people."),
    mayBeReserved: found.length > 0,
  };
}
