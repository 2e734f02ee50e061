/** Compares two recordings case by case. */
import { differencesBetween } from "./observation.ts";
import type { RehearsalCase } from "./rehearsal-case.ts";
import type { CaseCost, CaseResult, Recording } from "./rehearse.ts";

export interface KnownDifference {
  /** A case's id. */
  readonly id: string;
  readonly because: string;
}

export interface ComparedCase {
  readonly id: string;
  readonly question: string;
  readonly verdict: "same" | "different" | "known" | "skipped";
  /** What the second host took. */
  readonly cost?: CaseCost | undefined;
  /** A line each: what differs, or why it was skipped. */
  readonly details: readonly string[];
}

export function compareRecordings(
  cases: readonly RehearsalCase[],
  [one, other]: readonly [Recording, Recording],
  known: readonly KnownDifference[],
): readonly ComparedCase[] {
  return cases.map(({ id, question }) => ({
    id,
    question,
    ...compareResults(id, one.get(id), other.get(id), known),
    cost: costOf(other.get(id)),
  }));
}

function compareResults(
  id: string,
  one: CaseResult | undefined,
  other: CaseResult | undefined,
  known: readonly KnownDifference[],
): Pick<ComparedCase, "verdict" | "details"> {
  if (one === undefined || other === undefined)
    return { verdict: "skipped", details: ["It was not asked on both."] };
  const failed = [one, other].flatMap((each) => (each.type === "failed" ? each.because : []));
  if (one.type === "failed" || other.type === "failed") return { verdict: "skipped", details: failed };
  const details = differencesBetween(one.observation, other.observation);
  if (details.length === 0) return { verdict: "same", details };
  const reason = known.find((each) => each.id === id);
  return reason === undefined
    ? { verdict: "different", details }
    : { verdict: "known", details: [reason.because, ...details] };
}

function costOf(result: CaseResult | undefined): CaseCost | undefined {
  return result?.type === "seen" ? result.cost : undefined;
}

/** One line a case, with what it took, with what differs below it. */
export function comparisonText(compared: readonly ComparedCase[], names: readonly [string, string]): string {
  const width = Math.max(...compared.map(({ id }) => id.length));
  const lines = compared.flatMap(({ id, verdict, details, cost }) => [
    `${id.padEnd(width)}  ${verdict.padEnd("different".length)}${costText(cost)}`.trimEnd(),
    ...(verdict === "same" ? [] : details.map((each) => `  ${each}`)),
  ]);
  const count = (verdict: ComparedCase["verdict"]): number =>
    compared.filter((each) => each.verdict === verdict).length;
  return [
    `${names[0]} → ${names[1]}`,
    "",
    ...lines,
    "",
    `${count("same")} same, ${count("different")} different, ${count("known")} known to differ, ${count("skipped")} skipped.`,
    "",
  ].join("\n");
}

function costText(cost: CaseCost | undefined): string {
  if (cost === undefined) return "";
  const points = cost.points === null ? "" : `  ${String(cost.points).padStart(4)} points`;
  return `${points}  ${String(cost.tookMs).padStart(6)} ms`;
}
