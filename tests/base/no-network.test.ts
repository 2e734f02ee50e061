/** Tests which failures mean that this shell may not use the network. */
import { expect, test } from "vitest";
import { isNetworkForbidden } from "../../src/base/no-network.ts";

const failing = (given: object): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), given) });

test.each([
  ["Codex's sandbox", { code: "EPERM", address: "127.0.0.1" }, true],
  ["a rule for the socket's file", { code: "EACCES" }, true],
  ["a network of its own with nothing in it", { code: "ENETUNREACH", address: "127.0.0.1" }, true],
  ["the same, by version 6", { code: "ENETUNREACH", address: "::1" }, true],
  ["a machine whose network is down", { code: "ENETUNREACH", address: "140.82.121.4" }, false],
  ["a server that is away", { code: "ECONNREFUSED", address: "127.0.0.1" }, false],
] as const)("%s: %j", (_, failure, isForbidden) => {
  expect(isNetworkForbidden(failing(failure))).toBe(isForbidden);
});

test("what is no error, or has no end, is none", () => {
  const endless = new Error("x");
  endless.cause = endless;
  expect([undefined, "EPERM", { code: "EPERM" }, endless].map(isNetworkForbidden)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
