/**
 * Runs one question through the gates: an answer, a suggestion, nothing, or an escalation. Every gate runs,
 * even after one has failed, so that people see everything that is known.
 */

import type { Draft, DraftOutcome, FoundQuote, GateVerdict, Source } from "./answers/draft.ts";
import { type Findings, findingsOf } from "./answers/findings.ts";
import { authorityOver } from "./authority/authority-gate.ts";
import { conflictGate } from "./gates/conflict-gate.ts";
import { type EvidenceLimits, evidenceGate, limits as shippedLimits } from "./gates/evidence-gate.ts";
import { citationOf } from "./passage/passage.ts";
import { type Retrieval, retrieve } from "./search/retrieve.ts";
import type { SearchableStore } from "./search/searchable-store.ts";
import type { WrittenQuestion } from "./written-question.ts";

/** How many matches are shown with their scores. */
const shownSources = 5;

/** Never throws. The same question and store always give the same draft. */
export function coordinate(
  question: WrittenQuestion,
  store: SearchableStore,
  limits: EvidenceLimits = shippedLimits,
): Draft {
  const retrieval = retrieve(store.index, question);
  const findings = findingsOf(retrieval, store);
  const { reserved, doubt } = authorityOver(question, store.packages);
  const evidence = evidenceGate(`${question.title}\n${question.body}`, findings, limits);
  const conflict = conflictGate(findings, retrieval.terms, store.index);
  const outcome = outcomeOf(reserved.passes, doubt.passes, conflict.passes, evidence.grade);
  const gates: readonly GateVerdict[] = [
    { gate: "reserved", ...reserved },
    { gate: "authority", ...doubt },
    { gate: "evidence", passes: evidence.passes, reasons: evidence.reasons, figures: evidence.figures ?? [] },
    { gate: "conflict", ...conflict },
  ];
  const isQuoted = outcome === "answer" || outcome === "suggest";
  return {
    outcome,
    gates,
    sources: sourcesOf(retrieval, findings),
    confidence: findings.current[0]?.coverage ?? 0,
    quotes: isQuoted ? findings.cited.map(({ quote }) => quote) : [],
    context: contextOf(findings, limits, evidence.grade === "none"),
  };
}

function outcomeOf(
  isOpenToUs: boolean,
  isBeyondDoubt: boolean,
  agrees: boolean,
  grade: "high" | "low" | "none",
): DraftOutcome {
  if (!isOpenToUs) return "escalate";
  if (!agrees || grade === "none") return "nothing";
  return grade === "high" && isBeyondDoubt ? "answer" : "suggest";
}

/** Cited passages first. */
function sourcesOf({ matches }: Retrieval, { current }: Findings): readonly Source[] {
  const ended = matches.filter(({ passage }) => passage.state !== "current");
  return [...current.slice(0, shownSources), ...ended.slice(0, 1)].map(({ passage, score }) => ({
    citation: citationOf(passage),
    title: passage.title,
    score,
    isSuperseded: passage.state === "superseded",
  }));
}

/**
 * The best of everything found. Current passages about the question become options for the person who
 * decides.
 */
function contextOf(
  { shown, cited }: Findings,
  { suggestion }: EvidenceLimits,
  isDoubtful: boolean,
): readonly FoundQuote[] {
  return (cited.length > 0 ? cited : shown).map(({ quote, isSuperseded, match }) => ({
    ...quote,
    isSuperseded,
    isOffered: !isSuperseded && !isDoubtful && match.coverage >= suggestion,
  }));
}
