/**
 * May the coordinator settle this at all? Default deny: what shows a decision that people make, or does not show what
 * it is, goes to people. A newcomer would let the classifier answer; rules, packages and classifier may each stop.
 */
import { passing, stopping, type Verdict } from "../gate.ts";
import { classifierTerms, forPeople, type TermModel } from "./classifier.ts";
import { type DecisionClass, declaredClass, isForPeople, type PeopleClass } from "./decision-class.ts";
import { newPackages } from "./packages.ts";
import { formOf, signsIn } from "./signs.ts";

interface Asked {
  readonly title: string;
  readonly body: string;
}

interface Seen {
  /** What shows a decision that people make. */
  readonly signs: readonly string[];
  /** What leaves the kind of decision open. */
  readonly doubts: readonly string[];
}

/** Why the words alone send a question to people; empty when they do not. */
export function seenIn({ title, body }: Asked): Seen {
  const signs = signsIn(`${title}\n${body}`).map(({ decision, seen }) => `${nameOf(decision)}: ${seen}.`);
  const form = formOf(title, body);
  if (form === "proposal")
    return { signs, doubts: ["It proposes a change, and the kind of decision cannot be told."] };
  if (form === "unclear") return { signs, doubts: ["It does not show what kind of decision it is."] };
  return { signs, doubts: [] };
}

/**
 * Below this probability the classifier knows a question as one about use, and its form alone sends it to nobody; signs
 * still do. `npm run train:answers -- --data DIR` prints what other limits let through; with 0.2 and the data of one
 * origin left out, one question of people was let through, with 0.15 none.
 */
const aboutUse = 0.15;

/** Why words and classifier together send a question to people; empty when they do not. */
export function reasonsFor({ signs, doubts }: Seen, probability: number): readonly string[] {
  return signs.length === 0 && probability < aboutUse ? [] : [...signs, ...doubts];
}

/**
 * From this probability on, not even a precedent lifts the classifier's doubt. Of the dev
 * questions that people must decide 61 of 97 reach it, of those that a record answers (adr-qa) one of 34.
 */
const certain = 0.75;

/** Gate (a): the class that the asker declares. A class that we do not know is people's; none says nothing. */
export function declaredGate(written: string | undefined): Verdict {
  if (written === undefined || written.trim() === "") return passing("The asker declares no decision class.");
  const declared = declaredClass(written);
  if (declared === undefined) return stopping(["The declared decision class is not in the policy."]);
  return isForPeople(declared)
    ? stopping([`The asker declares a decision that people make: ${nameOf(declared)}.`])
    : passing(`The asker declares a decision within the coordinator's authority: ${nameOf(declared)}.`);
}

/**
 * Gate (b). `manifests` holds the names of all packages that the repository already depends on. `hasPrecedent` says
 * that a recorded decision answers the question: people have decided then, so the classifier's doubt falls. Rules
 * stand: whoever proposes to depart from a decision asks people.
 */
export function authorityGate(
  question: Asked,
  manifests: ReadonlySet<string>,
  model: TermModel,
  hasPrecedent: boolean,
): Verdict {
  const probability = forPeople(model, classifierTerms(question.title, question.body));
  const reasons = [...reasonsFor(seenIn(question), probability)];
  for (const name of newPackages(`${question.title}\n${question.body}`, manifests))
    reasons.push(`${nameOf("new-dependency")}: no manifest lists the package \`${name}\`.`);
  if (probability >= model.threshold && !(hasPrecedent && probability < certain))
    reasons.push(
      `It reads like a decision that people make (${probability.toFixed(2)}, limit ${model.threshold}).`,
    );
  if (reasons.length > 0) return stopping(reasons);
  return passing(
    hasPrecedent
      ? "People have decided it: a record says how."
      : "Nothing in it is a decision that people make.",
  );
}

function nameOf(decision: DecisionClass | PeopleClass): string {
  return decision.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
}
