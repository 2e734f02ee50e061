/** Signs in to pages about repositories whose node ids have GitHub's older format in REST, in deliveries, or in both. */
import { afterEach, describe, expect, test } from "vitest";
import type { Browser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const ready = async (browser: Browser) => {
  const { status, text } = await browser.ask("/api/v1/ready");
  return { status, text };
};

/** As a person does in GitHub's settings. */
async function revoke(login: string): Promise<number> {
  const { clientId, clientSecret } = bus.hub.app;
  const allowed = await fetch(`${bus.hub.url}/login/oauth/authorize?client_id=${clientId}`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `token ${bus.hub.tokenOf(login)}` },
  });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const exchanged = await fetch(`${bus.hub.url}/login/oauth/access_token`, { method: "POST", body });
  const token = new URLSearchParams(await exchanged.text()).get("access_token") ?? "";
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const { status } = await fetch(`${bus.hub.url}/api/v3/applications/${clientId}/grant`, {
    method: "DELETE",
    body: JSON.stringify({ access_token: token }),
    headers: { authorization: `Basic ${credentials}` },
  });
  return status;
}

describe.each(["graphql", "everywhere"] as const)("where newer ids come by %s", (newerIdHeader) => {
  test("a person sees what GitHub lists to them, and is signed out when they revoke the App", async () => {
    bus = await startBus({ idFormat: "older", unknown: { newerIdHeader } });
    await openTask(bus.as("alice"), { title: "Sign in" });
    await bus.settled();
    const alice = await signIn(bus.server().url, bus.hub, "alice");
    const bob = await signIn(bus.server().url, bus.hub, "bob");
    expect(await ready(alice)).toEqual({ status: 200, text: expect.stringContaining("Sign in") });
    expect(await revoke("alice")).toBe(204);
    await bus.settled();
    expect([(await ready(alice)).status, (await ready(bob)).status]).toEqual([401, 200]);
  });
});

test("a session from before GitHub's ids changed ends with the App's revocation, too", async () => {
  bus = await startBus({ idFormat: "older only" });
  await openTask(bus.as("alice"), { title: "Sign in" });
  await bus.settled();
  const alice = await signIn(bus.server().url, bus.hub, "alice");
  bus.hub.setIdFormat("newer");
  expect(await revoke("alice")).toBe(204);
  await bus.settled();
  expect((await ready(alice)).status).toBe(401);
});
