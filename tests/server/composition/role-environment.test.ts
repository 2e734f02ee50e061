/** What each role needs of the environment, and what it must not get. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import type { Environment } from "../../../src/server/composition/environment.ts";
import {
  readWebEnvironment,
  readWorkerEnvironment,
} from "../../../src/server/composition/role-environment.ts";

const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
const secret = "0123456789abcdef0123456789abcdef";
const database = "postgres://box@db/signalbox";
const web = { DATABASE_URL: database, APP_ID: "7", WEBHOOK_SECRET: secret, SESSION_KEY: secret };
const worker = { DATABASE_URL: database, APP_ID: "7", PRIVATE_KEY: privateKey };

function refusalOf(read: (environment: Environment) => unknown, environment: Environment): string {
  try {
    read(environment);
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown.message;
    throw thrown;
  }
  throw new Error("The environment was accepted.");
}

describe("the environment of a role", () => {
  test("a web process needs no private key, and does not take one", () => {
    const settings = readWebEnvironment({ ...web, PRIVATE_KEY: privateKey });
    expect(settings).toMatchObject({ databaseUrl: database, github: { appId: 7, webhookSecrets: [secret] } });
    expect(settings.superfluous).toEqual(["PRIVATE_KEY"]);
    expect(JSON.stringify(settings)).not.toContain("BEGIN");
    expect(readWebEnvironment(web).superfluous).toEqual([]);
  });

  test("a web process without its secrets is refused with a line for each", () => {
    const message = refusalOf(readWebEnvironment, {});
    for (const name of ["DATABASE_URL", "APP_ID", "WEBHOOK_SECRET", "SESSION_KEY"])
      expect(message).toContain(`- ${name} is missing`);
  });

  test("a worker needs the App's key and neither the webhook's secret nor the key of sessions", () => {
    expect(readWorkerEnvironment(worker)).toMatchObject({
      databaseUrl: database,
      host: "127.0.0.1",
      github: { appId: 7, privateKey: expect.stringContaining("BEGIN"), webhookSecrets: [] },
    });
  });

  test("a worker blanks out a webhook's secret that it knows", () => {
    const { github } = readWorkerEnvironment({ ...worker, WEBHOOK_SECRET: secret });
    expect(github.webhookSecrets).toEqual([secret]);
  });

  test("a worker without its secrets is refused with a line for each", () => {
    const message = refusalOf(readWorkerEnvironment, {});
    for (const name of ["DATABASE_URL", "APP_ID", "PRIVATE_KEY"]) expect(message).toContain(`- ${name}`);
    expect(message).toContain("--role all");
  });
});
