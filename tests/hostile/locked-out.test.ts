/**
 * A stranger tries to keep people from signing in: it guesses tokens and codes as fast as it can, from one address or as if from
 * many, and also in the name of the person's own address. A person at another address signs in as before.
 */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

/** Resolves to the status, of a request from an address of this machine that is not the person's. */
function askFrom(
  localAddress: string,
  path: string,
  given: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<number> {
  const { hostname, port } = new URL(bus.server().url);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { method = "GET", headers = {}, body } = given;
  const asked = request({ hostname, port, path, method, headers, localAddress }, (response) => {
    response.resume();
    response.once("end", () => resolve(response.statusCode ?? 0));
  });
  asked.once("error", reject);
  asked.end(body);
  return promise;
}

const guess = (headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  askFrom("127.0.0.2", "/api/login", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ token: `ghp_${"g".repeat(36)}` }),
  });

const attacks: Readonly<Record<string, () => Promise<number>>> = {
  "with tokens": () => guess(),
  "with tokens, as if from many addresses": () =>
    guess({ "x-forwarded-for": `198.51.100.${Math.floor(Math.random() * 250)}` }),
  "with tokens, as if from the person's address": () => guess({ "x-forwarded-for": "127.0.0.1" }),
  "with codes of GitHub": () => askFrom("127.0.0.2", "/sign-in/github/callback?code=guessed&state=guessed"),
  "with links that let a browser in": () => askFrom("127.0.0.2", `/enter/${"a".repeat(43)}`),
};

test.each(Object.entries(attacks))(
  "it guesses %s: it is stopped, and the person signs in",
  async (_, attack) => {
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) statuses.push(await attack());
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    const browser = await signIn(bus.server().url, bus.hub, "maria");
    expect((await browser.ask("/board")).status).toBe(200);
    const owner = openBrowser(bus.server().url);
    await owner.ask(new URL(bus.server().entryLink("/")).pathname);
    expect((await owner.ask("/board")).status).toBe(200);
  },
);

test("tokens that it guesses are refused unread after twenty in a minute, however it says where it comes from", async () => {
  bus.clock.advance(61_000);
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1)
    statuses.push(await guess({ "x-forwarded-for": `203.0.113.${count}` }));
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(20);
});

test.each([
  ["/theme", "theme=dark&formToken=wrong"],
  ["/theme", "theme=%00%ff&formToken="],
  ["/sign-out", "formToken=wrong"],
  ["/escalations", "formToken=wrong&issue=acme%2Fdemo%231&option=1"],
  ["/issues/acme/demo/1", "operation=answer&formToken=wrong&decision=x"],
  ["/issues/acme/demo/999999999999999999", "operation=answer"],
])("a form to %s with a wrong token is refused, and is no error of the server (%s)", async (path, body) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const status = await askFrom("127.0.0.2", path, { method: "POST", headers, body });
  // Without a session the answer is the way to sign in.
  expect([303, 400, 401, 403, 404, 413, 422]).toContain(status);
  expect(bus.errors).toEqual([]);
});

test("it begins sign-ins without end, from behind the person's own proxy: who only begins locks nobody out", async () => {
  for (let count = 0; count < 60; count += 1)
    expect(await askFrom("127.0.0.1", "/sign-in/github?to=/board")).toBe(302);
  const browser = await signIn(bus.server().url, bus.hub, "maria");
  expect((await browser.ask("/board")).status).toBe(200);
});
