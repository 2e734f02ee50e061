/** Tells what two versions of a cut say differently, a line for each place. */
import { isObject, type Json } from "./json.ts";

/** Every run has its own day. */
const dayOf = /^cutOn$/;
const longest = 160;

/** @returns empty if both say the same, whatever their day */
export function differenceOf(before: string, after: string): readonly string[] {
  if (after.startsWith("{")) {
    const flat = flattened(before === "" ? {} : JSON.parse(before));
    return changesBetween(flat, flattened(JSON.parse(after)));
  }
  return changesBetween(linesOf(before), linesOf(after));
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const gone = [...before].filter(([place]) => !after.has(place)).map(([place, value]) => `- ${place}${value}`);
  const changed = [...after].flatMap(([place, value]) => {
    const old = before.get(place);
    if (old === value) return [];
    return old === undefined ? [`+ ${place}${value}`] : [`~ ${place}: ${old} became ${value}`];
  });
  return [...gone, ...changed].map((line) => line.slice(0, longest));
}

function linesOf(text: string): ReadonlyMap<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("# Cut from"));
  let within = "";
  return new Map(
    lines.map((line) => {
      if (/^\w.*\{$/.test(line)) within = `${line.slice(0, -2)}: `;
      return [line.startsWith(" ") ? `${within}${line.trim()}` : line, ""] as const;
    }),
  );
}

function flattened(value: Json, place = ""): ReadonlyMap<string, string> {
  if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    return new Map(value.map((each) => [`${place}: ${each}`, ""]));
  const entries = isObject(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : undefined;
  if (entries === undefined || entries.length === 0) return new Map([[place, ` = ${JSON.stringify(value)}`]]);
  return new Map(
    entries
      .filter(([key]) => !dayOf.test(String(key)))
      .flatMap(([key, each]) => [...flattened(each, place === "" ? String(key) : `${place} › ${key}`)]),
  );
}
