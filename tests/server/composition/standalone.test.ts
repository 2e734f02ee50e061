/** The same App function under Probot's own server, as `probot run` starts it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Probot, Server } from "probot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import app, { formatRef, readMessage } from "../../../src/index.ts";
import { type Standalone, standalone } from "../../../src/server/composition/standalone.ts";
import { post } from "../delivery.ts";
import { createServerFixture, demo, labelsOf, type ServerFixture, until } from "../server-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-standalone-"));
let fixture: ServerFixture;
let alone: Standalone;
let server: Server;
beforeAll(async () => {
  fixture = await createServerFixture();
  const { hub } = fixture;
  const { id, privateKey, webhookSecret } = hub.app;
  alone = standalone({
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: webhookSecret,
    GHE_HOST: new URL(hub.url).host,
    GHE_PROTOCOL: "http",
    SIGNALBOX_HOME: folder,
    LOG_LEVEL: "silent",
  });
  const log = pino({ enabled: false });
  const options = { appId: id, privateKey, secret: webhookSecret, baseUrl: `${hub.url}/api/v3`, log };
  server = new Server({ Probot: Probot.defaults(options), host: "127.0.0.1", port: 0, log });
  await server.load(alone.app);
  await server.start();
  hub.setWebhookUrl(`http://127.0.0.1:${server.port}/api/github/webhooks`);
});
afterAll(async () => {
  await server.stop();
  await alone.close();
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

test("an issue opened under Probot's server is labelled like any other", async () => {
  const alice = fixture.octokit("alice");
  const body = "### Goal\n\nPeople can sign in.\n\n### Priority\n\np1";
  const { data } = await alice.rest.issues.create({ ...demo, title: "Sign in", body });
  await until(
    () => labelsOf(alice, data.number),
    (labels) => labels.includes("status:ready"),
  );
});

test("A18 an event that cannot be stored is refused without a reason", async () => {
  await alone.close();
  const answer = await post(`http://127.0.0.1:${server.port}`, { secret: fixture.hub.app.webhookSecret });
  expect(answer.status).toBe(500);
  expect(answer.text).toContain("unavailable, deliver again later");
  expect(answer.text).not.toMatch(/database|sqlite|\/tmp/i);
});

test("A05 under Probot the App also refuses to start without a secret, or without any configuration", async () => {
  const probot = new Probot({
    appId: 1,
    privateKey: fixture.hub.app.privateKey,
    log: pino({ enabled: false }),
  });
  const load = (environment: Readonly<Record<string, string>>) => probot.load(standalone(environment).app);
  await expect(load({ APP_ID: "1", PRIVATE_KEY: fixture.hub.app.privateKey })).rejects.toThrow(
    /WEBHOOK_SECRET is missing/,
  );
  await expect(load({})).rejects.toThrow(UserError);
});

test("S0.66 the package exports the App function and the protocol", () => {
  expect(app).toBeTypeOf("function");
  expect(formatRef({ owner: "acme", repo: "demo", number: 12 })).toBe("acme/demo#12");
  expect(readMessage).toBeTypeOf("function");
});
