import { describe, expect, test } from "vitest";
import { Listings } from "../../../src/dispatcher/repository/listings.ts";
import { start } from "../../support/issues.ts";

let now = start;
const listings = (): Listings =>
  new Listings({ now: () => now }, { changesGapMs: 2_000, changesEveryMs: 60_000 });

const listed = (of: Listings, tookMs = 0): Promise<void> =>
  of.run("R_1", async () => {
    now += tookMs;
  });

describe("when a pass lists changes", () => {
  test("a repository that was never listed is listed by its first pass", () => {
    expect(listings().isDue("R_1", false)).toBe(true);
  });

  test("a busy repository is listed once a minute, and each for itself", async () => {
    const all = listings();
    await listed(all);
    expect(all.isDue("R_1", false)).toBe(false);
    expect(all.isDue("R_2", false)).toBe(true);
    now += 59_999;
    expect(all.isDue("R_1", false)).toBe(false);
    now += 1;
    expect(all.isDue("R_1", false)).toBe(true);
  });

  test("B05 a list that ended after the pass took its work does not count: its requests are not in the pass", async () => {
    const all = listings();
    await listed(all);
    const taken = all.ended;
    expect(all.isDue("R_1", false, taken)).toBe(false);
    await listed(all);
    expect(all.isDue("R_1", false, taken)).toBe(true);
    expect(all.isDue("R_1", false, all.ended)).toBe(false);
  });

  test("a list that much depends on is due after two seconds", async () => {
    const all = listings();
    await listed(all);
    now += 1_999;
    expect(all.isDue("R_1", true)).toBe(false);
    now += 1;
    expect(all.isDue("R_1", true)).toBe(true);
  });

  test.each([
    ["one repository", "R_1"],
    ["all repositories", undefined],
  ])("a loss suspected in %s makes a list due until one that began later has succeeded", async (_, which) => {
    const all = listings();
    await listed(all);
    now += 5_000;
    all.suspect(which);
    expect(all.isDue("R_1", false)).toBe(true);
    now += 1;
    await expect(all.run("R_1", () => Promise.reject(new Error("502")))).rejects.toThrow("502");
    expect(all.isDue("R_1", false)).toBe(true);
    await listed(all);
    now += 5_000;
    expect(all.isDue("R_1", false)).toBe(false);
  });

  test("a loss suspected while a list runs is not covered by it", async () => {
    const all = listings();
    await listed(all);
    now += 5_000;
    await all.run("R_1", async () => {
      now += 10;
      all.suspect("R_1");
    });
    now += 2_000;
    expect(all.isDue("R_1", false)).toBe(true);
  });

  test("slow lists take at most a tenth of the time, whatever depends on them", async () => {
    const all = listings();
    await listed(all, 1_000);
    now += 8_999;
    expect(all.isDue("R_1", true)).toBe(false);
    now += 1;
    expect(all.isDue("R_1", true)).toBe(true);
  });

  test("a clock that was set back puts off no list", async () => {
    const all = listings();
    await listed(all);
    now -= 3_600_000;
    expect(all.isDue("R_1", false)).toBe(true);
  });
});
