/**
 * Bodies made to be slow, each blown up to the largest that GitHub stores. The figures leave room for a busy machine:
 * anything worse than linear takes seconds to minutes here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../src/protocol/command.ts";
import { mendedBody, readMessage } from "../../src/protocol/message.ts";
import { parseRefs } from "../../src/protocol/ref.ts";
import { quoted } from "../../src/protocol/render/quoted.ts";
import { maxBodyBytes } from "../../src/protocol/sections.ts";

const folder = new URL("../fixtures/hostile/seeds/", import.meta.url);
const seeds = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const);
const limitMs = 200;

/** Of a few runs the quickest: what is left is the code's own time, not the machine's. */
function quickest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best > limitMs / 2; attempt++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

test("the corpus is there", () => {
  expect(seeds.length).toBeGreaterThanOrEqual(40);
});

describe("F04 a body made of", () => {
  test.each(seeds)("F03 %s is read within 200 ms", (_, seed) => {
    const start = "### Goal\n\n";
    const times = Math.floor((maxBodyBytes - start.length) / Buffer.byteLength(seed));
    const body = start + seed.repeat(times);
    const input = { title: "t", body, labels: ["kind:question"] };
    const reading = readMessage(input);
    expect(reading.kind).toBe("question");
    expect(quickest(() => readMessage(input))).toBeLessThan(limitMs);
    expect(quickest(() => mendedBody(input, reading))).toBeLessThan(limitMs);
    expect(quickest(() => parseCommands(body))).toBeLessThan(limitMs);
    expect(quickest(() => parseRefs(body))).toBeLessThan(limitMs);
    expect(quickest(() => quoted(body))).toBeLessThan(limitMs);
  });
});
