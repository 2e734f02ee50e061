/**
 * Tests `signalbox verify` beside a running server: whose code it is about to run, and how its result proves
 * a line of *Verified*.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { inHubsFolder } from "../support/gh.ts";

const repo = "/repos/acme/demo";
const elsewhere = mkdtempSync(join(tmpdir(), "signalbox-claims-"));
let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(async () => {
  rmSync(elsewhere, { recursive: true });
  await bus.stop();
});

/** Writes `said.md` on a branch from main, and proposes it. */
async function propose(login: string, branch: string, said: string) {
  const ask = bus.testHub.as(login);
  const at = login === "alice" ? repo : `/repos/${login}/demo`;
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${at}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const content = Buffer.from(said).toString("base64");
  await ask("PUT", `${at}/contents/${branch}.md`, { message: "Work", branch, content });
  const head = login === "alice" ? branch : `${login}:${branch}`;
  const { body } = await ask("POST", `${repo}/pulls`, { title: "Say it", head, base: "main", body: "" });
  return body.number as number;
}

async function handOver(branch: string, verified: string, pull: number) {
  const alice = bus.as("alice");
  const task = await alice.open("Say it", "### Goal\n\nIt is said.\n", ["kind:task"]);
  const says = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: `- ${branch}.md: says it`,
    Verified: verified,
    Context: "Nobody had said it before.",
    "Next steps": "None.",
    "Pull request": `#${pull}`,
  };
  const handover = await alice.open("Handover: it", form(says), ["kind:handover"]);
  await bus.settled();
  return { task, handover };
}

const verify = async (handover: number, more: readonly string[], answer?: string) => {
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return answer ?? "";
  };
  const env = { PATH: process.env.PATH, ...inHubsFolder(bus) };
  const args = ["verify", `#${handover}`, "--home", bus.home, "--dir", elsewhere, ...more];
  const ran = await signalbox(args, env, () => {}, answer === undefined ? undefined : ask);
  await bus.settled();
  return { ...ran, asked };
};
async function standFor(handover: number, login: string, out: string): Promise<void> {
  const [word = ""] = /\/verified [0-9a-f]{64}/.exec(out) ?? [];
  await bus.as(login).comment(handover, word);
  await bus.settled();
}
const statusOf = async (issue: number): Promise<string> =>
  (await bus.as("alice").comments(issue)).map(({ body }) => body).join("\n");

describe("a line of Verified without a check run", () => {
  test("N25 a line of Verified completes a handover offline once its exact text was run, as the comment says", async () => {
    const pull = await propose("alice", "said", "well\n");
    const { task, handover } = await handOver("said", "- `grep -q well said.md`: passed", pull);
    const line = `signalbox verify ${handover} --run 'grep -q well said.md'`;
    expect(await statusOf(handover)).toContain(
      `Add it to CI, or ask a person, or an agent that does not do this work, to run \`${line}\`.`,
    );

    const shown = await verify(handover, ["--run", "grep -q well said.md", "--dry-run"]);
    expect(shown.out).toContain("Code: of alice, from a branch of acme/demo (said)");
    expect(shown.out).toContain(`Commands that alice wrote in acme/demo#${handover}, chosen with --run:`);
    expect(shown.out).toContain('grep -q well said.md: ["grep","-q","well","said.md"]');

    const { code, out, asked } = await verify(handover, ["--run", "grep -q well said.md"], "y");
    expect(asked).toEqual(["Run this on this machine, as you? [y/N] "]);
    expect(out).toContain(
      'The result was posted on the commit as "signalbox/verified: grep -q well said.md".',
    );
    expect(code).toBe(0);
    expect((await bus.as("alice").see(handover)).state).toBe("open");
    expect(out).toContain("It does not count yet");
    await standFor(handover, "maria", out);
    expect(await statusOf(handover)).toContain("`maria` stood for what `signalbox verify` found.");
    expect(await bus.as("alice").see(handover)).toMatchObject({ state: "closed", reason: "completed" });
    expect(await bus.as("alice").see(task)).toMatchObject({ state: "closed", reason: "completed" });
  });

  test("N25 verify stands for its result with the caller's own token, and the status names them", async () => {
    const pull = await propose("alice", "mine", "well\n");
    const { handover } = await handOver("mine", "- `grep -q well mine.md`: passed", pull);
    const { host } = new URL(bus.hub.url);
    const login = { GHE_HOST: host, GHE_PROTOCOL: "http", GH_ENTERPRISE_TOKEN: bus.hub.tokenOf("maria") };
    const args = ["verify", `acme/demo#${handover}`, "--home", bus.home, "--dir", elsewhere, "--yes"];
    const ran = await signalbox([...args, "--run", "grep -q well mine.md"], {
      PATH: process.env.PATH,
      ...login,
    });
    await bus.settled();
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("maria stands for it on acme/demo#") });
    expect(await statusOf(handover)).toContain("`maria` stood for what `signalbox verify` found.");
    expect((await bus.as("alice").see(handover)).state).toBe("closed");
  });

  test("N25 a false line of Verified fails, and stays refused until another commit", async () => {
    const pull = await propose("alice", "poor", "badly\n");
    const { handover } = await handOver("poor", "- `grep -q well poor.md`: passed", pull);
    const { code, out } = await verify(handover, ["--run", "grep -q well poor.md", "--yes"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAILS {2}grep -q well poor\.md {2}exit code 1, and 0 is right$/m);
    expect(await statusOf(handover)).toContain(
      "found that it fails. What `signalbox verify` found counts once",
    );
    await standFor(handover, "maria", out);
    expect(await statusOf(handover)).toContain("found that it fails, which `maria` stands for");
    expect((await bus.as("alice").see(handover)).state).toBe("open");
  });

  test("N25 a line of Verified is run by its exact text only, without a shell, and not at all unless chosen", async () => {
    const pull = await propose("alice", "hostile", "well\n");
    const touch = join(elsewhere, "touched");
    const { handover } = await handOver(
      "hostile",
      `- \`touch ${touch}\`: done\n- \`true; touch ${touch}\`: done`,
      pull,
    );
    const other = await verify(handover, ["--yes", "--run", "touch"]);
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('has no "touch" under Verified') });
    const shell = await verify(handover, ["--yes", "--run", `true; touch ${touch}`]);
    expect(shell).toMatchObject({ code: 1, err: expect.stringContaining("is more than plain words") });
    const unchosen = await verify(handover, ["--yes"]);
    expect(unchosen.code).toBe(1);
    expect(unchosen.err).toContain(`choose a command that alice wrote in acme/demo#${handover}:`);
    expect(unchosen.err).toContain(`--run 'touch ${touch}'`);
    await expect(import("node:fs/promises").then(({ stat }) => stat(touch))).rejects.toThrow("ENOENT");
    const posted = await bus.testHub.as("alice")("GET", `${repo}/pulls/${pull}`);
    const runs = await bus.testHub.as("alice")("GET", `${repo}/commits/${posted.body.head.sha}/check-runs`);
    expect(runs.body.check_runs.map(({ name }: { name: string }) => name)).toEqual(["signalbox/handover"]);
  });

  test("N25 a line of Verified is not proved by a check run of that name that verify did not create", async () => {
    const pull = await propose("alice", "forged", "well\n");
    const { handover } = await handOver("forged", "- `grep -q bad forged.md`: passed", pull);
    const { head } = (await bus.testHub.as("alice")("GET", `${repo}/pulls/${pull}`)).body;
    const bot = await bus.testHub.asInstallation();
    const name = "signalbox/verified: grep -q bad forged.md";
    const run = { name, head_sha: head.sha, status: "completed", conclusion: "success" };
    await bot("POST", `${repo}/check-runs`, run);
    await bus.settled();
    expect((await bus.as("alice").see(handover)).state).toBe("open");
  });
});

describe("what verify is about to run", () => {
  test("N01 verify asks before it runs, and --yes does not cover a fork", async () => {
    await bus.testHub.as("mallory")("POST", `${repo}/forks`, {});
    const pull = await propose("mallory", "theirs", "well\n");
    const { handover } = await handOver("theirs", "- `grep -q well theirs.md`: passed", pull);
    const chosen = ["--run", "grep -q well theirs.md"];
    const agreed = await verify(handover, [...chosen, "--yes"]);
    expect(agreed).toMatchObject({
      code: 1,
      err: expect.stringContaining("comes from a fork, which --yes does not cover"),
    });
    expect(agreed.out).toContain(
      "Code: of mallory, from the fork mallory/demo, which is not a branch of acme/demo (theirs)",
    );
    const refused = await verify(handover, [...chosen, "--yes"], "n");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("Nothing was run.") });
    expect(refused.asked).toEqual(["Run this fork's code on this machine, as you? [y/N] "]);
    const ran = await verify(handover, [...chosen, "--yes"], "yes");
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("holds  grep -q well theirs.md") });
  });

  test("N01 verify runs nothing if no one can be asked and no one said yes", async () => {
    const pull = await propose("alice", "quiet", "well\n");
    const { handover } = await handOver("quiet", "- `grep -q well quiet.md`: passed", pull);
    const chosen = ["--run", "grep -q well quiet.md"];
    expect(await verify(handover, chosen)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was run: this terminal cannot ask for confirmation."),
    });
    expect((await verify(handover, [...chosen, "--yes"])).code).toBe(0);
  });
});
