/** What `npm run long` runs. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { onPostgres } from "../../vitest.config.ts";
import { noPostgres } from "../support/postgres-programs.ts";
import { notOnPostgres, partNames, parts, unusedOptions } from "./parts.ts";

test.each(partNames)("the part %s names only tests that exist", (name) => {
  const { files } = parts[name];
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});

test.each([
  [["cluster"], { minutes: "5" }, "Only the parts chaos and soak and limits take --minutes"],
  [["cluster"], { minutes: "5", seed: "7" }, "Only the parts chaos and soak and limits take --minutes"],
  [
    ["races", "kills"],
    { seed: "7" },
    "Only the parts chaos and soak and limits and hostile and ten and shown take --seed",
  ],
  [["shown"], { minutes: "5" }, "Only the parts chaos and soak and limits take --minutes"],
  [["chaos"], { texts: "5" }, "Only the part shown takes --texts"],
  [["chaos"], { folder: "engine/matters" }, "Only the part mutants takes --folder"],
  [["shown"], { file: "engine/matters/bind-word.ts" }, "Only the part mutants takes --file"],
])("options that none of the parts %j reads are refused by name", (chosen, values, said) => {
  expect(unusedOptions(values, chosen)).toBe(
    `${said}. Faults in a cluster: npm run chaos -- --seed 7 --seconds 60`,
  );
});

test("a part takes as long as it says unless --minutes is given", () => {
  const options = { seed: undefined, texts: "1", folder: undefined, file: undefined };
  expect(parts.limits.variables({ ...options, minutes: undefined })).toEqual({
    SIGNALBOX_LIMITS_MINUTES: "10",
  });
  expect(parts.soak.variables({ ...options, minutes: undefined })).toEqual({ SIGNALBOX_SOAK_MINUTES: "60" });
  expect(parts.limits.variables({ ...options, minutes: "3" })).toEqual({ SIGNALBOX_LIMITS_MINUTES: "3" });
});

test("options that one of the parts reads are accepted, and so is a run without options", () => {
  for (const chosen of [["chaos"], ["cluster", "soak"], partNames])
    expect(unusedOptions({ minutes: "5", seed: "7" }, chosen)).toBeUndefined();
  expect(unusedOptions({ seed: "7", texts: "5" }, ["shown"])).toBeUndefined();
  expect(unusedOptions({}, ["cluster"])).toBeUndefined();
});

test("all stories run on PostgreSQL, except those that give a reason why they cannot", () => {
  const left = Object.keys(notOnPostgres).map((story) => `tests/flows/${story}.test.ts`);
  expect(left.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
  expect(parts.postgres.files.filter((file) => left.includes(file))).toEqual([]);
  expect(parts.postgres.files).toContain("tests/flows/told.test.ts");
});

test("the stories that CI runs on both stores are among those that run on PostgreSQL", () => {
  expect(onPostgres.length).toBeGreaterThan(0);
  expect(onPostgres.filter((file) => !parts.postgres.files.includes(file))).toEqual([]);
});

// Where PostgreSQL is missing, Vitest has no project that would count them.
if (noPostgres !== undefined) test.skip.each(onPostgres)(`%s on PostgreSQL (${noPostgres})`, () => {});
