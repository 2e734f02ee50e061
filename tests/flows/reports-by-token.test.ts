/** Who has the App post what `verify` found: no account that may only read, whatever its token shows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import { exchangePath } from "../../src/server/site/tokens/exchange-path.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { nameCrew, seedWith } from "../support/crew.ts";
import { form } from "../support/form.ts";

const crew = { ada: { login: "alice" } };
const roles = { maria: "admin", bob: "write", alice: "triage", mallory: "read" } as const;
const vault = { owner: "acme", repo: "vault" };

let bus: TestBus;
let handover: number;
let commit: string;
beforeAll(async () => {
  const seed = seedWith(crew);
  const files = { "README.md": "# vault\n" };
  const repositories = [...seed.repositories, { fullName: "acme/vault", private: true, roles, files }];
  bus = await startBus({ seed: { ...seed, repositories } });
  await nameCrew(bus, crew);
  const bob = bus.as("bob", "acme/vault");
  const ask = bus.testHub.as("bob");
  const repo = "/repos/acme/vault";
  const task = await bob.open("Say it", form({ Goal: "It is said." }), ["kind:task"], []);
  await bus.settled();
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: "refs/heads/say", sha });
  const content = Buffer.from("well\n").toString("base64");
  await ask("PUT", `${repo}/contents/say.md`, { message: "Work", branch: "say", content });
  const opened = { title: "Say it", head: "say", base: "main", body: `Closes #${task}` };
  const { body } = await ask("POST", `${repo}/pulls`, opened);
  commit = String(body.head.sha);
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- say.md: says it",
    Verified: "- `npm test`: passed",
    Context: "Nobody had said it before.",
    "Next steps": "None.",
    "Pull request": `#${body.number}`,
  };
  handover = await bob.open("Handover: it", form(says), ["kind:handover"], []);
  await bus.settled();
}, 60_000);
afterAll(() => bus.stop());

async function post(path: string, body: object, token?: string): Promise<readonly [number, string]> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { "content-type": "application/json", ...authorization };
  const response = await fetch(`${bus.server().url}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

/** As `signalbox login` gets it. */
async function loginToken(login: string): Promise<string> {
  const [, text] = await post(exchangePath, { token: bus.hub.tokenOf(login) });
  return JSON.parse(text).token;
}

const report = (token: string) => {
  const claims = [{ name: "npm test", holds: false, found: "words of a reader" }];
  return post(controlPaths.invariants, { ...vault, number: handover, commit, results: [], claims }, token);
};

async function checksOfCommit(): Promise<string> {
  const { octokit } = bus.as("maria", "acme/vault");
  const { data } = await octokit.rest.checks.listForRef({ ...vault, ref: commit });
  return JSON.stringify(data.check_runs);
}

test.each(["mallory", "alice"])(
  "a login of %s, who sees a private repository and may not write there, posts nothing on its commits",
  async (login) => {
    const token = await loginToken(login);
    const seen = await post(controlPaths.reads, { read: "card", ...vault, number: handover }, token);
    expect(seen[1]).toContain("Handover: it");
    expect(await report(token)).toEqual([403, expect.stringContaining("has no write access in acme/vault")]);
    expect(await checksOfCommit()).not.toContain("words of a reader");
  },
);

test("a token that only reads posts nothing, and says so", async () => {
  const { out } = await signalbox(["tokens", "add", "--home", bus.home], {});
  expect(await report(out.trim())).toEqual([403, expect.stringContaining("only reads")]);
  expect(await checksOfCommit()).not.toContain("words of a reader");
});

test("one of an account with write access has it posted", async () => {
  expect(await report(await loginToken("bob"))).toEqual([200, expect.stringContaining('"isPosted":true')]);
  expect(await checksOfCommit()).toContain("words of a reader");
});
