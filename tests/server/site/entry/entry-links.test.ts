/** Links that let the owner in, and where they may lead. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createEntryLinks } from "../../../../src/server/site/entry/entry-links.ts";
import { ownPath } from "../../../../src/server/site/entry/own-path.ts";
import { openStore } from "../../../../src/store/sqlite/store.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const secretIn = (path: string): string => path.split("/")[2]?.split("?")[0] ?? "";

function linksIn(clock = manualClock(0)) {
  const home = mkdtempSync(join(tmpdir(), "signalbox-links-"));
  const store = openStore(home);
  onTestFinished(async () => {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { links: createEntryLinks(clock, store.grants), clock, store };
}

test("a link works once", async () => {
  const { links } = linksIn();
  for (const path of [links.create("/"), await links.createForCommand("/")]) {
    const secret = secretIn(path);
    expect(secret).toHaveLength(43);
    const uses = await Promise.all([links.use(secret), links.use(secret)]);
    expect(uses.sort()).toEqual([false, true]);
    expect(await links.use(secret)).toBe(false);
  }
  expect(await links.use("guessed")).toBe(false);
});

test("a link of a command works for a minute, a printed one until it was used", async () => {
  const { links, clock } = linksIn();
  const [command, printed] = [await links.createForCommand("/"), links.create("/")].map(secretIn);
  clock.advance(60_000);
  expect([await links.use(command ?? ""), await links.use(printed ?? "")]).toEqual([false, true]);
});

test("of more than a hundred unused links the oldest stop working", async () => {
  const { links } = linksIn();
  const secrets = Array.from({ length: 101 }, () => secretIn(links.create("/")));
  const uses = await Promise.all(secrets.map(links.use));
  expect(uses).toEqual([false, ...Array.from({ length: 100 }, () => true)]);
});

test("a link of a command is not counted as a session, and its secret is not stored", async () => {
  const { links, clock, store } = linksIn();
  const { grants: before } = await store.workload(clock.now());
  const secret = secretIn(await links.createForCommand("/"));
  expect((await store.workload(clock.now())).grants).toEqual(before);
  expect(await store.grants.find(secret, clock.now())).toBeUndefined();
});

test.each(["/", "/board", "/issues/acme/demo/12?x=1#y", "/board?words=a%20b"])(
  "%s is a path of ours",
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each([
  "https://evil.test/",
  "//evil.test/",
  "/\\evil.test/",
  "\\\\evil.test",
  "/\t/evil.test",
  "javascript:alert(1)",
  "board",
  "",
  " /board",
  "/bo ard",
  `/${"a".repeat(1_001)}`,
  undefined,
  null,
])("%j leads to the front page instead", (path) => {
  expect(ownPath(path)).toBe("/");
});

test("a path with dots never names another host", () => {
  expect(ownPath("/.//evil.test/")).toMatch(/^\/(?!\/)/);
  expect(ownPath("/a/..//evil.test/")).toMatch(/^\/(?!\/)/);
});
