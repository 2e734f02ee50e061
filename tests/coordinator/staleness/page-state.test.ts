import { describe, expect, test } from "vitest";
import { type PageScope, pageScopeOf } from "../../../src/coordinator/staleness/page-scope.ts";
import { pageState } from "../../../src/coordinator/staleness/page-state.ts";

const page = (...front: string[]) => `---\n${front.join("\n")}\n---\n# API\n\nAll calls are idempotent.\n`;
const shown = (scope: PageScope | undefined) =>
  scope && { ...scope, about: scope.about.map(({ text }) => text) };

describe("what a page is about", () => {
  test.each([
    ["on one line", ["about: [src/api/**, 'docs/{a,b}.md']", "verified: 3F2A9C1"]],
    ["line by line", ["about:", "  - src/api/**", '- "docs/{a,b}.md"', "verified: 3f2a9c1"]],
  ])("a list is read %s", (_, front) => {
    expect(shown(pageScopeOf(page("title: API", ...front)))).toEqual({
      about: ["src/api/**", "docs/{a,b}.md"],
      verified: "3f2a9c1",
      problems: [],
    });
  });

  test("one pattern needs no list, and Windows' line ends do no harm", () => {
    const text = page("about: src/api/**").replaceAll("\n", "\r\n");
    expect(shown(pageScopeOf(text))).toEqual({ about: ["src/api/**"], verified: undefined, problems: [] });
  });

  test.each(["", "# API\n", "---\n\nAfter a break.\n", page("title: API"), "---\nabout\n"])(
    "%j says nothing about it",
    (text) => expect(pageScopeOf(text)).toBeUndefined(),
  );

  test.each([
    [page("about: []"), "names no files"],
    [page("about:", "verified: 3f2a9c1"), "names no files"],
    [page("about: [../secret]"), "from the repository's root"],
    [page(`about: [${"x".repeat(300)}]`), "too long"],
    [page("about: [src/**]", "verified: yesterday"), 'found "yesterday"'],
    [page("verified: 3f2a9c1"), "nothing to compare with"],
    [page(`about: [${Array(60).fill("a").join()}]`), "only the first 50 count"],
    ["---\ntitle: API\nabout: [src/**]\n\nNo end.\n", "no closing `---`"],
  ])("AG82 a problem is named, and the page stays readable: %j", (text, problem) => {
    expect(pageScopeOf(text)?.problems.join()).toContain(problem);
  });
});

describe("whether a page is stale", () => {
  const scope = (...front: string[]) => pageScopeOf(page(...front)) as PageScope;
  const api = scope("about: [src/api/**, package.json]", "verified: 3f2a9c1");
  const before = new Map([
    ["src/api/routes.ts", "1"],
    ["src/api/old.ts", "2"],
    ["src/store.ts", "3"],
    ["package.json", "4"],
  ]);

  test("AG82 added, changed and removed files make it stale, and are named", () => {
    const now = new Map([...before, ["src/api/routes.ts", "9"], ["src/api/new.ts", "8"]]);
    now.delete("src/api/old.ts");
    expect(pageState(api, before, now)).toEqual({
      type: "stale",
      verified: "3f2a9c1",
      changed: ["src/api/new.ts", "src/api/old.ts", "src/api/routes.ts"],
    });
  });

  test("changes elsewhere, and none, leave it current", () => {
    expect(pageState(api, before, before).type).toBe("current");
    expect(pageState(api, before, new Map([...before, ["src/store.ts", "9"]])).type).toBe("current");
  });

  test("without a commit, or with one that is not there, nothing is claimed", () => {
    expect(pageState(scope("about: [src/**]"), undefined, before).type).toBe("never verified");
    expect(pageState(api, undefined, before)).toEqual({ type: "unknown commit", verified: "3f2a9c1" });
    expect(pageState(scope("verified: 3f2a9c1"), before, before).type).toBe("nothing to compare");
  });
});
