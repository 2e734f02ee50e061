/**
 * Reads bodies designed to be slow, each repeated up to GitHub's size limit. The time limits allow for a busy
 * machine: anything worse than linear takes seconds to minutes here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../src/protocol/commands/read-commands.ts";
import type { Section } from "../../src/protocol/kinds/kind.ts";
import { type AnyKind, allKinds } from "../../src/protocol/kinds/kinds.ts";
import { shownText } from "../../src/protocol/markdown/readable.ts";
import { readMessage } from "../../src/protocol/message.ts";
import { parseRefs } from "../../src/protocol/references/ref.ts";
import { blockQuote } from "../../src/protocol/render/quoted.ts";
import { repairBody } from "../../src/protocol/sections/mend.ts";
import { maxBodyBytes } from "../../src/protocol/sections/sections.ts";
import { quickestOwnMs } from "../support/own-time.ts";

const folder = new URL("../fixtures/hostile/seeds/", import.meta.url);
const seeds = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const);
const limitMs = 200;

const quickest = (run: () => unknown): number => quickestOwnMs(limitMs, run);

test("the corpus of hostile texts is not empty", () => {
  expect(seeds.length).toBeGreaterThanOrEqual(75);
});

/** `seed` repeated to fill `bytes`. */
const blownUp = (seed: string, bytes: number): string =>
  seed.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(seed))));

describe("F04 a body made of", () => {
  test.each(seeds)("F03 a body made of %s is read within 200 ms", (_, seed) => {
    const start = "### Goal\n\n";
    const body = start + blownUp(seed, maxBodyBytes - start.length);
    const input = { title: "t", body, labels: ["kind:question"] };
    const reading = readMessage(input);
    expect(reading.kind).toBe("question");
    expect(quickest(() => readMessage(input))).toBeLessThan(limitMs);
    expect(quickest(() => repairBody(input, reading))).toBeLessThan(limitMs);
    expect(quickest(() => parseCommands(body))).toBeLessThan(limitMs);
    expect(quickest(() => parseRefs(body))).toBeLessThan(limitMs);
    expect(quickest(() => blockQuote(body))).toBeLessThan(limitMs);
  });
});

/** Longer values are refused unread, except free text, which is used as is. */
const longestRead = 50_000;
const sections = allKinds.flatMap(({ name, sections }) =>
  (sections as readonly Section<unknown>[]).map((section) => [`${name}: ${section.label}`, section] as const),
);

describe("F04 every section of every kind", () => {
  test.each(sections)("F04 the section %s handles every hostile text within 200 ms", (_, section) => {
    const slow = seeds.filter(([, seed]) => {
      const whole = `- ${blownUp(seed, maxBodyBytes - 100)}`;
      return [whole, whole.slice(0, longestRead)].some(
        (value) => quickest(() => section.read(value)) > limitMs,
      );
    });
    expect(slow.map(([name]) => name)).toEqual([]);
  });

  test.each(allKinds.map((kind) => [kind.name, kind] as const))(
    "F04 a message of kind %s with a hostile text in all its sections is read within 200 ms",
    (_, kind) => {
      const slow = seeds.filter(([, seed]) => {
        const input = { title: "t", body: filled(kind, seed), labels: [`kind:${kind.name}`] };
        return quickest(() => readMessage(input)) > limitMs;
      });
      expect(slow.map(([name]) => name)).toEqual([]);
    },
  );
});

function filled({ sections }: AnyKind, seed: string): string {
  const share = Math.floor(maxBodyBytes / sections.length) - 100;
  return sections.map(({ label }) => `### ${label}\n\n- ${blownUp(seed, share)}\n`).join("\n");
}

test("F04 tildes that pair with none of thousands before them are passed at once", () => {
  const body = "~a ".repeat(40_000) + "a~~b ".repeat(30_000);
  expect(quickest(() => shownText(body))).toBeLessThan(limitMs);
});
