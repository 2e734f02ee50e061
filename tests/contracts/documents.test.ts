/** Holds each GraphQL document that we send to GitHub's own schema, and to a price. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { pointsOf } from "../bench/points.ts";
import { documents } from "./github/documents.ts";

const sdl = readFileSync(join(import.meta.dirname, "github", "schema.graphql"), "utf8");
const schema = buildSchema(sdl, { assumeValid: true });
const rules = [...specifiedRules, NoDeprecatedCustomRule];
const problemsOf = (document: string): readonly string[] =>
  validate(schema, parse(document), rules).map(({ message }) => message);

/** The operations that are written somewhere in the sources; the stand-in answers documents, and sends none. */
function operationsInSources(): ReadonlySet<string> {
  const root = join(import.meta.dirname, "..", "..", "src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("hub/"),
  );
  const written = files.flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(/[`"](?:query|mutation) ([A-Z]\w+) ?\(/g),
  ]);
  return new Set(written.map(([, name]) => name ?? ""));
}

const operationOf = (document: string): string => /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? "";

describe("every document that we send", () => {
  test.each(Object.entries(documents))(
    "%s is valid in GitHub's schema and uses nothing that GitHub deprecates",
    (_what, { document }) => {
      expect(problemsOf(document)).toEqual([]);
    },
  );

  test.each(Object.entries(documents))("%s costs at most 20 points", (_what, { document, variables }) => {
    expect(pointsOf({ query: document, variables })).toBeLessThanOrEqual(20);
  });

  test("no document of the sources is left out", () => {
    const listed = new Set(Object.values(documents).map(({ document }) => operationOf(document)));
    expect([...listed].toSorted()).toEqual([...operationsInSources()].toSorted());
  });
});

test("GitHub's schema as we keep it refuses a field that GitHub lacks, and one that it deprecates", () => {
  const asking = (type: string, field: string): readonly string[] =>
    problemsOf(`query Q($id: ID!) { node(id: $id) { ... on ${type} { ${field} } } }`);
  expect(asking("Issue", "blockers { totalCount }")).toEqual([
    expect.stringContaining('Cannot query field "blockers" on type "Issue".'),
  ]);
  expect(asking("Commit", "changedFiles")).toEqual([expect.stringContaining("is deprecated")]);
  expect(asking("Commit", "oid")).toEqual([]);
});
