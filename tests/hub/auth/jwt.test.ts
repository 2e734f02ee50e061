/** Which JSON web tokens count as the App's own, and what GitHub says of the others. */
import { createHmac, createPublicKey, sign } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKeyPair } from "../../../src/hub/auth/secrets.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
});
afterAll(() => world.close());

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const nowS = (): number => Math.floor(Date.now() / 1000);
const claims = (changed: object = {}) => ({
  iss: world.hub.app.id,
  iat: nowS(),
  exp: nowS() + 300,
  ...changed,
});
const rs256 = { alg: "RS256", typ: "JWT" };
const signed = (header: object, payload: unknown, key = world.hub.app.privateKey): string => {
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
};
const asked = (jwt: string) => world.withAuthorization(`Bearer ${jwt}`)("GET", "/app");

test.each([
  ["the App's id as a number", () => claims()],
  ["the App's id as text", () => claims({ iss: String(world.hub.app.id) })],
])("a token is the App's own with %s", async (_, payload) => {
  expect(await asked(signed(rs256, payload()))).toMatchObject({ status: 200, body: { slug: "signalbox" } });
});

const undecodable = "A JSON web token could not be decoded";
test.each([
  ["another key's signature", () => signed(rs256, claims(), makeKeyPair().privateKey), undecodable],
  ["no signature", () => `${encode({ alg: "none" })}.${encode(claims())}.`, undecodable],
  ["a part too many", () => `${signed(rs256, claims())}.AAAA`, undecodable],
  ["a part too few", () => signed(rs256, claims()).split(".").slice(0, 2).join("."), undecodable],
  [
    "other claims under the same signature",
    () => {
      const [header, , signature] = signed(rs256, claims()).split(".");
      return `${header}.${encode(claims({ exp: nowS() + 600 }))}.${signature}`;
    },
    undecodable,
  ],
  [
    "the public key as a shared secret",
    () => {
      const content = `${encode({ alg: "HS256" })}.${encode(claims())}`;
      const key = createPublicKey(world.hub.app.privateKey).export({ type: "spki", format: "pem" });
      return `${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
    },
    undecodable,
  ],
  ["an issuer that is no App", () => signed(rs256, claims({ iss: 1 })), "Integration not found"],
  ["an end in the past", () => signed(rs256, claims({ exp: nowS() - 1 })), expect.stringContaining("'exp'")],
  ["an end that is text", () => signed(rs256, claims({ exp: "soon" })), expect.stringContaining("'exp'")],
  [
    "an end too far ahead",
    () => signed(rs256, claims({ exp: nowS() + 900 })),
    expect.stringContaining("too far"),
  ],
  [
    "a start in the future",
    () => signed(rs256, claims({ iat: nowS() + 200 })),
    expect.stringContaining("'iat'"),
  ],
  ["no start", () => signed(rs256, claims({ iat: undefined })), expect.stringContaining("'iat'")],
])("a token with %s is refused", async (_, jwt, message) => {
  expect(await asked(jwt())).toMatchObject({ status: 401, body: { message } });
});
