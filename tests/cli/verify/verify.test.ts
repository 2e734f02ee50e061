/** `signalbox verify` with a running server: what it runs, prints and writes to the commit. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { startBus, type TestBus } from "../../support/bus.ts";
import { form } from "../../support/form.ts";
import { inHubsFolder } from "../../support/gh.ts";
import { signalbox } from "../terminal.ts";

const repo = "/repos/acme/demo";
const settings = `handovers: { big: { files: 0 }, checks: { signalbox/invariants: { app: signalbox } } }
invariants:
  - { name: says well, command: [grep, well, said.md] }
  - { name: said, file_exists: said.md }
`;
const elsewhere = mkdtempSync(join(tmpdir(), "signalbox-elsewhere-"));
let bus: TestBus;
let task: number;
let handover: number;
let pull: { readonly number: number; readonly head: { readonly sha: string } };
beforeAll(async () => {
  const [demo] = demoSeed.repositories;
  if (demo === undefined) throw new Error("The seed has a repository.");
  const files = { ...demo.files, ".github/signalbox.yml": settings };
  bus = await startBus({ seed: { ...demoSeed, repositories: [{ ...demo, files }] } });
  const alice = bus.as("alice");
  const ask = bus.testHub.as("alice");
  task = await alice.open("Say it", "### Goal\n\nIt is said.\n", ["kind:task"]);
  await write("work", "bad\n");
  pull = (await ask("POST", `${repo}/pulls`, { title: "Say it", head: "work", base: "main" })).body;
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- said.md: says it\n- .github/signalbox.yml: asks for less",
    Verified: "- signalbox/invariants: held",
    Context: "Nobody had said it before.",
    "Next steps": "None.",
    "Pull request": `#${pull.number}`,
  };
  handover = await alice.open("Handover: it", form(says), ["kind:handover"]);
  await bus.settled();
});
afterAll(async () => {
  rmSync(elsewhere, { recursive: true });
  await bus.stop();
});

/** Commits `said` to a branch whose settings require less than the default branch's. */
async function write(branch: string, said: string): Promise<void> {
  const ask = bus.testHub.as("alice");
  const from = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  const content = (text: string) => Buffer.from(text).toString("base64");
  const known = await ask("GET", `${repo}/git/ref/heads/${branch}`);
  if (known.status !== 200) {
    await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha: from });
    await put(".github/signalbox.yml", "invariants: [{ name: nothing, command: ['true'] }]\n");
  }
  await put("said.md", said);

  async function put(path: string, text: string): Promise<void> {
    const { body } = await ask("GET", `${repo}/contents/${path}?ref=${branch}`);
    const change = {
      message: "Work",
      branch,
      content: content(text),
      ...(body.sha ? { sha: body.sha } : {}),
    };
    expect((await ask("PUT", `${repo}/contents/${path}`, change)).status).toBeLessThan(300);
  }
}

const verify = (...more: readonly string[]) =>
  signalbox(["verify", `#${handover}`, "--home", bus.home, "--dir", elsewhere, "--yes", ...more], {
    PATH: process.env.PATH,
    ...inHubsFolder(bus),
  });
const checksOn = async (sha: string) => {
  const path = `${repo}/commits/${sha}/check-runs?check_name=signalbox/invariants`;
  return (await bus.testHub.as("alice")("GET", path)).body.check_runs;
};

describe("signalbox verify", () => {
  test("verify prints what it would run, from the default branch's settings, and runs nothing", async () => {
    const { code, out } = await verify("--dry-run");
    expect(code).toBe(0);
    expect(out).toContain('says well: ["grep","well","said.md"], exit code 0');
    expect(out).not.toContain("nothing");
    expect(await checksOn(pull.head.sha)).toEqual([]);
  });

  test("a folder that does not exist is named, not ignored", async () => {
    expect(await verify("--dir", join(elsewhere, "none"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("is not a folder. Give a clone of the repository with --dir."),
    });
  });

  test("S3.53 an invariant that does not hold makes verify exit with 1, appears on the commit and refuses the handover", async () => {
    const { code, out, err } = await verify();
    expect(err).toBe("");
    expect(out).toMatch(/^FAILS {2}says well {2}exit code 1, and 0 is right$/m);
    expect(out).toMatch(/^holds {2}said {6} is there$/m);
    expect(out).toContain("The result was posted on the commit as signalbox/invariants.");
    expect(code).toBe(1);
    await bus.settled();
    const [head] = (await bus.testHub.as("alice")("GET", `${repo}/pulls/${pull.number}/commits`)).body.slice(
      -1,
    );
    const [run] = await checksOn(head.sha);
    expect(run).toMatchObject({ conclusion: "neutral", output: { title: "Failed: 1 of 2 invariants" } });
    expect(run.output.summary).toContain("**`says well` does not hold**: exit code 1, and 0 is right.");
    const [, word] = /comments? on acme\/demo#\d+: (\/verified [0-9a-f]{64})\n/.exec(out) ?? [];
    expect(run.output.summary).toContain(`\`${word}\``);
    expect((await bus.as("alice").comments(handover))[0]?.body).not.toContain("Not all invariants");
    await bus.as("maria").comment(handover, word ?? "");
    await bus.settled();
    expect((await bus.as("alice").comments(handover))[0]?.body).toContain(
      "Not all invariants checked by `signalbox/invariants` hold. Its summary says which.",
    );
  });

  test("K07 a check run of that name that verify did not create is no evidence if the settings say so; a new head is verified again", async () => {
    await write("work", "well\n");
    await bus.settled();
    const [head] = (await bus.testHub.as("alice")("GET", `${repo}/pulls/${pull.number}/commits`)).body.slice(
      -1,
    );
    const bot = await bus.testHub.asInstallation();
    const forged = {
      name: "signalbox/invariants",
      head_sha: head.sha,
      status: "completed",
      conclusion: "success",
    };
    await bot("POST", `${repo}/check-runs`, forged);
    await bus.settled();
    expect(await bus.as("alice").see(handover)).toMatchObject({ state: "open" });
    const { code, out } = await verify("--json");
    expect(JSON.parse(out)).toMatchObject({ commit: head.sha, posted: { isPosted: true } });
    expect(code).toBe(0);
    await bus.settled();
    expect(await bus.as("alice").see(handover)).toMatchObject({ state: "open" });
    await bus.as("maria").comment(handover, `/verified ${JSON.parse(out).posted.result}`);
    await bus.settled();
    expect(await bus.as("alice").see(handover)).toMatchObject({ state: "closed", reason: "completed" });
    expect(await bus.as("alice").see(task)).toMatchObject({ state: "closed", reason: "completed" });
    const row = bus.ledger().find(({ rule }) => rule === "verify");
    expect(row).toMatchObject({ kind: "done", because: "It was checked in a clean checkout." });
  });

  test("a report that leaves an invariant out, or is about another commit, is not posted", async () => {
    const contact = readContact(bus.home);
    const report = async (commit: string, ...names: readonly string[]) => {
      const results = names.map((name) => ({ name, holds: true, found: "well" }));
      const answer = await fetch(`${contact?.url}/control/invariants`, {
        method: "POST",
        headers: { authorization: `Bearer ${contact?.token}`, "content-type": "application/json" },
        body: JSON.stringify({ owner: "acme", repo: "demo", number: handover, commit, results }),
      });
      return answer.status === 200 ? answer.json() : answer.status;
    };
    const [head] = (await bus.testHub.as("alice")("GET", `${repo}/pulls/${pull.number}/commits`)).body.slice(
      -1,
    );
    const settings = { isPosted: false, why: "The invariants in the settings have since changed." };
    expect(await report(head.sha, "said")).toEqual(settings);
    expect(await report(head.sha, "said", "said")).toEqual(settings);
    expect(await report(head.sha, "said", "says well", "nothing")).toEqual(settings);
    expect(await report("c".repeat(40), "said", "says well")).toMatchObject({ isPosted: false });
    expect(await report("../../x", "said")).toBe(400);
  });

  test("verify says what it cannot do, and that without a server nothing was written to the commit", async () => {
    const wrong = await signalbox(["verify", `#${task}`, "--home", bus.home]);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("is not a handover") });
    expect(await signalbox(["verify", "1", "--time-limit", "soon"])).toMatchObject({ code: 1 });
    await bus.stopServer();
    const { code, out } = await verify();
    expect(code).toBe(0);
    expect(out).toContain("The result was not posted on the commit: no server is running");
  });
});
