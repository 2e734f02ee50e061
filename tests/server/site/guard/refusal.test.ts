/** Which requests the site refuses by their first lines. */
import { describe, expect, test } from "vitest";
import { ownAddresses } from "../../../../src/server/site/guard/own-addresses.ts";
import { refuseSender, refuseTarget, type Sender } from "../../../../src/server/site/guard/refusal.ts";

const onLoopback = ownAddresses({ host: "127.0.0.1", port: 4000, publicUrl: undefined });
const behindProxy = ownAddresses({ host: "127.0.0.1", port: 4000, publicUrl: "https://box.example.com" });
const inContainer = ownAddresses({ host: "0.0.0.0", port: 4000, publicUrl: undefined });

describe("IF26 the Host header", () => {
  test.each([
    ["127.0.0.1:4000", onLoopback, "http://127.0.0.1:4000"],
    ["LOCALHOST:4000", onLoopback, "http://localhost:4000"],
    ["[::1]:4000", onLoopback, "http://[::1]:4000"],
    ["box.example.com", behindProxy, "https://box.example.com"],
    ["127.0.0.1:4000", behindProxy, "http://127.0.0.1:4000"],
  ])("%s is ours", (host, addresses, origin) => {
    expect(addresses.originOf(host)).toBe(origin);
    expect(refuseTarget({ target: "/", host }, addresses)).toBeUndefined();
  });

  test.each([
    ["evil.test", onLoopback],
    ["evil.test:4000", onLoopback],
    ["127.0.0.1", onLoopback],
    ["127.0.0.1:4001", onLoopback],
    ["127.0.0.1.evil.test:4000", onLoopback],
    ["box.example.com", onLoopback],
    ["box.example.com:4000", behindProxy],
    ["box.example.com.evil.test", behindProxy],
    ["127.0.0.1:4000", inContainer],
    ["", onLoopback],
    [undefined, onLoopback],
  ])("%s is not", (host, addresses) => {
    expect(refuseTarget({ target: "/", host }, addresses)?.status).toBe(421);
  });

  test("a whole URL in the request line is refused, because it would take precedence over the header", () => {
    const target = "http://evil.test/board";
    expect(refuseTarget({ target, host: "127.0.0.1:4000" }, onLoopback)?.status).toBe(400);
  });

  test("an address of more than 2,048 characters is refused", () => {
    const host = "127.0.0.1:4000";
    expect(refuseTarget({ target: `/${"a".repeat(2_047)}`, host }, onLoopback)).toBeUndefined();
    expect(refuseTarget({ target: `/${"a".repeat(2_048)}`, host }, onLoopback)?.status).toBe(414);
  });

  test("links lead to PUBLIC_URL, then to loopback; where neither reaches us there are none", () => {
    expect(behindProxy.preferred).toBe("https://box.example.com");
    expect(onLoopback.preferred).toBe("http://127.0.0.1:4000");
    expect(inContainer.preferred).toBeUndefined();
  });
});

describe("IF26 the sender", () => {
  const byProgram: Sender = {
    method: "POST",
    origin: undefined,
    fetchSite: undefined,
    fetchMode: undefined,
    fetchDest: undefined,
  };
  const link = { fetchMode: "navigate", fetchDest: "document", method: "GET" };
  const status = (given: Partial<Sender>, isPage = true) =>
    refuseSender({ ...byProgram, ...given }, isPage, behindProxy)?.status;

  test.each<[string, Partial<Sender>]>([
    ["a program", {}],
    ["our own form", { origin: "https://box.example.com", fetchSite: "same-origin", fetchMode: "navigate" }],
    ["our own script", { method: "GET", fetchSite: "same-origin", fetchMode: "cors" }],
    ["an address that a person typed", { ...link, fetchSite: "none" }],
    ["a link on another site", { ...link, fetchSite: "cross-site" }],
    ["a link on another port of this machine", { ...link, fetchSite: "same-site" }],
  ])("%s is let in", (_, given) => {
    expect(status(given)).toBeUndefined();
  });

  test.each<[string, Partial<Sender>]>([
    [
      "a form of another site",
      { origin: "https://evil.test", fetchSite: "cross-site", fetchMode: "navigate" },
    ],
    ["a form of another port", { origin: "http://127.0.0.1:4001", fetchSite: "same-site" }],
    ["a sandboxed frame", { origin: "null" }],
    ["a form without an Origin", { fetchSite: "cross-site", fetchMode: "navigate", fetchDest: "document" }],
    ["a script of another site", { method: "GET", fetchSite: "cross-site", fetchMode: "cors" }],
    ["an EventSource of another port", { method: "GET", fetchSite: "same-site", fetchMode: "cors" }],
    ["a frame of another site", { ...link, fetchDest: "iframe", fetchSite: "cross-site" }],
    ["our address over http", { origin: "http://box.example.com" }],
  ])("%s is refused", (_, given) => {
    expect(status(given)).toBe(403);
  });

  test("a link on another site leads to a page, and not into the API", () => {
    expect(status({ ...link, fetchSite: "cross-site" }, false)).toBe(403);
  });
});
