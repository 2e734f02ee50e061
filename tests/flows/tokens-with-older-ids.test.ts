/** Tokens that were made while GitHub wrote the ids of their repositories in its older format. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { HubSeed } from "../../src/hub/seed.ts";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import { signalbox } from "../cli/terminal.ts";
import { ask, type Browser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { nameCrew, seedWith } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { openTask } from "../support/freeing.ts";

const crew = { ada: { login: "ada" } };
const seed: HubSeed = {
  ...seedWith(crew),
  repositories: [
    ...seedWith(crew).repositories,
    { fullName: "acme/vault", private: true, roles: { maria: "admin" } },
  ],
};

let bus: TestBus;
let task: number;
let hidden: number;
beforeEach(async () => {
  bus = await startBus({ seed, idFormat: "older only" });
  await nameCrew(bus, crew);
  task = await bus.as("alice").open("Sign in", form({ Goal: "People can sign in." }), ["kind:task"], []);
  hidden = await openTask(bus.as("maria", "acme/vault"), { title: "Sell the firm" });
  await bus.settled();
});
afterEach(() => bus.stop());

/** From here on requests ask for the newer format, as the release after does. */
async function startAnew(): Promise<void> {
  await bus.stopServer();
  bus.hub.setIdFormat("older");
  await bus.startServer();
  await bus.sweep();
  await bus.settled();
}

async function post(path: string, token: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return ask(bus.server().url, path, { method: "POST", headers, body: JSON.stringify(body) });
}

const titles = async (token: string): Promise<readonly string[]> => {
  const { text } = await post("/api/v1/list", token, { state: "all", limit: 100 });
  const { issues } = z.object({ issues: z.array(z.object({ title: z.string() })) }).parse(JSON.parse(text));
  return issues.map(({ title }) => title);
};

async function personsToken(browser: Browser): Promise<string> {
  const [, formToken = ""] =
    /name="formToken" value="([^"]+)"/.exec((await browser.ask("/tokens")).text) ?? [];
  const { text } = await browser.post("/tokens", { act: "make", days: "30", agent: "", formToken });
  return /sbx_[\w-]{43}/.exec(text)?.[0] ?? "";
}

describe("once GitHub writes the newer ids,", () => {
  test("an owner's token shows the repositories that it was made for, and no other", async () => {
    const only = ["--agent", "ada", "--repo", "acme/demo"];
    const made = await signalbox(["tokens", "add", ...only, "--home", bus.home], {});
    const token = made.out.trim();
    await startAnew();
    expect(await titles(token)).toEqual(["Sign in"]);
    const look = (repo: string, number: number) =>
      post(controlPaths.look, token, { owner: "acme", repo, number });
    expect((await look("demo", task)).status).toBe(200);
    expect((await look("vault", hidden)).status).toBe(403);
    const run = { agent: "ada", session: "01JD0000000000000000000000", issue: task, lease: 7, owner: "acme" };
    expect((await post(controlPaths.runs, token, { ...run, repo: "demo" })).text).toContain(
      "ada does not hold the task",
    );
    expect((await post(controlPaths.runs, token, { ...run, repo: "vault" })).text).toContain(
      "not for this repository",
    );
    const { out } = await signalbox(["tokens", "--home", bus.home], {});
    expect(out).toContain("acme/demo");
  });

  test("a person's token shows where the person has a role, and nowhere else", async () => {
    const token = await personsToken(await signIn(bus.server().url, bus.hub, "alice"));
    expect(await titles(token)).toEqual(["Sign in"]);
    await startAnew();
    expect(await titles(token)).toEqual(["Sign in"]);
    expect(
      (await post(controlPaths.look, token, { owner: "acme", repo: "vault", number: hidden })).status,
    ).toBe(403);
  });
});
