/**
 * Checks a plan as a whole, before anything is written: what it refers to, its order, what its tasks require, and
 * whether each entry is read back from its issue as it stands in the file.
 */
import { isSameJson } from "../../base/same-json.ts";
import { readMessage } from "../message.ts";
import type { RepositoryName } from "../references/ref.ts";
import { writeBody } from "../sections/write.ts";
import { entriesBefore, entriesTogether, messageOf, type PlanEntry } from "./plan.ts";
import { orderOf } from "./plan-order.ts";
import { atLine, type ReadPlan } from "./read-plan.ts";

/**
 * @param placeOf the repository that an entry goes to; undefined if nothing names one
 * @returns phrases, each with its line; none if nothing is wrong
 */
export function faultsIn(
  { plan, lineOf }: ReadPlan,
  placeOf: (entry: PlanEntry) => RepositoryName | undefined,
): readonly string[] {
  const known = new Map(plan.entries.map((entry) => [entry.key, entry]));
  const faults = plan.entries.flatMap((entry) => {
    const place = placeOf(entry);
    const found = [
      ...unknownTargets(entry, known),
      ...(place === undefined ? [withoutPlace(entry)] : misread(entry, place)),
    ];
    return found.map((fault) => atLine(lineOf(entry.key), fault));
  });
  const order = orderOf(plan.entries);
  if (order.ok) return faults;
  const [first = ""] = order.cycle;
  const cycle = `${order.cycle.join(" → ")}: each waits for the next, so none can start`;
  return [...faults, atLine(lineOf(first), cycle)];
}

/**
 * What tasks require and no agent has.
 * @param capabilitiesOf those of the agents where an entry goes, in lower case; undefined where there is no roster
 */
export function unfitIn(
  { plan, lineOf }: ReadPlan,
  capabilitiesOf: (entry: PlanEntry) => ReadonlySet<string> | undefined,
): readonly string[] {
  return plan.entries.flatMap((entry) => {
    const capabilities = capabilitiesOf(entry);
    if (entry.kind !== "task" || capabilities === undefined) return [];
    return entry.message.requires
      .filter((word) => !capabilities.has(word.trim().toLowerCase()))
      .map((word) =>
        atLine(lineOf(entry.key), `\`${entry.key}.requires\`: no agent there has ${quoted(word)}`),
      );
  });
}

function withoutPlace({ key }: PlanEntry): string {
  return `\`${key}\` names no repository: write \`repo: owner/name\` there or at the top, or give --repo`;
}

function unknownTargets(entry: PlanEntry, known: ReadonlyMap<string, PlanEntry>): readonly string[] {
  const where = `\`${entry.key}.${entry.kind === "task" ? "blocked_by" : "blocks"}\``;
  return [
    ...entriesBefore(entry).flatMap((key) => {
      const instead = `name this task in \`${key}.blocks\` instead`;
      return (
        unknownTarget(where, key, known) ?? (isQuestion(known, key) ? questionNamed(where, key, instead) : [])
      );
    }),
    ...entriesTogether(entry).flatMap((key) => {
      const together = `\`${entry.key}.together_with\``;
      if (key === entry.key) return `${together} names the task itself`;
      const fault = unknownTarget(together, key, known);
      return (
        fault ?? (isQuestion(known, key) ? questionNamed(together, key, "only tasks land together") : [])
      );
    }),
  ];
}

function unknownTarget(
  where: string,
  key: string,
  known: ReadonlyMap<string, PlanEntry>,
): string | undefined {
  if (known.has(key)) return undefined;
  return `${where} names ${quoted(key)}, which is neither a key of this plan nor an issue such as "#9"`;
}

function isQuestion(known: ReadonlyMap<string, PlanEntry>, key: string): boolean {
  return known.get(key)?.kind === "question";
}

function questionNamed(where: string, key: string, advice: string): string {
  return `${where} names the question ${quoted(key)}: ${advice}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}

/** A value that its section would read differently, such as a glob with a comma in a list. */
function misread(entry: PlanEntry, place: RepositoryName): readonly string[] {
  const message = messageOf(entry, () => ({ ...place, number: 1 }), place);
  if (message === undefined) return [];
  const reading = readMessage({ title: entry.title, body: writeBody(message), labels: [] });
  const problems = reading.kind === undefined ? [] : reading.problems;
  if (problems.length > 0) return problems.map((problem) => `\`${entry.key}\`: ${problem.message}`);
  const found = reading.kind === undefined ? undefined : reading.message;
  const field = differentField(message, found);
  return field === undefined
    ? []
    : [`\`${entry.key}.${field}\` would be read differently from the issue: reword it`];
}

const references: ReadonlySet<string> = new Set(["blockedBy", "blockingTasks", "together"]);

/** Repeated references are read once, so they are no difference. */
function differentField(message: object, found: object | undefined): string | undefined {
  const read: Readonly<Record<string, unknown>> = { ...found };
  const isRead = ([name, value]: [string, unknown]): boolean =>
    references.has(name) || isSameJson(value, read[name]);
  return Object.entries(message).find((field) => !isRead(field))?.[0];
}
