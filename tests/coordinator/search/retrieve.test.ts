import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evidenceOf } from "../../../src/coordinator/confidence.ts";
import { buildIndex, withoutDocuments } from "../../../src/coordinator/search/index.ts";
import { retrieve } from "../../../src/coordinator/search/retrieve.ts";
import { trained } from "../../../src/coordinator/trained.ts";
import { ask, questions, storedDocuments, storeOf } from "../context-store.ts";

const { index } = storeOf(storedDocuments());
const find = (title: string, body = "") => retrieve(index, { title, body }, trained.ranking).hits;

describe("retrieve", () => {
  test.each(questions)("$title is found in $path", ({ title, body, path }) => {
    expect(
      find(title, body)
        .slice(0, 2)
        .map((hit) => hit.path),
    ).toContain(path);
  });

  test("most questions of the store have their page first", () => {
    const first = questions.filter(({ title, body, path }) => find(title, body)[0]?.path === path);
    expect(first.length / questions.length).toBeGreaterThanOrEqual(0.8);
  });

  test("a question in words that the store does not know finds nothing", () => {
    const retrieval = retrieve(index, ask("Zyzzyva quokka?"), trained.ranking);
    expect(retrieval.hits).toEqual([]);
    expect(evidenceOf(retrieval)).toBeUndefined();
  });

  test("an empty store and an empty question find nothing", () => {
    expect(retrieve(buildIndex([]), ask("Anything?"), trained.ranking).hits).toEqual([]);
    expect(find("")).toEqual([]);
  });

  test("a document taken out is not found, and the others still are", () => {
    const path = "docs/leases.rst";
    const without = withoutDocuments(index, new Set([path]));
    const { hits } = retrieve(
      without,
      ask("What is a fencing token of a lease in the queue?"),
      trained.ranking,
    );
    expect(hits.map((hit) => hit.path)).not.toContain(path);
    expect(hits.length).toBeGreaterThan(0);
  });

  test("whatever is asked, ranks are finite and evidence lies within its bounds", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 400 }), (title, body) => {
        const retrieval = retrieve(index, { title: `lease ${title}`, body }, trained.ranking);
        expect(retrieval.hits.every(({ rank }) => Number.isFinite(rank))).toBe(true);
        const { length, ...shares } = evidenceOf(retrieval) ?? { length: 0 };
        expect(length).toBeGreaterThanOrEqual(0);
        for (const value of Object.values(shares)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1.000001);
        }
      }),
    );
  });

  test("hostile questions are answered in time that grows with their length alone", () => {
    for (const piece of ["`a`", '"', "``` ", "a.", "?", "    x\n", "at \n", "\u200b", "a-b_", "'a"]) {
      const begin = performance.now();
      find(piece.repeat(2000), piece.repeat(20_000));
      expect(performance.now() - begin, JSON.stringify(piece)).toBeLessThan(3000);
    }
  });
});
