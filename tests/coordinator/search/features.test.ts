import { describe, expect, test } from "vitest";
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { asked } from "../../../src/coordinator/search/asked.ts";
import { featuresOf } from "../../../src/coordinator/search/features.ts";
import { buildIndex } from "../../../src/coordinator/search/index.ts";
import { candidates, scorePassages } from "../../../src/coordinator/search/score.ts";
import { termsOf } from "../../../src/coordinator/search/tokens.ts";
import { ask, documentOf } from "../context-store.ts";

const pages = {
  "docs/cancelling.md": "# Cancelling tasks\n\nA task is cancelled by its number.\n",
  "docs/trainers.md": "# Trainers\n\nA trainer runs a loop over batches.\n",
  "docs/leases.md": "# Leases\n\nA lease is a task that somebody took. A lease ends.\n",
  "docs/everything.md": `# Everything\n\nA lease. ${"Much else stands here as well. ".repeat(60)}\n`,
  "docs/words.md": "# Words\n\n## Lease\n\nA promise.\n\n## Worker\n\nWho does it.\n",
};
const index = buildIndex(Object.entries(pages).flatMap(([path, text]) => passagesOf(documentOf(path, text))));

function look(title: string) {
  const question = asked(index, ask(title));
  const found = candidates(index, scorePassages(index, question.sought), 10);
  const features = new Map(
    featuresOf(index, question, found).map(({ candidate, features }) => [candidate.path, features]),
  );
  return { question, features };
}

describe("what speaks for a document", () => {
  test.each([
    ["How do I kill it?", "docs/cancelling.md"],
    ["Training", "docs/trainers.md"],
  ])("%s is found by other words in %s", (title, path) => {
    expect([...look(title).features.keys()]).toEqual([path]);
  });

  test("other words weigh less than the asker's own, and words of the store alone are added", () => {
    const { terms, sought } = look("Can a task be killed?").question;
    const weight = (word: string): number => sought.get(termsOf(word)[0] ?? "") ?? 0;
    expect(weight("cancelled")).toBeGreaterThan(0);
    expect(weight("cancelled")).toBeLessThan(weight("killed") / 2);
    const added = [...sought.keys()].filter((term) => !terms.has(term));
    expect(added.every((term) => index.postings.has(term))).toBe(true);
  });

  test("a short page about the subject fits better as a whole than a long one that mentions it", () => {
    const { features } = look("When does a lease end?");
    expect(features.get("docs/leases.md")?.whole).toBeGreaterThan(
      features.get("docs/everything.md")?.whole ?? Number.POSITIVE_INFINITY,
    );
  });

  test.each([
    ["What is a lease?", ["docs/leases.md", "docs/words.md"]],
    ["What's the difference between a lease and a worker?", ["docs/leases.md", "docs/words.md"]],
    ["How does a lease end?", []],
  ])(
    "%s: only where a meaning is asked, pages whose headings name it are told from others",
    (title, named) => {
      const { features } = look(title);
      expect([...features].filter(([, { meaning }]) => meaning > 0).map(([path]) => path)).toEqual(
        expect.arrayContaining(named),
      );
      expect([...features.values()].filter(({ meaning }) => meaning > 0)).toHaveLength(named.length);
    },
  );

  test("a page that names both of what is compared goes before one that names one of them", () => {
    const { features } = look("What's the difference between a lease and a worker?");
    expect(features.get("docs/words.md")?.meaning).toBeGreaterThan(
      features.get("docs/leases.md")?.meaning ?? Number.POSITIVE_INFINITY,
    );
  });
});
