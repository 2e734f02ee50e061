import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildIndex, withoutDocuments } from "../../../src/coordinator/search/index.ts";
import { type Retrieval, retrieve } from "../../../src/coordinator/search/retrieve.ts";
import { ownMs } from "../../support/own-time.ts";
import { ask, questions, storedDocuments, storeOf } from "../context-store.ts";

const { index } = storeOf(storedDocuments());
const pagesOf = ({ matches }: Retrieval) => [...new Set(matches.map(({ passage }) => passage.path))];
const find = (title: string, body = "") => pagesOf(retrieve(index, { title, body }));

describe("retrieve", () => {
  test.each(questions)("$title is found in $path", ({ title, body, path }) => {
    expect(find(title, body).slice(0, 2)).toContain(path);
  });

  test("most questions of the store have their page first", () => {
    const first = questions.filter(({ title, body, path }) => find(title, body)[0] === path);
    expect(first.length / questions.length).toBeGreaterThanOrEqual(0.8);
  });

  test("a question in words that the store does not contain finds nothing", () => {
    const retrieval = retrieve(index, ask("Zyzzyva quokka?"));
    expect(retrieval.matches).toEqual([]);
  });

  test("an empty store and an empty question find nothing", () => {
    expect(retrieve(buildIndex([]), ask("Anything?")).matches).toEqual([]);
    expect(find("")).toEqual([]);
  });

  test("a removed document is not found, and the others still are", () => {
    const path = "docs/leases.rst";
    const without = withoutDocuments(index, new Set([path]));
    const pages = pagesOf(retrieve(without, ask("What is a fencing token of a lease in the queue?")));
    expect(pages).not.toContain(path);
    expect(pages.length).toBeGreaterThan(0);
  });

  test("for any question scores are finite and sorted, and coverage is between 0 and 1", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 400 }), (title, body) => {
        const { matches } = retrieve(index, { title: `lease ${title}`, body });
        expect(matches.every(({ score }) => Number.isFinite(score))).toBe(true);
        expect(matches.map(({ score }) => score)).toEqual(
          matches.map(({ score }) => score).sort((a, b) => b - a),
        );
        expect(matches.every(({ coverage }) => coverage >= 0 && coverage <= 1.000001)).toBe(true);
      }),
    );
  });

  test("hostile questions are answered in time linear in their length", () => {
    for (const piece of ["`a`", '"', "``` ", "a.", "?", "    x\n", "at \n", "\u200b", "a-b_", "'a"]) {
      const took = ownMs(() => find(piece.repeat(2000), piece.repeat(20_000)));
      expect(took, JSON.stringify(piece)).toBeLessThan(3000);
    }
  });
});
