/** CODEOWNERS as GitHub reads it: the last line that matches a path decides. */
import { describe, expect, test } from "vitest";
import { ownersOf } from "../../src/handover/code-owners.ts";
import { verdictOn } from "../../src/handover/verdict.ts";
import { changed, evidence, pullRequest, subject } from "../support/evidence.ts";

const asked = (text: string, ...paths: readonly string[]) =>
  ownersOf(
    text,
    paths.map((path) => ({ path })),
  );

describe("the owners of a path", () => {
  test.each([
    ["*", "deep/down.ts", true],
    ["*.ts", "deep/down.ts", true],
    ["/*.ts", "deep/down.ts", false],
    ["docs/*", "docs/a.md", true],
    ["docs/*", "docs/deep/a.md", false],
    ["docs/", "src/docs/a.md", true],
    ["/docs/", "src/docs/a.md", false],
    ["/docs/", "docs/deep/a.md", true],
    ["apps", "src/apps/a.ts", true],
    ["/src/api", "src/api/v1/a.ts", true],
    ["/src/api", "src/apis/a.ts", false],
    ["**/logs", "a/b/logs/x", true],
    ["src/**/gen", "src/a/b/gen/x.ts", true],
    ["*.TS", "a.ts", false],
    ["docs/", "docs", false],
    ["/docs", "docs", true],
    ["*", ".env", true],
    ["/.github/*", ".github/CODEOWNERS", true],
    ["/.github/*", ".github/workflows/ci.yml", false],
    ["/.github", ".github/workflows/ci.yml", true],
    ["/app/(auth)/", "app/(auth)/page.tsx", true],
    ["/app/{a,b}/", "app/a/page.tsx", false],
    ["**/*a*b*c*d*e*f*g*", "x/abcdefg.ts", true],
  ])("whether the pattern %s owns the path %s is %s", (pattern, path, expected) => {
    expect(asked(`${pattern} @maria`, path)).toEqual(expected ? ["@maria"] : []);
  });

  test("the owners of a path come from the last matching line, even if it names no owner", () => {
    const text = "# all\n* @acme/all\n/src/ @maria maria@example.com # their own\n/src/gen/\n";
    expect(asked(text, "README.md")).toEqual(["@acme/all"]);
    expect(asked(text, "src/a.ts")).toEqual(["@maria", "maria@example.com"]);
    expect(asked(text, "src/gen/a.ts")).toEqual([]);
    expect(asked(text, "src/gen/a.ts", "src/a.ts", "b")).toEqual([
      "@acme/all",
      "@maria",
      "maria@example.com",
    ]);
  });

  test("the owners of a renamed file's old name count too", () => {
    expect(ownersOf("/old/ @maria", [{ path: "new/a.ts", previousPath: "old/a.ts" }])).toEqual(["@maria"]);
  });

  test.each(["[a-z].ts @x", "!a @x", "a(b)+ @x", "**a**a**a**a**a**a**a**c @x", "a", " ", "\0 @x"])(
    "the hostile line %j names no owner and takes no time",
    (line) => {
      const before = performance.now();
      expect(asked(line, "a".repeat(4_000), "b.ts")).toEqual([]);
      expect(performance.now() - before).toBeLessThan(1_000);
    },
  );

  test("the owners of 3,000 files under 1,000 rules are found within the time limit of a verdict", () => {
    const rules = Array.from({ length: 1_000 }, (_, i) => `/part-${i}/ @team-${i}`);
    const files = Array.from({ length: 3_000 }, (_, i) => ({ path: `part-${i % 2_000}/deep/file-${i}.ts` }));
    const before = performance.now();
    expect(ownersOf(rules.join("\n"), files)).toHaveLength(50);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

test("a requested owner's review is advice and blocks nothing", () => {
  const owned = pullRequest({ codeOwners: ["@maria", "@acme/core"], files: [changed("src/a.ts")] });
  const { reasons } = verdictOn(subject({ evidence: evidence({ pullRequest: owned }) }));
  expect(reasons.filter(({ check }) => check === "code-owners")).toEqual([
    {
      check: "code-owners",
      status: "advice",
      sentence: "CODEOWNERS requests a review from `@maria`, `@acme/core`.",
      parts: [],
    },
  ]);
});
