/**
 * The last gates before an answer is proposed: does a policy row let the coordinator answer it, and is the
 * text free of secrets?
 */
import { coordinatorRow } from "../../engine/admission/authority.ts";
import type { Question } from "../../protocol/kinds/question.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { passing, stopping, type Verdict } from "./gate.ts";
import { outputScan } from "./output-scan.ts";

export interface NamedVerdict extends Verdict {
  readonly gate: string;
  /** False if another gate replaces it: its verdict is reported but does not stop the answer. */
  readonly isAsked: boolean;
}

/** @param words the text that would be written */
export function finalGates(
  question: Question,
  found: string | undefined,
  words: readonly string[],
  { settings, secrets }: { readonly settings: Settings; readonly secrets: readonly string[] },
): readonly NamedVerdict[] {
  return [
    { gate: "policy", isAsked: true, ...policyGate(question, found, settings) },
    { gate: "output scan", isAsked: true, ...outputScan(words, secrets) },
  ];
}

function policyGate(question: Question, found: string | undefined, settings: Settings): Verdict {
  const row = coordinatorRow(question, found, settings);
  return row === undefined
    ? stopping(["No row of the policy lets the coordinator decide it."])
    : passing(`Row "${row.name}" of the policy lets the coordinator decide it.`);
}
