/** What `npm run long` plays. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { onPostgres } from "../../vitest.config.ts";
import { noPostgres } from "../support/postgres-programs.ts";
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

test("the stories that CI plays on both stores are among those that PostgreSQL can play", () => {
  expect(onPostgres.length).toBeGreaterThan(0);
  expect(onPostgres.filter((file) => !parts.postgres.files.includes(file))).toEqual([]);
});

// Where PostgreSQL is missing, Vitest has no project that would count them.
if (noPostgres !== undefined) test.skip.each(onPostgres)(`%s on PostgreSQL (${noPostgres})`, () => {});
