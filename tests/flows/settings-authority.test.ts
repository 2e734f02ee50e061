import { afterEach, describe, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { type BusSettings, startBus, type TestBus } from "../support/bus.ts";
import { settingsPath as path, type SettingsStory, settingsStory } from "../support/settings-story.ts";
import { changeIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
let story: SettingsStory;
afterEach(() => bus.stop());

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
  story = settingsStory(bus);
}

async function malloryId(): Promise<string> {
  return (await bus.as("maria").octokit.rest.users.getByUsername({ username: "mallory" })).data.node_id;
}

describe("a settings file on the default branch", () => {
  test("N05 a file that an agent with write access pushed waits, and an admin approves it by its hash", async () => {
    await begin();
    expect(story.effectiveText()).toBe(strict);
    const sha = await story.put(bus.as("bob"), lax);
    expect(story.effectiveText()).toBe(strict);
    const question = await story.onlyAsked();
    expect(question).toMatchObject({ state: "open", assignees: ["maria"] });
    expect(question.body).toContain("`bob` changed the settings in");
    expect(question.body).toContain("- `policy` gains 1 entry and loses 1 entry");
    expect(await story.checkOn(sha)).toBe(
      `action_required: Not in effect: an admin has to approve it in #${question.number}`,
    );

    const refused = await story.say("bob", question.number, question.command);
    expect(refused).toContain("only a person with the role admin or maintain can change them");
    expect(await story.say("alice", question.number, "/answer approve it")).toContain(
      "approved or replaced, not decided",
    );
    expect(story.effectiveText()).toBe(strict);

    expect(await story.say("maria", question.number, question.command)).toContain("**Approved** by `maria`");
    expect(story.effectiveText()).toBe(lax);
    expect(await story.onlyAsked()).toMatchObject({ state: "closed" });
    expect(await story.checkOn(sha)).toBe("success: The settings are in effect");
  });

  test("N05 a file takes effect at once if an admin or a maintainer brings it, by a push or by a merge", async () => {
    await begin();
    await story.put(bus.as("maria"), "deadlines: {look: 4m}\n");
    expect(story.effectiveText()).toBe("deadlines: {look: 4m}\n");
    await story.put(bus.as("carol"), "deadlines: {look: 6m}\n");
    expect(story.effectiveText()).toBe("deadlines: {look: 6m}\n");

    const { octokit, repository } = bus.as("bob");
    await octokit.rest.git.createRef({ ...repository, ref: "refs/heads/more", sha: await story.head() });
    await story.put(bus.as("bob"), lax, "more");
    const { data } = await octokit.rest.pulls.create({
      ...repository,
      title: "More",
      head: "more",
      base: "main",
    });
    await bus.as("carol").octokit.rest.pulls.merge({ ...repository, pull_number: data.number });
    await bus.settled();
    expect(story.effectiveText()).toBe(lax);
    expect(await story.asked()).toEqual([]);
  });

  test("N05 a file that an App merged waits, regardless of the pull request's author and reviewers", async () => {
    await begin();
    const { octokit, repository } = bus.as("maria");
    await octokit.rest.git.createRef({ ...repository, ref: "refs/heads/more", sha: await story.head() });
    await story.put(bus.as("maria"), lax, "more");
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
    expect(story.effectiveText()).toBe(strict);
    expect((await story.onlyAsked()).body).toContain("`signalbox[bot]` changed the settings");
  });

  test("N05 a file is judged by who pushed it, not by the author of the commit", async () => {
    await begin();
    const { octokit, repository } = bus.as("bob");
    const parent = await story.head();
    const { git } = octokit.rest;
    const tree = (
      await git.createTree({
        ...repository,
        base_tree: parent,
        tree: [{ path, mode: "100644", type: "blob", content: lax }],
      })
    ).data.sha;
    const author = { name: "Maria", email: "maria@example.com", date: "2026-01-01T00:00:00Z" };
    const made = { ...repository, message: "Ours", tree, parents: [parent], author, committer: author };
    const { sha } = (await git.createCommit(made)).data;
    await git.updateRef({ ...repository, ref: "heads/main", sha });
    await bus.settled();
    expect(story.effectiveText()).toBe(strict);
    expect((await story.onlyAsked()).body).toContain("`bob` changed the settings");
  });

  test("N05 a file waits when someone else forces the branch back to an admin's older, wider commit", async () => {
    await begin();
    const wide = await story.put(bus.as("maria"), lax);
    await story.put(bus.as("maria"), strict);
    await story.force(bus.as("bob"), wide);
    expect(story.effectiveText()).toBe(strict);
    const first = await story.onlyAsked();
    await story.say("maria", first.number, first.command);
    expect(story.effectiveText()).toBe(lax);
    await story.put(bus.as("maria"), strict);
    await story.force(bus.as("bob"), wide);
    expect(story.effectiveText()).toBe(strict);
    expect((await story.asked()).map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("N05 an approval of a file that changed since is refused, and the newer one is asked about", async () => {
    await begin();
    await story.put(bus.as("bob"), lax);
    const first = await story.onlyAsked();
    await story.put(bus.as("bob"), "policy:\n  - {name: me, who: [agents]}\n");
    const [old, next] = await story.asked();
    expect(old).toMatchObject({ number: first.number, state: "closed" });
    expect(next).toMatchObject({ state: "open" });
    await story.say("maria", next?.number ?? 0, first.command);
    expect(story.effectiveText()).toBe(strict);
    expect(await story.say("maria", first.number, first.command)).toContain("changed since");
    expect(story.effectiveText()).toBe(strict);
  });

  test("N05 the request ends once someone restores the effective settings", async () => {
    await begin();
    const before = await story.head();
    await story.put(bus.as("bob"), undefined);
    expect(story.effectiveText()).toBe(strict);
    expect((await story.onlyAsked()).body).toContain("`bob` deleted the settings");
    await story.force(bus.as("bob"), before);
    expect(await story.onlyAsked()).toMatchObject({ state: "closed" });
    expect(story.effectiveText()).toBe(strict);
  });

  test("N05 a file that only pauses, restricts the coordinator or means the same needs no approval", async () => {
    await begin();
    await story.put(bus.as("bob"), `${strict}issue_types: false\ncoordinator: {mode: suggest}\n`);
    await story.put(
      bus.as("bob"),
      `# Ours\n${strict}issue_types: false\ncoordinator: {mode: "off"}\nlabels: {answered: done}\n`,
    );
    expect(story.effectiveText()).toContain("labels");
    expect(await story.asked()).toEqual([]);
    await story.put(
      bus.as("bob"),
      `${strict}issue_types: false\ncoordinator: {mode: auto}\nlabels: {answered: done}\n`,
    );
    expect(story.effectiveText()).toContain('mode: "off"');
    const issue = await bus.as("alice").open("Something", "Nothing of ours.", ["bug"]);
    await bus.settled();
    await story.put(bus.as("maria"), strict);
    await story.put(bus.as("bob"), `${strict}labels: {"kind:task": bug}\n`);
    expect(story.effectiveText()).toBe(strict);
    expect((await bus.as("alice").see(issue)).labels).toEqual(["bug"]);
  });

  test("N05 a file is found although every delivery was lost, and two moves that end where they began count as two", async () => {
    await begin();
    const wide = await story.put(bus.as("maria"), lax);
    await bus.stopServer();
    await story.put(bus.as("maria"), strict);
    await story.force(bus.as("bob"), wide);
    await bus.startServer();
    expect(story.effectiveText()).toBe(strict);
    expect(await story.onlyAsked()).toMatchObject({ state: "open" });
  });

  test("N05 a file is judged the same after a restart and after a rebuild", async () => {
    await begin();
    await story.put(bus.as("bob"), lax);
    const question = await story.onlyAsked();
    await story.say("maria", question.number, question.command);
    await story.put(bus.as("bob"), `trust: {agents: [${await malloryId()}]}\n`);
    expect(story.effectiveText()).toBe(lax);
    for (const isFromNothing of [false, true]) {
      await bus.stopServer();
      if (isFromNothing) await story.loseIndex();
      await bus.startServer();
      expect(story.effectiveText()).toBe(lax);
      expect((await story.asked()).map(({ state }) => state)).toEqual(["closed", "open"]);
    }
  });

  test("N05 the settings stay unchanged on an older host unless a delivery tells who pushed the file, and the issue asks", async () => {
    await begin({ release: "3.8" });
    expect(story.effectiveText()).toBeUndefined();
    const first = await story.onlyAsked();
    expect(first.body).toContain("GitHub does not say by whom");
    await story.say("maria", first.number, first.command);
    expect(story.effectiveText()).toBe(strict);
    await story.put(bus.as("bob"), lax);
    expect(story.effectiveText()).toBe(strict);
    await story.put(bus.as("maria"), "deadlines: {look: 4m}\n");
    expect(story.effectiveText()).toBe("deadlines: {look: 4m}\n");
    await bus.stopServer();
    await story.put(bus.as("maria"), lax);
    await bus.startServer();
    expect(story.effectiveText()).toBe("deadlines: {look: 4m}\n");
  });

  test("N05 settings that the previous release had accepted stay effective, regardless of who brought them", async () => {
    await begin({ startsServer: false });
    await story.put(bus.as("bob"), lax);
    await bus.startServer();
    expect(story.effectiveText()).toBe(strict);
    await bus.stopServer();
    const sha = await story.head();
    changeIndex(bus.home, `UPDATE settings SET text = '${lax}', commit_id = '${sha}', authority = NULL`);
    await bus.startServer();
    expect(story.effectiveText()).toBe(lax);
    expect(await story.checkOn(sha)).toBe("success: The settings are in effect");
    await story.put(bus.as("bob"), `trust: {agents: [${await malloryId()}]}\n`);
    expect(story.effectiveText()).toBe(lax);
  });

  test("N05 the request has its text back if someone edits its issue, counts no approval of before, and shows first what widens authority", async () => {
    await begin();
    const names = ["answered", "needs-fix", "suggested", "kind:task", "kind:answer", "kind:question"];
    const labels = names.map((name) => `"${name}": "our ${name}"`).join(", ");
    await story.put(bus.as("bob"), `labels: {${labels}}\n${lax}trust: {agents: [${await malloryId()}]}\n`);
    const first = await story.onlyAsked();
    expect(first.body).toContain(
      "- `trust.agents` gains 1 entry.\n- `policy` gains 1 entry and loses 1 entry.",
    );
    expect(first.body).toContain("- and 3 more");

    const harmless = first.body.replace(/- `trust.*more/s, "- `issue_types`: `true` → `false`.");
    await bus.as("bob").edit(first.number, { body: harmless });
    await bus.settled();
    expect(await story.onlyAsked()).toMatchObject({ state: "open", body: first.body });
    bus.clock.advance(1_100);
    expect(await story.say("maria", first.number, first.command)).toContain(
      "Somebody changed it, and signalbox put its text back at",
    );
    expect(story.effectiveText()).toBe(strict);
    bus.clock.advance(1_100);
    await story.say("maria", first.number, first.command);
    expect(story.effectiveText()).toContain(await malloryId());
    await bus.sweep();
    expect(await story.asked()).toHaveLength(1);
  });
});
