/**
 * Grades how likely the cited passages answer the question: enough for an answer, for a suggestion, or for
 * neither.
 */
import type { Figure } from "../../engine/model/proposal.ts";
import type { Findings } from "../answers/findings.ts";
import { stopping, type Verdict } from "./gate.ts";

/** High: an answer. Low: a suggestion for a person to approve. None: left to those who may answer. */
export type Grade = "high" | "low" | "none";

export interface EvidenceVerdict extends Verdict {
  readonly grade: Grade;
}

/**
 * The share of the question's term weight that the first passage must cover. docs/measured.md says how the
 * values were chosen.
 */
export interface EvidenceLimits {
  /** For an answer from sources written to be quoted: context pages and records of decisions. */
  readonly curated: number;
  /** The lead that the first match needs over every other document, as its own share score. */
  readonly lead: number;
  /** For an answer from the successor of the passage that the question is about. */
  readonly successor: number;
  /** The thresholds for a suggestion. */
  readonly suggestion: number;
}

export const limits: EvidenceLimits = { curated: 0.5, lead: 0.2, successor: 0.3, suggestion: 0.12 };

/** One word in common is not evidence, however rare the word. */
const minWords = 2;

const value =
  /\bhow (?:many|much|often|long|big|large|small|far|fast|high|old|late|soon|deep|wide)\b|\b(?:number|size|length|period|interval|frequency|limit|threshold|factor|rate|capacity|maximum|minimum|max|min|timeout|ttl|retention|bound|distance|percentage|port|budget|share) (?:of|for|in|at|when|does|is|per)\b|\b(?:which|what|what['’]?s the|what is the) (?:\w+ )?(?:port|version|size|limit|threshold|number|code|period|interval|timeout|percentage|distance|voltage|rate|factor|value)\b|\bat most\b|\bat least\b|\b(?:max|min)(?:imum)? (?:\w+ )?(?:length|size|number|age)\b/i;
const hasValue =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|once|twice|half|none|zero|daily|hourly|weekly|monthly|yearly|never|always|unlimited)\b/i;
const isCurated = /(?:^|[/:])context\//;

/** @param question its title and body in one text */
export function evidenceGate(question: string, findings: Findings, its: EvidenceLimits): EvidenceVerdict {
  const { current, first, cited } = findings;
  const [best] = current;
  if (first === "nothing" || best === undefined || cited.length === 0)
    return none("The context store has nothing about it.");
  const { passage, coverage, words } = best;
  const where = `\`${passage.path}\``;
  if (first === "open") return none("The most relevant passage is itself an open point.");
  if (first === "ended")
    return none("The most relevant passage is no longer in effect, and nothing says what replaced it.");
  if (first === "replaced") {
    const replaced = shareOf(findings.coverage, its.successor);
    return findings.coverage >= its.successor
      ? high(`${where} replaced the most relevant passage.`, replaced)
      : low(`${where} replaced the most relevant passage, which has little in common with it.`, replaced);
  }
  const asksValue = value.test(question.slice(0, 1_500));
  if (asksValue && !hasValue.test(cited[0]?.quote.text ?? passage.text))
    return none(`It asks for a value, but ${where} gives none.`);
  if (coverage < its.suggestion || words < minWords)
    return none(
      `The most relevant passage, ${where}, has too little in common with it.`,
      shareOf(coverage, its.suggestion),
      { of: "words in common", is: words, limit: minWords },
    );
  const share = shareOf(coverage, its.curated);
  if (asksValue)
    return low(`${where} is about it, but it asks for a value, which a person has to check.`, share);
  if (!isCurated.test(passage.path) && !passage.isDecision)
    return low(`${where} is about it, but is neither a page of context/ nor a record of a decision.`, share);
  if (coverage < its.curated) return low(`${where} covers only a part of it.`, share);
  const lead = { of: "lead over other documents", is: findings.lead, limit: its.lead };
  if (findings.lead < its.lead)
    return low(`${where} covers it, but another document does almost as well.`, share, lead);
  return high(`${where} covers it, well ahead of every other document.`, share, lead);
}

const shareOf = (is: number, limit: number): Figure => ({ of: "share of the question", is, limit });

const high = (reason: string, ...figures: Figure[]): EvidenceVerdict => ({
  passes: true,
  grade: "high",
  reasons: [reason],
  figures,
});
const low = (reason: string, ...figures: Figure[]): EvidenceVerdict => ({
  ...stopping([reason]),
  grade: "low",
  figures,
});
const none = (reason: string, ...figures: Figure[]): EvidenceVerdict => ({
  ...stopping([reason]),
  grade: "none",
  figures,
});
