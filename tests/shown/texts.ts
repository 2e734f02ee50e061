/** Writes texts around one probe: hostile ones, dense ones of few kinds of characters, and plain ones. */
import { pick, type Random, shuffled } from "../support/seeded-random.ts";
import { alphabets, attributes, comments, containers, elements, odd, plainParts, tricks } from "./pieces.ts";

export const kindsOfText = ["hostile", "dense", "plain"] as const;
export type KindOfText = (typeof kindsOfText)[number];

/** Lines that may have an effect, each in the forms that it may have. */
export type Probe = readonly string[];

const chance = (random: Random, percent: number): boolean => random(100) < percent;
const one = (random: Random, from: readonly string[]): string => pick(random, from) ?? "";

export function writeText(random: Random, kind: KindOfText, probe: Probe): string {
  switch (kind) {
    case "hostile":
      return hostileText(random, probe);
    case "dense":
      return denseText(random, probe);
    case "plain":
      return plainText(random, probe);
  }
}

/** Tags, comments and known tricks in containers; then a few characters are changed. */
function hostileText(random: Random, probe: Probe): string {
  const lines: string[] = [];
  for (let count = 1 + random(6); count > 0; count--) {
    lines.push(hostileLine(random));
    if (chance(random, 33)) lines.push("");
  }
  const at = chance(random, 50) ? lines.length : random(lines.length + 1);
  lines.splice(at, 0, ...(chance(random, 35) ? [""] : []), one(random, probe));
  const text = chance(random, 25) ? disturbed(random, lines.join("\n"), probe) : lines.join("\n");
  return text.replaceAll("\n", one(random, ["\n", "\n", "\n", "\n", "\n", "\r\n", "\r"]));
}

function hostileLine(random: Random): string {
  let line = fragment(random);
  if (chance(random, 30)) line += one(random, ["", " "]) + fragment(random);
  if (chance(random, 8)) line += one(random, ["", " "]) + fragment(random);
  if (chance(random, 30)) line = one(random, containers) + line;
  return chance(random, 8) ? one(random, containers) + line : line;
}

function fragment(random: Random): string {
  const drawn = random(100);
  if (drawn < 22) return startTag(random);
  if (drawn < 36) return endTag(random);
  if (drawn < 52) return one(random, comments);
  return drawn < 62 ? "" : one(random, tricks);
}

function startTag(random: Random): string {
  return `<${cased(random)}${one(random, attributes)}${chance(random, 95) ? ">" : ""}`;
}

function endTag(random: Random): string {
  const rest = chance(random, 90) ? "" : one(random, [" ", " x", "\n", " x='", "/", "x"]);
  return `</${cased(random)}${rest}${chance(random, 96) ? ">" : ""}`;
}

function cased(random: Random): string {
  const name = one(random, elements);
  if (chance(random, 8)) return name.toUpperCase();
  return chance(random, 4) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** With one to three characters added, removed or doubled outside of the probe. */
function disturbed(random: Random, whole: string, probe: Probe): string {
  let text = whole;
  for (let count = 1 + random(3); count > 0; count--) {
    const from = Math.max(...probe.map((form) => text.indexOf(form.trim())));
    const length = Math.max(...probe.map((form) => form.length));
    const at = random(text.length + 1);
    if (from < 0 || (at >= from && at <= from + length)) continue;
    const change = random(10);
    if (change < 5) text = text.slice(0, at) + one(random, odd) + text.slice(at);
    else if (change < 8) text = text.slice(0, at) + text.slice(at + 1);
    else text = text.slice(0, at) + text.charAt(at) + text.slice(at);
  }
  return text;
}

/** Few kinds of characters in many orders. */
function denseText(random: Random, probe: Probe): string {
  const first = pick(random, alphabets) ?? [];
  const second = chance(random, 25) ? (pick(random, alphabets) ?? []) : first;
  const parts: string[] = [];
  for (let count = 2 + random(16); count > 0; count--)
    parts.push(one(random, chance(random, 70) ? first : second));
  const before = one(random, ["\n", "\n", "\n\n", "\n  "]);
  const after = one(random, ["\n", "\n", "", " "]);
  parts.splice(random(parts.length + 1), 0, before + one(random, probe) + after);
  return parts.join("");
}

/** What people write, without tricks. */
function plainText(random: Random, probe: Probe): string {
  const parts = shuffled(random, plainParts).slice(0, 1 + random(5));
  const form = probe[0] ?? "";
  const at = random(parts.length + 1);
  const all = [...parts.slice(0, at), form, ...parts.slice(at)];
  return all.join("\n\n").replaceAll("\n", one(random, ["\n", "\n", "\r\n"]));
}
