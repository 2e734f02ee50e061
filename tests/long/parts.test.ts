/** What `npm run long` plays. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { notOnPostgres, partNames, parts } from "./parts.ts";

test.each(partNames)("the part %s names only tests that exist", (name) => {
  const { files } = parts[name];
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});

test("all stories are played on PostgreSQL but those that name why they cannot be", () => {
  const left = Object.keys(notOnPostgres).map((story) => `tests/flows/${story}.test.ts`);
  expect(left.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
  expect(parts.postgres.files.filter((file) => left.includes(file))).toEqual([]);
  expect(parts.postgres.files).toContain("tests/flows/told.test.ts");
});
