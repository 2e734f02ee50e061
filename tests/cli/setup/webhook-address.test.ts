/** Which addresses setup gives to GitHub as the webhook's, and what it says of those that GitHub would refuse. */
import { describe, expect, test } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import { webhookAddress } from "../../../src/cli/setup/webhook-address.ts";
import { readHost } from "../../../src/server/composition/environment.ts";
import { signalbox } from "../terminal.ts";

const github = readHost({ GHE_HOST: undefined, GHE_PROTOCOL: undefined });
const ownHost = readHost({ GHE_HOST: "github.corp.example", GHE_PROTOCOL: undefined });
const dataResidency = readHost({ GHE_HOST: "acme.ghe.com", GHE_PROTOCOL: undefined });
const standIn = readHost({ GHE_HOST: "127.0.0.1:4001", GHE_PROTOCOL: "http" });

const onThisMachine = [
  "http://localhost:4000",
  "https://localhost",
  "https://box.localhost",
  "https://LOCALHOST.",
  "https://127.0.0.1",
  "https://127.1.2.3:8443",
  "https://2130706433",
  "https://0x7f.1",
  "https://0.0.0.0",
  "https://[::1]",
  "https://[::]",
  "https://[::ffff:127.0.0.1]",
];
const nearThisMachine = [
  "https://10.1.2.3",
  "https://172.16.0.1",
  "https://172.31.255.255",
  "https://192.168.1.20",
  "https://169.254.169.254",
  "https://100.64.0.1",
  "https://[fd00::1]",
  "https://[fe80::1]",
  "https://[::ffff:10.0.0.1]",
  "https://box",
  "https://box.local",
  "https://box.corp.internal",
  "https://box.lan",
  "https://box.home.arpa",
];
const onTheInternet = [
  "https://box.example.com",
  "https://172.32.0.1",
  "https://[2001:4860:4860::8888]",
  "https://local.example.com",
  "https://box.example.com:8443/hooks",
];

describe("the webhook's address", () => {
  test.each([...onThisMachine, ...nearThisMachine])("%s is one that GitHub cannot reach", (url) => {
    for (const host of [github, dataResidency]) {
      const given = () => webhookAddress(url, host);
      expect(given).toThrow(UserError);
      expect(given).toThrow(
        /cannot reach .+ https address of a tunnel or a proxy .+ leave out --url.+--poll 15s/,
      );
    }
  });

  test.each(onTheInternet)("%s is given to every host", (url) => {
    for (const host of [github, dataResidency, ownHost, standIn])
      expect(webhookAddress(url, host)).toMatch(/^https:.*\/(?:api\/github\/webhooks|hooks)$/);
  });

  test("an enterprise host reaches its own network, and not this machine's loopback", () => {
    for (const url of nearThisMachine) expect(webhookAddress(url, ownHost)).toContain("/api/github/webhooks");
    for (const url of onThisMachine) expect(() => webhookAddress(url, ownHost)).toThrow("cannot reach");
  });

  test("the stand-in delivers on its own machine", () => {
    for (const url of [...onThisMachine, ...nearThisMachine])
      expect(webhookAddress(url, standIn)).toContain("/api/github/webhooks");
  });

  test("over the internet no delivery is sent in plain text", () => {
    expect(() => webhookAddress("http://box.example.com", github)).toThrow(/in plain text.+https address/);
    expect(webhookAddress("http://box.corp.example", ownHost)).toBe(
      "http://box.corp.example/api/github/webhooks",
    );
  });

  test("setup says so before it opens a page, and saves nothing", async () => {
    const { code, out, err } = await signalbox(
      ["setup", "--port", "0", "--url", "http://localhost:4000"],
      {},
    );
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("github.com cannot reach localhost, so it would refuse to register the App.");
  });
});
