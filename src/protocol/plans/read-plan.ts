/** Parses a plan file into a plan, or into all that is wrong with it, each fault with its line. */
import { isMap, isSeq, LineCounter, parseDocument } from "yaml";
import { utf8Length } from "../characters.ts";
import { parsePlainMap } from "../envelope/plain-yaml.ts";
import { describeFault } from "../settings/schema-fault.ts";
import { type Plan, planFrom } from "./plan.ts";
import { maxPlanBytes, planJsonSchema, planSchema } from "./plan-schema.ts";

const maxLevels = 6;
const maxFaults = 20;
const vocabulary = { noun: "a key of a plan", jsonSchema: planJsonSchema };

export interface ReadPlan {
  readonly plan: Plan;
  /** The line of an entry. */
  readonly lineOf: (key: string) => number | undefined;
}

export type PlanReading =
  | ({ readonly ok: true } & ReadPlan)
  /** Phrases, each beginning with its line if it has one. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Never throws. */
export function readPlan(text: string): PlanReading {
  if (text.length > maxPlanBytes || utf8Length(text) > maxPlanBytes)
    return { ok: false, faults: [`it is larger than ${maxPlanBytes} bytes`] };
  const plain = parsePlainMap(text, maxLevels);
  if (typeof plain === "string") return { ok: false, faults: [plain] };
  const lineOf = linesIn(text);
  const result = planSchema.safeParse(plain);
  if (!result.success) {
    const faults = result.error.issues.slice(0, maxFaults).flatMap((issue) => {
      const line = lineOf(
        issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path,
      );
      return describeFault(issue, plain, vocabulary).map((fault) => atLine(line, fault));
    });
    return { ok: false, faults };
  }
  const twice = Object.keys(result.data.tasks).filter((key) => Object.hasOwn(result.data.questions, key));
  if (twice.length > 0)
    return {
      ok: false,
      faults: twice.map((key) =>
        atLine(lineOf(["questions", key]), `\`${key}\` is a task, too: keys are unique`),
      ),
    };
  return {
    ok: true,
    plan: planFrom(result.data),
    lineOf: (key) => lineOf([Object.hasOwn(result.data.tasks, key) ? "tasks" : "questions", key]),
  };
}

export function atLine(line: number | undefined, fault: string): string {
  return line === undefined ? fault : `line ${line}: ${fault}`;
}

/** The line of what is at a path, or of the nearest thing around it that the file has. */
function linesIn(text: string): (path: readonly PropertyKey[]) => number | undefined {
  const counter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  return (path) => {
    let at: unknown = contents;
    let offset: number | undefined;
    for (const step of path) {
      const pair = isMap(at) ? at.items.find(({ key }) => String(key) === String(step)) : undefined;
      const next: unknown = isSeq(at) ? at.items[Number(step)] : pair?.value;
      const start = startOf(pair?.key) ?? startOf(next);
      if (start === undefined) break;
      offset = start;
      at = next;
    }
    return offset === undefined ? undefined : counter.linePos(offset).line;
  };
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range))
    return undefined;
  const [start]: readonly unknown[] = node.range;
  return typeof start === "number" ? start : undefined;
}
