/** Compares two recordings case by case. */
import { differencesBetween } from "./observation.ts";
import type { RehearsalCase } from "./rehearsal-case.ts";
import type { CaseResult, Recording } from "./rehearse.ts";

export interface KnownDifference {
  /** A case's id. */
  readonly id: string;
  readonly because: string;
}

export interface ComparedCase {
  readonly id: string;
  readonly question: string;
  readonly verdict: "same" | "different" | "known" | "skipped";
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

/** One line a case, with what differs below it. */
export function comparisonText(compared: readonly ComparedCase[], names: readonly [string, string]): string {
  const width = Math.max(...compared.map(({ id }) => id.length));
  const lines = compared.flatMap(({ id, verdict, details }) => [
    `${id.padEnd(width)}  ${verdict}`,
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
