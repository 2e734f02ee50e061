/** Tests that `signalbox hand-over` knows what the checkout and GitHub know, and compares what is said with it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readMessage } from "../../src/protocol/message.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";

const repo = "/repos/acme/demo";
let bus: TestBus;
let task: number;
let clone: Git;
let pull: number;
let head: string;
beforeEach(async () => {
  bus = await startBus();
  task = await openTask(bus.as("alice"));
  clone = await cloneFrom(bus.hub, { login: "bob", token: bus.hub.tokenOf("bob"), repository: "acme/demo" });
  await clone.run("checkout", "--quiet", "-b", "login");
  head = await clone.commit("Work", { "src/login.ts": "ask();\n", "src/b.ts": "b();\n" });
  await clone.run("push", "--quiet", "origin", "login");
  const opened = { title: "Log in", head: "login", base: "main", body: `Fixes #${task}` };
  pull = (await bus.testHub.as("bob")("POST", `${repo}/pulls`, opened)).body.number;
  await bus.settled();
  vi.spyOn(process, "cwd").mockReturnValue(clone.folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  clone.close();
  await bus.stop();
});

const both = ["src/login.ts: asks for the password", "src/b.ts: answers"];

function handOver(
  given: readonly string[],
  { status = "complete", changes = both, login = "bob" } = {},
): Promise<Ran> {
  const context = given.includes("--context") ? [] : ["--context", "Tokens end after an hour."];
  const said = ["--changes", ...changes, ...context, "--next-steps", "1. Log out."];
  const verified = given.includes("--verified") ? [] : ["--verified", "npm test: passed, 41 tests"];
  return signalbox(
    ["hand-over", String(task), "--status", status, ...said, ...verified, ...given],
    inClone(login),
  );
}

function inClone(login = "bob"): Readonly<Record<string, string | undefined>> {
  const { PATH } = process.env;
  return { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login), GH_REPO: "acme/demo", PATH };
}

/** A whole handover. */
function textOf(...work: readonly string[]): string {
  const changes = work.map((each) => `- ${each}`).join("\n");
  const sections = { Completes: `#${task}`, Status: "complete", Changes: changes };
  const rest = { Verified: "- npm test: passed", Context: "It ends.", "Next steps": "1. Log out." };
  return form({ ...sections, ...rest });
}

async function checkEnded(name: string, conclusion: string): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name, head_sha: head, status: "completed", conclusion };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
}

async function issueCount(): Promise<number> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all" });
  return data.filter(({ pull_request }) => pull_request === undefined).length;
}

const messageIn = ({ out }: Ran) =>
  readMessage({ title: "", body: String(JSON.parse(out).body), labels: ["kind:handover"] });

test("the open pull request of the branch is the handover's, and what it was compared with is said", async () => {
  await checkEnded("npm test", "success");
  const shown = await handOver(["--dry-run", "--json"]);
  expect(shown).toMatchObject({
    code: 0,
    err: `Compared with #${pull} at ${head.slice(0, 7)}: 2 changed files, 1 check.\n`,
  });
  expect(messageIn(shown)).toMatchObject({ message: { pullRequest: { number: pull }, status: "complete" } });
  expect(JSON.parse(shown.out)).toMatchObject({
    pullRequest: `acme/demo#${pull}`,
    headSha: head,
    remarks: [],
  });
  expect((await handOver(["--dry-run"])).out).toMatch(new RegExp(`^gh issue create [^]*#${pull}\\b`));
  const opened = await handOver(["--wait", "--json"]);
  expect(JSON.parse(opened.out)).toMatchObject({ verdict: { outcome: "accepted" } });
});

describe("what differs from GitHub", () => {
  const wrong = ["src/login.ts: asks for the password", "src/other.ts: is not there"];
  beforeEach(() => checkEnded("npm test", "failure"));
  const sentences = [
    '`src/other.ts` is under "Changes", but the pull request does not change it.',
    '`src/b.ts` changed, but is not under "Changes".',
    "`npm test`: the check run ended as `failure`.",
  ];

  test("is named before a complete handover is opened, with what to do, and nothing is written", async () => {
    const before = await issueCount();
    const ran = await handOver([], { changes: wrong });
    expect(ran).toMatchObject({ code: 1, out: "" });
    for (const sentence of sentences) expect(ran.err).toContain(`- ${sentence}`);
    expect(ran.err).toContain("Nothing was written");
    expect(ran.err).toContain("add --as-is");
    const failed = await handOver(["--json"], { changes: wrong });
    expect(JSON.parse(failed.err.split("\n").at(-2) ?? "")).toMatchObject({
      error: { code: "contradicted" },
    });
    expect(await issueCount()).toBe(before);
  });

  test("is shown by --dry-run, beside the handover as it would be opened", async () => {
    const ran = await handOver(["--dry-run"], { changes: wrong });
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("src/other.ts") });
    for (const sentence of sentences) expect(ran.err).toContain(`- ${sentence}`);
  });

  test("keeps neither a partial handover from being opened nor one as it is", async () => {
    const opened = await bus.as("bob").open("Rest", "### Goal\n\nIt works.", ["kind:task"], []);
    const partial = await handOver(["--blockers", `#${opened}`, "--json"], {
      status: "partial",
      changes: wrong,
    });
    expect(JSON.parse(partial.out)).toMatchObject({ wrote: "issue", remarks: sentences });
    const asIs = await handOver(["--as-is", "--json"], { changes: wrong });
    expect(JSON.parse(asIs.out)).toMatchObject({ wrote: "issue", remarks: sentences });
  });

  test("is also found in a file", async () => {
    const file = join(clone.folder, "..", "handover.md");
    writeFileSync(file, textOf("src/login.ts: asks"));
    const ran = await signalbox(["hand-over", "--file", file], inClone());
    expect(ran).toMatchObject({
      code: 1,
      err: expect.stringContaining("`src/b.ts` changed, but is not under"),
    });
  });

  test("does not matter to what a key has opened before", async () => {
    const first = await handOver(["--as-is", "--key", "end", "--json"], { changes: wrong });
    const again = await handOver(["--key", "end", "--json"], { changes: wrong });
    expect(JSON.parse(again.out)).toMatchObject({ wrote: "nothing new", issue: JSON.parse(first.out).issue });
  });
});

describe("what is not on GitHub yet", () => {
  test("a file that is named and not committed, and commits that were not pushed, are said", async () => {
    await clone.commit("More", { "src/c.ts": "c();\n" });
    writeFileSync(join(clone.folder, "src/login.ts"), "ask(twice);\n");
    writeFileSync(join(clone.folder, "notes.md"), "x\n");
    const { code, err } = await handOver([]);
    expect(code).toBe(1);
    expect(err).toContain("- `src/login.ts` is changed in your checkout and not committed. Commit and push.");
    expect(err).toContain(`- Your checkout has 1 commit that #${pull} does not have. Push: \`git push\`.`);
    expect(err).toContain(
      "- `notes.md` is changed in your checkout and not committed. If that belongs to the work",
    );
  });

  test("the files that the command itself reads are not, unless the handover names them as work", async () => {
    const notes = join(clone.folder, "drafts/deep/notes.md");
    mkdirSync(join(clone.folder, "drafts/deep"), { recursive: true });
    writeFileSync(notes, "Tokens end after an hour.");
    writeFileSync(join(clone.folder, "handover.md"), textOf("src/login.ts: asks", "src/b.ts: answers"));
    const fromFile = ["hand-over", "--file", join(clone.folder, "handover.md"), "--dry-run"];
    const fromNotes = ["--dry-run", "--context", `@${notes}`];
    const about = "is changed in your checkout";
    const whole = await signalbox(fromFile, inClone());
    expect(whole).toMatchObject({ code: 0, err: expect.stringContaining(`\`drafts/\` ${about}`) });
    expect(whole.err).not.toContain("handover.md");
    const sections = await handOver(fromNotes);
    expect(sections).toMatchObject({ code: 0, err: expect.stringContaining(`\`handover.md\` ${about}`) });
    expect(sections.err).not.toContain("drafts");
    writeFileSync(join(clone.folder, "drafts/other.md"), "x\n");
    expect((await handOver(fromNotes)).err).toContain(`\`drafts/\`, \`handover.md\` are changed`);
    writeFileSync(join(clone.folder, "handover.md"), textOf("handover.md: is part of it"));
    expect((await signalbox(fromFile, inClone())).err).toContain(
      `\`handover.md\` ${about} and not committed. Commit and push.`,
    );
  });

  test("a pull request that others pushed to is a remark", async () => {
    await clone.run("reset", "--quiet", "--hard", "HEAD~1");
    const { code, err } = await handOver([]);
    expect(code).toBe(0);
    expect(err).toContain(`#${pull} is at ${head.slice(0, 7)} on GitHub, which your checkout (`);
  });

  test("a branch without a pull request is a remark, and a checkout of something else says nothing", async () => {
    await clone.run("checkout", "--quiet", "-b", "elsewhere");
    expect(await handOver(["--dry-run"])).toMatchObject({
      code: 0,
      err: expect.stringContaining("- No pull request was found."),
    });
    await clone.run("remote", "set-url", "origin", "https://github.com/acme/web.git");
    expect(await handOver(["--dry-run"])).toMatchObject({ code: 0, err: "" });
    vi.spyOn(process, "cwd").mockReturnValue(bus.home);
    expect(await handOver(["--dry-run"])).toMatchObject({ code: 0, err: "" });
    const named = await handOver(["--dry-run", "--pull-request", String(pull)]);
    expect(named.err).toContain(`Compared with #${pull}`);
  });
});

test("without a login a dry run shows the handover, and says that it was not compared", async () => {
  const { GH_TOKEN: _, ...env } = {
    ...inHubsFolder(bus),
    GH_TOKEN: "",
    GH_REPO: "acme/demo",
    PATH: "/nowhere",
  };
  const words = [
    "hand-over",
    String(task),
    "--status",
    "complete",
    "--changes",
    "none",
    "--verified",
    "npm test: passed",
  ];
  const ran = await signalbox(
    [
      ...words,
      "--context",
      "Tokens end after an hour.",
      "--next-steps",
      "None.",
      "--pull-request",
      String(pull),
      "--dry-run",
    ],
    env,
  );
  expect(ran).toMatchObject({
    code: 0,
    err: expect.stringContaining("It could not be compared with what GitHub shows: "),
  });
});

test("a pull request of a fork is the handover's only if the caller opened it", async () => {
  const mallory = bus.testHub.as("mallory");
  expect((await mallory("POST", `${repo}/forks`, {})).status).toBe(202);
  const { sha } = (await mallory("GET", `${repo}/git/ref/heads/main`)).body.object;
  await mallory("POST", "/repos/mallory/demo/git/refs", { ref: "refs/heads/fast", sha });
  const content = Buffer.from("evil();\n").toString("base64");
  const change = { message: "Work", branch: "fast", content };
  await mallory("PUT", "/repos/mallory/demo/contents/src/login.ts", change);
  const proposed = { title: "Log in", head: "mallory:fast", base: "main", body: `Fixes #${task}` };
  const { number } = (await mallory("POST", `${repo}/pulls`, proposed)).body;
  await clone.run("checkout", "--quiet", "-b", "fast");
  const url = (await clone.run("remote", "get-url", "origin")).trim();
  await clone.run("remote", "set-url", "origin", url.replace("acme/demo", "mallory/demo"));
  const ofOthers = await handOver(["--dry-run", "--json"]);
  expect(ofOthers.err).toContain("No pull request was found.");
  expect(JSON.parse(ofOthers.out)).not.toHaveProperty("pullRequest");
  const own = await handOver(["--dry-run", "--json"], { login: "mallory" });
  expect(JSON.parse(own.out)).toMatchObject({ pullRequest: `acme/demo#${number}` });
});
