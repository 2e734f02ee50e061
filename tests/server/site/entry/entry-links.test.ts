/** Links that let the owner in, and where they may lead. */
import { expect, test } from "vitest";
import { commandLinkMs, createEntryLinks } from "../../../../src/server/site/entry/entry-links.ts";
import { ownPath } from "../../../../src/server/site/entry/own-path.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const secretIn = (path: string): string => path.split("/")[2]?.split("?")[0] ?? "";

test("a link works once", () => {
  const links = createEntryLinks(manualClock(0));
  const secret = secretIn(links.create("/", undefined));
  expect(secret).toHaveLength(43);
  expect([links.use(secret), links.use(secret), links.use("guessed")]).toEqual([true, false, false]);
});

test("a link of a command works for a minute, a printed one until it was used", () => {
  const clock = manualClock(0);
  const links = createEntryLinks(clock);
  const [command, printed] = [links.create("/", commandLinkMs), links.create("/", undefined)].map(secretIn);
  clock.advance(60_000);
  expect([links.use(command ?? ""), links.use(printed ?? "")]).toEqual([false, true]);
});

test("of more than a hundred unused links the oldest stop working", () => {
  const links = createEntryLinks(manualClock(0));
  const secrets = Array.from({ length: 101 }, () => secretIn(links.create("/", undefined)));
  expect(secrets.map(links.use)).toEqual([false, ...Array.from({ length: 100 }, () => true)]);
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
