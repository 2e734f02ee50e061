/** Chooses the evidence gate's limits on some projects, at the lower end of the acceptable precision. */
import { type EvidenceLimits, limits as shipped } from "../../../src/coordinator/gates/evidence-gate.ts";
import { wilsonLowerBound } from "../../../src/coordinator/lookup/track-record.ts";
import type { Project } from "./project-data.ts";
import { type Run, runProject } from "./project-runs.ts";

const grid = {
  curated: [0.4, 0.45, 0.5, 0.55, 0.6, 0.7],
  suggestion: [0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3],
};
/** At least half of the suggestions must be right: a lower limit shows more of them, of which fewer help. */
const minPrecision = 0.5;

export async function chooseLimits(projects: readonly Project[]): Promise<EvidenceLimits> {
  const tried = async (limits: EvidenceLimits) =>
    (await Promise.all(projects.map((each) => runProject(each, limits)))).flat();
  let curated = { limit: shipped.curated, bound: -1 };
  for (const limit of grid.curated) {
    const bound = boundOf(await tried({ ...shipped, curated: limit }), "answer");
    if (bound >= curated.bound) curated = { limit, bound };
  }
  for (const suggestion of grid.suggestion) {
    const limits = { ...shipped, curated: curated.limit, suggestion };
    if (boundOf(await tried(limits), "suggest") >= minPrecision) return limits;
  }
  return { ...shipped, curated: curated.limit };
}

function boundOf(runs: readonly Run[], outcome: Run["outcome"]): number {
  const such = runs.filter((run) => run.outcome === outcome);
  const right = such.filter(isRight).length;
  return wilsonLowerBound(right, such.length - right);
}

const flat = (text: string): string =>
  text
    .replace(/[*_`>|#[\]]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/**
 * As in the data's own scorer: one of the first three citations contains the statement, or is at least half
 * of it.
 */
function isRight({ question, citations }: Run): boolean {
  if (question.action !== "answer") return false;
  return citations
    .slice(0, 3)
    .some(({ path, quote }) =>
      [...question.gold, ...question.also].some(
        (gold) => gold.path === path && holds(flat(quote), flat(gold.quote)),
      ),
    );
}

function holds(quote: string, statement: string): boolean {
  if (quote.length > 900) return false;
  return quote.includes(statement) || (statement.includes(quote) && quote.length * 2 >= statement.length);
}
