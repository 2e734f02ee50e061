/** Who may change the settings: a file that somebody without that authority brings waits until somebody approves it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import type { Actor } from "../support/actor.ts";
import { type BusSettings, startBus, type TestBus } from "../support/bus.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const path = ".github/signalbox.yml";
const strict = "policy:\n  - {name: chiefs, who: [admin]}\n";
const lax = "policy:\n  - {name: all, who: [people, agents]}\n";

async function begin(settings: BusSettings = {}): Promise<void> {
  const roles = { maria: "admin", alice: "write", bob: "write", carol: "maintain" } as const;
  const [repository] = demoSeed.repositories;
  if (repository === undefined) throw new Error("There is nothing to seed.");
  const seed = {
    ...demoSeed,
    app: {
      ...demoSeed.app,
      permissions: { ...demoSeed.app.permissions, contents: "write", pull_requests: "write" } as const,
    },
    people: { ...demoSeed.people, carol: "Carol" },
    repositories: [{ ...repository, roles, files: { ...repository.files, [path]: strict } }],
  };
  bus = await startBus({ seed, ...settings });
}

/** Commits the file over the API, or removes it. Resolves to the commit. */
async function put(
  { octokit, repository }: Actor,
  text: string | undefined,
  branch = "main",
): Promise<string> {
  const { repos } = octokit.rest;
  const found = await repos.getContent({ ...repository, path, ref: branch }).catch(() => undefined);
  const sha = found !== undefined && "sha" in found.data ? found.data.sha : undefined;
  const change = { ...repository, path, branch, message: "Change the settings" };
  const content = Buffer.from(text ?? "").toString("base64");
  const { data } =
    text === undefined
      ? await repos.deleteFile({ ...change, sha: sha ?? "" })
      : await repos.createOrUpdateFileContents({ ...change, content, ...(sha === undefined ? {} : { sha }) });
  await bus.settled();
  return data.commit.sha ?? "";
}

/** Moves the default branch, wherever that is. */
async function force({ octokit, repository }: Actor, sha: string): Promise<void> {
  await octokit.rest.git.updateRef({ ...repository, ref: "heads/main", sha, force: true });
  await bus.settled();
}

const head = async (): Promise<string> => {
  const { octokit, repository } = bus.as("maria");
  return (await octokit.rest.git.getRef({ ...repository, ref: "heads/main" })).data.object.sha;
};

/** The text in force; undefined for the defaults. */
function inForce(): string | undefined {
  const database = new DatabaseSync(join(bus.home, "signalbox.db"), { readOnly: true });
  try {
    const row = database.prepare("SELECT text FROM settings").get();
    return typeof row?.text === "string" ? row.text : undefined;
  } finally {
    database.close();
  }
}

interface Asked {
  readonly number: number;
  readonly state: string;
  readonly body: string;
  readonly assignees: readonly string[];
  /** The command that it asks for. */
  readonly command: string;
}

/** The issues that ask for an approval of settings, the oldest first. */
async function asked(): Promise<readonly Asked[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all", direction: "asc" });
  return data
    .filter(({ title }) => title.startsWith("Escalation: approve the settings of"))
    .map(({ number, state, body, assignees }) => ({
      ...{ number, state, body: body ?? "", assignees: (assignees ?? []).map(({ login }) => login) },
      command: /\/approve [0-9a-f]{8}/.exec(body ?? "")?.[0] ?? "",
    }));
}

async function onlyAsked(): Promise<Asked> {
  const [first, ...others] = await asked();
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} issues ask.`);
  return first;
}

/** What our newest check on a commit says. */
async function check(sha: string): Promise<string> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.checks.listForRef({ ...repository, ref: sha, filter: "latest" });
  const run = data.check_runs.find(({ name }) => name === "signalbox/settings");
  return `${run?.conclusion}: ${run?.output.title}`;
}

async function say(login: string, issue: number, text: string): Promise<string> {
  await bus.as(login).comment(issue, text);
  await bus.settled();
  return (await bus.as(login).comments(issue)).map(({ body }) => body).join("\n---\n");
}

describe("a settings file on the default branch", () => {
  test("N05 waits where an agent with write access pushes it, and an admin approves it by its hash", async () => {
    await begin();
    expect(inForce()).toBe(strict);
    const sha = await put(bus.as("bob"), lax);
    expect(inForce()).toBe(strict);
    const question = await onlyAsked();
    expect(question).toMatchObject({ state: "open", assignees: ["maria"] });
    expect(question.body).toContain("`bob` changed the settings in");
    expect(question.body).toContain("- `policy` gains 1 entry and loses 1 entry");
    expect(await check(sha)).toBe(
      `action_required: Not in force: an admin has to approve it in #${question.number}`,
    );

    const refused = await say("bob", question.number, question.command);
    expect(refused).toContain("Only a person with the role admin or maintain changes the settings");
    expect(refused).toContain("It is for people with the role admin or maintain.");
    expect(await say("alice", question.number, "/answer approve it")).toContain(
      "approved or replaced, not decided",
    );
    expect(inForce()).toBe(strict);

    expect(await say("maria", question.number, question.command)).toContain("**Approved** by `maria`");
    expect(inForce()).toBe(lax);
    expect(await onlyAsked()).toMatchObject({ state: "closed" });
    expect(await check(sha)).toBe("success: The settings are in force");
  });

  test("N05 is in force at once where an admin or a maintainer brings it, by a push or by a merge", async () => {
    await begin();
    await put(bus.as("maria"), "deadlines: {look: 4m}\n");
    expect(inForce()).toBe("deadlines: {look: 4m}\n");
    await put(bus.as("carol"), "deadlines: {look: 6m}\n");
    expect(inForce()).toBe("deadlines: {look: 6m}\n");

    const { octokit, repository } = bus.as("bob");
    await octokit.rest.git.createRef({ ...repository, ref: "refs/heads/more", sha: await head() });
    await put(bus.as("bob"), lax, "more");
    const { data } = await octokit.rest.pulls.create({
      ...repository,
      title: "More",
      head: "more",
      base: "main",
    });
    await bus.as("carol").octokit.rest.pulls.merge({ ...repository, pull_number: data.number });
    await bus.settled();
    expect(inForce()).toBe(lax);
    expect(await asked()).toEqual([]);
  });

  test("N05 waits where an App merges it, whoever wrote and approved the pull request", async () => {
    await begin();
    const { octokit, repository } = bus.as("maria");
    await octokit.rest.git.createRef({ ...repository, ref: "refs/heads/more", sha: await head() });
    await put(bus.as("maria"), lax, "more");
    const { data } = await octokit.rest.pulls.create({
      ...repository,
      title: "More",
      head: "more",
      base: "main",
    });
    const app = await bus.testHub.asInstallation();
    const merged = await app("PUT", `/repos/acme/demo/pulls/${data.number}/merge`, {});
    await bus.settled();
    expect(merged.status).toBe(200);
    expect(inForce()).toBe(strict);
    expect((await onlyAsked()).body).toContain("`signalbox[bot]` changed the settings");
  });

  test("N05 is judged by who pushes, not by the author that a commit names", async () => {
    await begin();
    const { octokit, repository } = bus.as("bob");
    const parent = await head();
    const { git } = octokit.rest;
    const tree = (
      await git.createTree({
        ...{ ...repository, base_tree: parent },
        tree: [{ path, mode: "100644", type: "blob", content: lax }],
      })
    ).data.sha;
    const author = { name: "Maria", email: "maria@example.com", date: "2026-01-01T00:00:00Z" };
    const made = { ...repository, message: "Ours", tree, parents: [parent], author, committer: author };
    const { sha } = (await git.createCommit(made)).data;
    await git.updateRef({ ...repository, ref: "heads/main", sha });
    await bus.settled();
    expect(inForce()).toBe(strict);
    expect((await onlyAsked()).body).toContain("`bob` changed the settings");
  });

  test("N05 waits when somebody else forces the branch back to an admin's older, wider commit", async () => {
    await begin();
    const wide = await put(bus.as("maria"), lax);
    await put(bus.as("maria"), strict);
    await force(bus.as("bob"), wide);
    expect(inForce()).toBe(strict);
    const first = await onlyAsked();
    await say("maria", first.number, first.command);
    expect(inForce()).toBe(lax);
    await put(bus.as("maria"), strict);
    await force(bus.as("bob"), wide);
    expect(inForce()).toBe(strict);
    expect((await asked()).map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("N05 takes no approval of a file that changed since, and asks about the newer one", async () => {
    await begin();
    await put(bus.as("bob"), lax);
    const first = await onlyAsked();
    await put(bus.as("bob"), "policy:\n  - {name: me, who: [agents]}\n");
    const [old, next] = await asked();
    expect(old).toMatchObject({ number: first.number, state: "closed" });
    expect(next).toMatchObject({ state: "open" });
    await say("maria", next?.number ?? 0, first.command);
    expect(inForce()).toBe(strict);
    expect(await say("maria", first.number, first.command)).toContain("changed since");
    expect(inForce()).toBe(strict);
  });

  test("N05 asks no longer once somebody brings the settings in force back", async () => {
    await begin();
    const before = await head();
    await put(bus.as("bob"), undefined);
    expect(inForce()).toBe(strict);
    expect((await onlyAsked()).body).toContain("`bob` deleted the settings");
    await force(bus.as("bob"), before);
    expect(await onlyAsked()).toMatchObject({ state: "closed" });
    expect(inForce()).toBe(strict);
  });

  test("N05 needs nobody's word where it pauses, quietens the coordinator or says the same", async () => {
    await begin();
    await put(bus.as("bob"), `${strict}issue_types: false\ncoordinator: {mode: suggest}\n`);
    await put(
      bus.as("bob"),
      `# Ours\n${strict}issue_types: false\ncoordinator: {mode: "off"}\nlabels: {answered: done}\n`,
    );
    expect(inForce()).toContain("labels");
    expect(await asked()).toEqual([]);
    await put(
      bus.as("bob"),
      `${strict}issue_types: false\ncoordinator: {mode: auto}\nlabels: {answered: done}\n`,
    );
    expect(inForce()).toContain('mode: "off"');
    const issue = await bus.as("alice").open("Something", "Nothing of ours.", ["bug"]);
    await bus.settled();
    await put(bus.as("maria"), strict);
    await put(bus.as("bob"), `${strict}labels: {"kind:task": bug}\n`);
    expect(inForce()).toBe(strict);
    expect((await bus.as("alice").see(issue)).labels).toEqual(["bug"]);
  });

  test("N05 is found out though every delivery was lost, and two moves that end where they began count as two", async () => {
    await begin();
    const wide = await put(bus.as("maria"), lax);
    await bus.stopServer();
    await put(bus.as("maria"), strict);
    await force(bus.as("bob"), wide);
    await bus.startServer();
    expect(inForce()).toBe(strict);
    expect(await onlyAsked()).toMatchObject({ state: "open" });
  });

  test("N05 is judged the same after a restart and from nothing", async () => {
    await begin();
    await put(bus.as("bob"), lax);
    const question = await onlyAsked();
    await say("maria", question.number, question.command);
    await put(bus.as("bob"), "trust: {agents: [U_nobody]}\n");
    expect(inForce()).toBe(lax);
    for (const isFromNothing of [false, true]) {
      await bus.stopServer();
      if (isFromNothing) rmSync(join(bus.home, "signalbox.db"), { force: true });
      if (isFromNothing) rmSync(join(bus.home, "signalbox.db-wal"), { force: true });
      await bus.startServer();
      expect(inForce()).toBe(lax);
      expect((await asked()).map(({ state }) => state)).toEqual(["closed", "open"]);
    }
  });

  test("N05 stays as it is on an older host unless its delivery tells who pushed it, and the issue asks", async () => {
    await begin({ release: "2025" });
    expect(inForce()).toBeUndefined();
    const first = await onlyAsked();
    expect(first.body).toContain("GitHub does not tell by whom");
    await say("maria", first.number, first.command);
    expect(inForce()).toBe(strict);
    await put(bus.as("bob"), lax);
    expect(inForce()).toBe(strict);
    await put(bus.as("maria"), "deadlines: {look: 4m}\n");
    expect(inForce()).toBe("deadlines: {look: 4m}\n");
    await bus.stopServer();
    await put(bus.as("maria"), lax);
    await bus.startServer();
    expect(inForce()).toBe("deadlines: {look: 4m}\n");
  });

  test("N05 stays in force where the release before had taken it, whoever brought it", async () => {
    await begin({ startsServer: false });
    await put(bus.as("bob"), lax);
    await bus.startServer();
    expect(inForce()).toBe(strict);
    await bus.stopServer();
    const sha = await head();
    const database = new DatabaseSync(join(bus.home, "signalbox.db"));
    database.prepare("UPDATE settings SET text = ?, commit_id = ?, authority = NULL").run(lax, sha);
    database.close();
    await bus.startServer();
    expect(inForce()).toBe(lax);
    expect(await check(sha)).toBe("success: The settings are in force");
    await put(bus.as("bob"), "trust: {agents: [U_nobody]}\n");
    expect(inForce()).toBe(lax);
  });
});
