/**
 * Decides whether the coordinator may answer a question at all. Wording that reserves a decision to people
 * stops it; mere doubt turns an answer into a suggestion. The class that the asker declares can only make a
 * decision heavier, never lighter.
 */
import { passing, stopping, type Verdict } from "../gates/gate.ts";
import type { WrittenQuestion } from "../written-question.ts";
import { declaredClass, isForPeople, nameOf } from "./decision-class.ts";
import { newPackages } from "./packages.ts";
import { doubtsIn, reservedIn } from "./reserved.ts";

export interface Authority {
  /** Fails for a decision that only people may make. */
  readonly reserved: Verdict;
  /** Fails if an answer must become a suggestion. */
  readonly doubt: Verdict;
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
    ...reservedIn(question),
    ...packages.map((name) => `${nameOf("new-dependency")}: no manifest lists the package \`${name}\`.`),
  ];
  const doubts = [
    ...(written !== "" && declared === undefined
      ? ["The declared decision class is not in the policy."]
      : []),
    ...doubtsIn(question),
  ];
  return {
    reserved: reserved.length > 0 ? stopping(reserved) : passing("Nothing in it is reserved for people."),
    doubt: doubts.length > 0 ? stopping(doubts) : passing("Nothing in it is reserved for people."),
  };
}
