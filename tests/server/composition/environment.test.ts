/** Settings from the environment: what is accepted, what is refused, and with which message. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import { type Environment, pacingFor, readEnvironment } from "../../../src/server/composition/environment.ts";
import { defaultRetention } from "../../../src/server/maintenance/retention.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-environment-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pem = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs1", format: "pem" })
  .toString();
const secret = "0123456789abcdef0123456789abcdef";
const whole = { APP_ID: "123", PRIVATE_KEY: pem, WEBHOOK_SECRET: secret };

/** The error message for `environment`. */
function refusalOf(environment: Environment): string {
  try {
    readEnvironment(environment);
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown.message;
    throw thrown;
  }
  throw new Error("The environment was accepted.");
}

describe("the environment", () => {
  test("an environment without configuration selects the hub", () => {
    expect(readEnvironment({})).toMatchObject({
      github: undefined,
      host: "127.0.0.1",
      port: 4000,
      hubPort: 4001,
      home: join(process.cwd(), ".signalbox"),
      logLevel: "info",
      retention: defaultRetention,
    });
  });

  test("browsers reach the pages at PUBLIC_URL", () => {
    const environment = { PUBLIC_URL: "https://Box.example.com/", SESSION_KEY: secret };
    expect(readEnvironment(environment).site).toEqual({
      publicUrl: "https://box.example.com",
      sessionKey: secret,
      trustedProxies: [],
    });
    expect(readEnvironment({}).site).toEqual({
      publicUrl: undefined,
      sessionKey: undefined,
      trustedProxies: [],
    });
  });

  test.each([
    [{ PUBLIC_URL: "box.example.com" }, "must be the address that browsers use"],
    [{ PUBLIC_URL: "ftp://box.example.com" }, "must be the address that browsers use"],
    [{ PUBLIC_URL: "https://example.com/signalbox" }, "must have no path"],
    [{ SESSION_KEY: "short" }, "needs at least 32 characters"],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "must list addresses or networks"],
    [
      { DATABASE_URL: "mysql://box:hunter2@db/x" },
      "DATABASE_URL is not the address of a PostgreSQL database. It must look like postgres://",
    ],
    [{ METRICS_TOKEN: "short" }, "METRICS_TOKEN needs at least 16 characters"],
  ])("the settings %o of the pages are refused", (environment, reason) => {
    expect(refusalOf(environment)).toContain(reason);
  });

  test("an environment with every App variable selects GitHub", () => {
    expect(readEnvironment(whole).github).toEqual({
      appId: 123,
      privateKey: pem,
      webhookSecrets: [secret],
      baseUrl: undefined,
    });
  });

  test.each([
    [{ GHE_HOST: "github.example.com" }, "https://github.example.com/api/v3"],
    [{ GHE_HOST: "127.0.0.1:4001", GHE_PROTOCOL: "http" }, "http://127.0.0.1:4001/api/v3"],
    [{ GHE_HOST: "octo.ghe.com" }, "https://api.octo.ghe.com"],
  ])("the API of %o is found", (host, baseUrl) => {
    expect(readEnvironment({ ...whole, ...host }).github?.baseUrl).toBe(baseUrl);
  });

  test("A06 the previous secret is accepted next to the current one during a rotation", () => {
    const previous = "fedcba9876543210fedcba9876543210";
    expect(readEnvironment({ ...whole, WEBHOOK_SECRET_PREVIOUS: previous }).github?.webhookSecrets).toEqual([
      secret,
      previous,
    ]);
  });

  test.each([
    ["its own lines", pem],
    ["escaped line breaks", pem.replaceAll("\n", "\\n")],
    ["Base64", Buffer.from(pem).toString("base64")],
  ])("a private key with %s is accepted", (_form, key) => {
    expect(readEnvironment({ ...whole, PRIVATE_KEY: key }).github?.privateKey).toBe(pem);
  });

  test("a private key is read from a file", () => {
    const path = join(folder, "key.pem");
    writeFileSync(path, pem);
    const settings = readEnvironment({ ...whole, PRIVATE_KEY: "", PRIVATE_KEY_PATH: path });
    expect(settings.github?.privateKey).toBe(pem);
  });

  test("the previous key is read from a variable or a file, so that its markers are still recognised as ours", () => {
    const path = join(folder, "previous.pem");
    writeFileSync(path, pem);
    for (const previous of [{ PRIVATE_KEY_PREVIOUS: pem }, { PRIVATE_KEY_PREVIOUS_PATH: path }])
      expect(readEnvironment({ ...whole, ...previous }).github?.previousPrivateKeys).toEqual([pem]);
    expect(readEnvironment(whole).github).not.toHaveProperty("previousPrivateKeys");
  });

  test.each([
    ["absent", undefined, "WEBHOOK_SECRET is missing"],
    ["empty", "", "WEBHOOK_SECRET is missing"],
    ["development", "development", 'WEBHOOK_SECRET is "development"'],
    ["short", "x".repeat(31), "WEBHOOK_SECRET has 31 bytes"],
  ])("A05 a secret that is %s is refused, and the setting is named", (_case, value, message) => {
    expect(refusalOf({ ...whole, WEBHOOK_SECRET: value })).toContain(message);
  });

  test("A05 a weak previous secret is refused", () => {
    expect(refusalOf({ ...whole, WEBHOOK_SECRET_PREVIOUS: "short" })).toContain(
      "WEBHOOK_SECRET_PREVIOUS has 5 bytes",
    );
  });

  test.each([
    ["an App number alone", { APP_ID: "1" }, ["PRIVATE_KEY or", "WEBHOOK_SECRET is"]],
    ["a secret alone", { WEBHOOK_SECRET: secret }, ["APP_ID is", "PRIVATE_KEY or"]],
    [
      "an enterprise host alone",
      { GHE_HOST: "a.example" },
      ["APP_ID is", "PRIVATE_KEY or", "WEBHOOK_SECRET is"],
    ],
    ["two keys", { ...whole, PRIVATE_KEY_PATH: "k.pem" }, ["both set"]],
    [
      "an invalid key",
      { ...whole, PRIVATE_KEY: "secret words" },
      ["PRIVATE_KEY does not contain a private key"],
    ],
    ["a missing key file", { ...whole, PRIVATE_KEY: "", PRIVATE_KEY_PATH: "/no/k.pem" }, ["/no/k.pem"]],
    ["a previous key alone", { PRIVATE_KEY_PREVIOUS: pem }, ["PRIVATE_KEY or", "APP_ID is"]],
    [
      "an invalid previous key",
      { ...whole, PRIVATE_KEY_PREVIOUS: "x" },
      ["PRIVATE_KEY_PREVIOUS does not contain"],
    ],
    [
      "a previous key twice",
      { ...whole, PRIVATE_KEY_PREVIOUS: pem, PRIVATE_KEY_PREVIOUS_PATH: "k" },
      ["both"],
    ],
    ["a word as App number", { ...whole, APP_ID: "mine" }, ["APP_ID must be"]],
    ["a port too high", { PORT: "70000" }, ["PORT must be"]],
    ["a word as port", { HUB_PORT: "none" }, ["HUB_PORT must be"]],
    ["a URL as host", { ...whole, GHE_HOST: "https://a.example/" }, ["GHE_HOST must be"]],
    ["a retention shorter than GitHub can redeliver", { KEEP_DELIVERIES_DAYS: "3" }, ["at least 4"]],
    ["a retention that is not a number", { KEEP_LEDGER_DAYS: "ever" }, ["KEEP_LEDGER_DAYS must be"]],
    ["an unknown log level", { LOG_LEVEL: "loud" }, ["LOG_LEVEL must be"]],
  ])("an environment with %s is refused, and the error names what is wrong", (_case, environment, parts) => {
    const message = refusalOf(environment);
    for (const part of parts) expect(message).toContain(part);
    expect(message).not.toContain(secret);
    expect(message).not.toContain("secret words");
  });
});

test.each([
  [undefined, "github"],
  ["https://github.example.com/api/v3", "github"],
  ["http://127.0.0.1.example.com/api/v3", "github"],
  ["http://127.0.0.1:4001/api/v3", "off"],
  ["http://localhost:4001/api/v3", "off"],
])("writes to %s are paced: %s", (baseUrl, pacing) => {
  expect(pacingFor({ baseUrl })).toBe(pacing);
});

test("retention of deliveries, ledger and removed repositories can be set in days", () => {
  const days = { KEEP_DELIVERIES_DAYS: "7", KEEP_LEDGER_DAYS: "30", KEEP_REMOVED_DAYS: "0" };
  const { retention } = readEnvironment(days);
  expect(retention).toEqual({ deliveriesMs: 7 * 86_400_000, ledgerMs: 30 * 86_400_000, removedMs: 0 });
  expect(readEnvironment({}).retention.removedMs).toBe(30 * 86_400_000);
});
