/** Who a caller is, by address, and whose failures count against whom. */
import { expect, test } from "vitest";
import { Callers, parseProxies } from "../../../../src/server/site/guard/callers.ts";
import { FailedAttempts } from "../../../../src/server/site/guard/failed-attempts.ts";

test.each([
  ["no proxy is trusted", [], "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a header from somebody who is no proxy", ["127.0.0.1"], "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a header from a trusted proxy", ["127.0.0.1"], "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  [
    "what the caller wrote itself comes first",
    ["127.0.0.1"],
    "127.0.0.1",
    "10.1.1.1, 198.51.100.1",
    "198.51.100.1",
  ],
  [
    "two proxies",
    ["127.0.0.1", "10.0.0.0/8"],
    "127.0.0.1",
    "1.2.3.4, 198.51.100.1, 10.9.9.9",
    "198.51.100.1",
  ],
  ["a trusted proxy that says nothing", ["127.0.0.1"], "127.0.0.1", undefined, "127.0.0.1"],
  ["a trusted proxy that says nonsense", ["127.0.0.1"], "127.0.0.1", "unknown", "127.0.0.1"],
  [
    "an IPv4 address that comes as IPv6",
    ["127.0.0.1"],
    "::ffff:127.0.0.1",
    "198.51.100.1:4711",
    "198.51.100.1",
  ],
  ["an IPv6 address", [], "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::/64"],
  ["its neighbour in the same network", [], "2001:0db8:1:2::9", undefined, "2001:db8:1:2::/64"],
  ["a short one", [], "2001:db8::1", undefined, "2001:db8:0:0::/64"],
  [
    "one in brackets, from a proxy in a network",
    ["2001:db8::/32"],
    "2001:db8::1",
    "[fd00::7]:80",
    "fd00:0:0:0::/64",
  ],
])("IF27 a caller is told by its address: %s", (_, proxies, remote, forwarded, name) => {
  expect(new Callers(proxies).nameOf(remote, forwarded)).toBe(name);
});

test.each([
  ["127.0.0.1, 10.0.0.0/8,", ["127.0.0.1", "10.0.0.0/8"]],
  ["::1", ["::1"]],
  ["10.0.0.0/33", undefined],
  ["proxy.example.com", undefined],
  ["10.0.0.0/8/8", undefined],
])("TRUSTED_PROXIES=%s lists %j", (text, proxies) => {
  expect(parseProxies(text)).toEqual(proxies);
});

test("IF27 a stranger that guesses locks out itself, for a minute, and nobody else", () => {
  let now = 1_000_000;
  const attempts = new FailedAttempts({ now: () => now });
  const tries = (caller: string, count: number) =>
    Array.from({ length: count }, () => attempts.begin(caller)).filter(Boolean).length;
  expect(tries("mallory", 500)).toBe(20);
  expect(tries("maria", 1)).toBe(1);
  now += 60_000;
  expect(tries("mallory", 1)).toBe(1);
  now -= 3_600_000;
  expect(tries("mallory", 1)).toBe(1);
});

test("IF27 attempts that succeed are none that failed, however many there are", () => {
  const attempts = new FailedAttempts({ now: () => 0 });
  for (let i = 0; i < 100; i++) {
    expect(attempts.begin("maria")).toBe(true);
    attempts.succeeded("maria");
  }
});
