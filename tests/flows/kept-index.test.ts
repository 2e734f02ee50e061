/** Runs without a server pass their index on in a file that anybody who writes the Actions cache can replace. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { openSealed, placeIndex, sealIndex } from "../../src/store/sqlite/sealed-index.ts";
import { signalbox } from "../cli/terminal.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";
import { questionBody, taskBody } from "../support/story.ts";

let testHub: TestHub;
let env: Record<string, string>;
let folder: string;
let file: string;
const actor = (login: string): Actor =>
  actorOf(testHub.hub.url, testHub.hub.tokenOf(login), login, "acme/demo");

beforeEach(async () => {
  testHub = await startTestHub();
  folder = mkdtempSync(join(tmpdir(), "signalbox-kept-"));
  file = join(folder, "index");
  env = {
    GITHUB_TOKEN: await testHub.installationToken(),
    GITHUB_REPOSITORY: "acme/demo",
    GITHUB_API_URL: `${testHub.hub.url}/api/v3`,
    GITHUB_WORKFLOW_REF: "acme/demo/.github/workflows/coordinator.yml@refs/heads/main",
    SIGNALBOX_KEY: "a secret of the repository, and long enough",
  };
  await put(".github/workflows/coordinator.yml", "name: coordinator\n");
});
afterEach(async () => {
  await testHub.close();
  rmSync(folder, { recursive: true, force: true });
});

async function put(path: string, text: string): Promise<void> {
  const { octokit, repository } = actor("maria");
  const found = await octokit.rest.repos.getContent({ ...repository, path }).catch(() => undefined);
  const known = found !== undefined && "sha" in found.data ? { sha: found.data.sha } : {};
  const content = Buffer.from(text).toString("base64");
  await octokit.rest.repos.createOrUpdateFileContents({
    ...repository,
    path,
    message: "Change",
    content,
    ...known,
  });
}

async function run(...flags: readonly string[]) {
  const ran = await signalbox(["sweep", "--json", "--kept-index", file, ...flags], env);
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out).index;
}

test("a run continues from the newest run's index, and a quiet one leaves no other", async () => {
  const alice = actor("alice");
  const task = await alice.open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  expect(await run("--seal")).toEqual({ use: "none", isSealed: true });
  expect(await run("--seal")).toMatchObject({ use: "used" });
  const question = await alice.open("Q: Which token?", questionBody(`#${task}`));
  expect(await run("--seal")).toEqual({ use: "used", isSealed: true });
  expect(await alice.blockers(task)).toEqual([question]);
  await actor("bob").comment(question, "/answer Opaque tokens.");
  expect(await run("--seal")).toEqual({ use: "used", isSealed: true });
  expect((await alice.see(task)).labels).toContain("status:ready");
});

test("a run that may not save uses the index and leaves its mark to the run that kept it", async () => {
  await run("--seal");
  const before = readFileSync(file);
  await actor("alice").open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  expect(await run()).toEqual({ use: "used", isSealed: false });
  expect(readFileSync(file)).toEqual(before);
  expect(await run()).toEqual({ use: "used", isSealed: false });
});

test("an older index that somebody put back is refused, and everything is read", async () => {
  await run("--seal");
  copyFileSync(file, join(folder, "older"));
  const alice = actor("alice");
  const task = await alice.open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  expect(await run("--seal")).toEqual({ use: "used", isSealed: true });
  copyFileSync(join(folder, "older"), file);
  expect(await run()).toEqual({ use: "refused", isSealed: false });
  expect((await alice.see(task)).labels).toContain("status:ready");
});

test("what the key did not seal is refused: another key's, a changed byte, a changed label, no index at all", async () => {
  await run("--seal");
  const good = readFileSync(file);
  const changed = Buffer.from(good);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  const label = Buffer.from(good.toString("latin1").replace('"version":1', '"version":1 '), "latin1");
  for (const bad of [changed, label, Buffer.from("x"), Buffer.alloc(0)]) {
    writeFileSync(file, bad);
    expect(await run()).toEqual({ use: "refused", isSealed: false });
  }
  writeFileSync(file, good);
  expect(await run()).toMatchObject({ use: "used" });
  env = { ...env, SIGNALBOX_KEY: "another secret of the repository, as long" };
  expect(await run()).toEqual({ use: "refused", isSealed: false });
});

test("the index shows no text of an issue to who has no key", async () => {
  await actor("alice").open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  await run("--seal");
  expect(readFileSync(file).includes("People can sign in")).toBe(false);
});

test("a changed workflow, and a dry run, begin anew; without the right to write checks nothing is kept", async () => {
  await run("--seal");
  await put(".github/workflows/coordinator.yml", "name: other\n");
  expect(await run()).toEqual({ use: "refused", isSealed: false });
  rmSync(file);
  const rights = { metadata: "read", contents: "read", issues: "write", pull_requests: "read" };
  env = { ...env, GITHUB_TOKEN: await testHub.installationToken(rights) };
  expect(await run("--seal")).toEqual({ use: "none", isSealed: false });
  expect(existsSync(file)).toBe(false);
  expect(await run("--dry-run")).toBeUndefined();
});

/** Moves the default branch, and resolves to where it stood. */
async function moveBranch(sha: string, force: boolean): Promise<string> {
  const { octokit, repository } = actor("maria");
  const { data } = await octokit.rest.git.getRef({ ...repository, ref: "heads/main" });
  await octokit.rest.git.updateRef({ ...repository, ref: "heads/main", sha, force });
  return data.object.sha;
}

const headNow = async (): Promise<string> => {
  const { octokit, repository } = actor("maria");
  return (await octokit.rest.git.getRef({ ...repository, ref: "heads/main" })).data.object.sha;
};

test("neither setting the branch back nor forward again revives an older index, and the next one counts", async () => {
  const older = await headNow();
  await run("--seal");
  copyFileSync(file, join(folder, "older"));
  await put(".github/workflows/coordinator.yml", "name: other\n");
  await run("--seal");
  copyFileSync(file, join(folder, "newer"));
  const newer = await moveBranch(older, true);
  copyFileSync(join(folder, "older"), file);
  const doubt = "main was set back after it was kept";
  expect(await run()).toEqual({ use: "refused", isSealed: false, doubt });
  expect((await signalbox(["sweep", "--kept-index", file], env)).out).toContain(`does not count: ${doubt}.`);
  expect(await run("--seal")).toEqual({ use: "refused", isSealed: true, doubt });
  expect(await run()).toEqual({ use: "used", isSealed: false });
  await moveBranch(newer, false);
  copyFileSync(join(folder, "newer"), file);
  expect(await run()).toEqual({ use: "refused", isSealed: false, doubt });
  expect(await run("--seal")).toEqual({ use: "refused", isSealed: true, doubt });
  expect(await run()).toEqual({ use: "used", isSealed: false });
});

test("while GitHub's activity lacks the branch's last move, no index counts", async () => {
  await run("--seal");
  const rule = { on: "request", match: { path: "/activity$" } } as const;
  testHub.hub.faults.add({ ...rule, effect: { kind: "fail", status: 404, message: "Not Found" } });
  const doubt = "GitHub does not show the last move of main";
  expect(await run()).toEqual({ use: "refused", isSealed: false, doubt });
});

test("a run by hand on another branch reads the index and does not take it from the runs on the default branch", async () => {
  await run("--seal");
  const before = readFileSync(file);
  await actor("alice").open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  const { GITHUB_REF: _, ...byHand } = env;
  for (const GITHUB_REF of ["refs/heads/side", "refs/tags/main", "refs/pull/1/merge"]) {
    env = { ...byHand, GITHUB_REF };
    expect(await run("--seal")).toEqual({ use: "used", isSealed: false });
  }
  expect(readFileSync(file)).toEqual(before);
  env = { ...byHand, GITHUB_REF: "refs/heads/main" };
  expect(await run("--seal")).toEqual({ use: "used", isSealed: true });
});

test.each([
  ["Head", "nothing was decided"],
  ["Issues", "0 written"],
])(
  "a run whose points end at %s says so and until when, keeps what it read, and the next one continues",
  async (operation, did) => {
    const alice = actor("alice");
    const task = await alice.open("Sign in", taskBody("People can sign in."), ["kind:task"]);
    await run("--seal");
    const question = await alice.open("Q: Which token?", questionBody(`#${task}`));
    const effect = { kind: "limit", limit: "primary", status: 200, waitSeconds: 1_800 } as const;
    testHub.hub.faults.add({ on: "request", match: { operation }, effect });
    const ran = await signalbox(["sweep", "--kept-index", file, "--seal"], env);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(
      new RegExp(
        `^acme/demo: ${did}\\. The GraphQL points that GitHub gives this token are spent until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC;`,
      ),
    );
    testHub.hub.faults.clear();
    expect(await run("--seal")).toEqual({ use: "used", isSealed: true });
    expect(await alice.blockers(task)).toEqual([question]);
  },
);

test("a first run whose points end keeps what it read, and a run that GitHub asks to wait sends nothing more", async () => {
  await actor("alice").open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  const strike = (limit: "primary" | "secondary"): void => {
    const effect = { kind: "limit", limit, status: 200, waitSeconds: 1_800 } as const;
    testHub.hub.faults.add({ on: "request", match: { operation: "Effects" }, effect });
  };
  strike("secondary");
  const told = await signalbox(["sweep", "--kept-index", file, "--seal"], env);
  expect(told.out).toContain("GitHub asked this token to wait until");
  expect(existsSync(file)).toBe(false);
  testHub.hub.faults.clear();
  strike("primary");
  const spent = await signalbox(["sweep", "--kept-index", file, "--seal"], env);
  expect(spent.out).toContain("points that GitHub gives this token are spent until");
  testHub.hub.faults.clear();
  expect(await run("--seal")).toEqual({ use: "used", isSealed: true });
});

test("the settings are read anew, whatever the kept index took for them", async () => {
  await put(".github/signalbox.yml", "policy:\n  - {name: all, who: [people, agents]}\n");
  await run("--seal");
  await put(".github/signalbox.yml", "policy:\n  - {name: chiefs, who: [admin]}\n");
  const alice = actor("alice");
  const task = await alice.open("Export", taskBody("Export it."), ["kind:task"]);
  const question = await alice.open("Q: Which one?", questionBody(`#${task}`), ["kind:question"]);
  await actor("bob").comment(question, "/answer The first.");
  expect(await run("--seal")).toMatchObject({ use: "used" });
  expect((await alice.see(question)).state).toBe("open");
});

const refusedHead = {
  on: "request",
  match: { operation: "Head" },
  effect: { kind: "fail", status: 403, message: "Resource not accessible by integration" },
} as const;

test.each([
  ["Head", "a run that continues", true],
  ["SettingsFile", "a run that continues", true],
  ["Head", "a first run", false],
])(
  "while GitHub refuses %s, %s decides nothing and says why, and the next one decides by the settings",
  async (operation, _, isKept) => {
    await put(".github/signalbox.yml", "policy:\n  - {name: chiefs, who: [admin]}\n");
    if (isKept) await run("--seal");
    const alice = actor("alice");
    const task = await alice.open("Export", taskBody("Export it."), ["kind:task"]);
    const question = await alice.open("Q: Which one?", questionBody(`#${task}`), ["kind:question"]);
    await actor("bob").comment(question, "/answer The first.");
    testHub.hub.faults.add({ ...refusedHead, match: { operation } });
    const ran = await signalbox(["sweep", "--json", "--kept-index", file, "--seal"], env);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(
      "does not let the token read the settings of acme/demo: Resource not accessible",
    );
    expect((await alice.see(question)).state).toBe("open");
    testHub.hub.faults.clear();
    expect(await run("--seal")).toMatchObject({ use: isKept ? "used" : "none", isSealed: true });
    expect((await alice.see(question)).state).toBe("open");
  },
);

test("an index that this release cannot open is refused, and the run ends on a new one", async () => {
  await run("--seal");
  const { label, database } = openSealed(readFileSync(file), env.SIGNALBOX_KEY ?? "") ?? {};
  if (label === undefined || database === undefined) throw new Error("The key opens its own file.");
  const home = join(folder, "newer");
  placeIndex(home, database);
  const newer = new DatabaseSync(databaseIn(home));
  newer.exec("PRAGMA user_version = 9999");
  newer.close();
  writeFileSync(file, await sealIndex(home, env.SIGNALBOX_KEY ?? "", label));
  const ran = await signalbox(["sweep", "--json", "--kept-index", file, "--seal"], env);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.out).index).toEqual({ use: "refused", isSealed: true });
  expect(await run()).toEqual({ use: "used", isSealed: false });
});
