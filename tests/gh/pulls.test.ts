/** Tests `gh pr`: from a branch pushed with git to a merged pull request. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gh, ghIn, overProxy } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";
import { numberIn } from "./cast.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version pr", (binary) => {
  describe.skipIf(binary.isMissing)("over the hub", () => {
    let world: TestHub;
    let clone: Git;
    let alice: Gh;
    let number: string;
    let sha: string;
    beforeAll(async () => {
      world = await startTestHub();
      const token = world.hub.tokenOf("alice");
      const env = overProxy(world.hub);
      const site = "http://github.localhost";
      clone = await cloneFrom(world.hub, { login: "alice", token, repository: "acme/demo", env, site });
      alice = ghIn(binary, world.hub, token, clone);
      await alice.ok(["issue", "create", "--title", "A task", "--body", "x"]);
      await clone.run("checkout", "--quiet", "-b", "work");
      sha = await clone.commit("Do the work", { "src/work.ts": "work\n", "README.md": "# changed\n" });
      await clone.run("push", "--quiet", "--set-upstream", "origin", "work");
      const body = "Does it.\n\nCloses #1\n";
      const created = ["pr", "create", "--title", "The work", "--body-file", "-", "--label", "bug"];
      const url = await alice.ok([...created, "--assignee", "@me"], body);
      expect(url).toMatch(/^http:\/\/github\.localhost\/acme\/demo\/pull\/\d+$/);
      number = numberIn(url);
    });
    afterAll(async () => {
      alice.close();
      clone.close();
      await world.close();
    });

    const view = (fields: string) => alice.json(["pr", "view", number, "--json", fields]);

    test("list and status find a pull request, by number and by the current branch", async () => {
      const listed = await alice.json(["pr", "list", "--json", "number,title,headRefName,labels"]);
      expect(listed).toMatchObject([
        { number: Number(number), title: "The work", headRefName: "work", labels: [{ name: "bug" }] },
      ]);
      expect(await alice.json(["pr", "list", "--label", "bug", "--json", "number"])).toHaveLength(1);
      expect(await alice.ok(["pr", "status"])).toContain(`#${number}  The work [work]`);
      expect(await alice.json(["issue", "list", "--json", "number"])).toEqual([{ number: 1 }]);
    });

    test("view shows every field that gh has", async () => {
      const listed = (await alice.run(["pr", "view", "--json"])).stderr;
      const known = [...listed.matchAll(/^ {2}(\w+)$/gm)].map((match) => match[1]);
      expect(known.length).toBeGreaterThan(30);
      expect(await view(known.join(","))).toMatchObject({
        additions: 2,
        deletions: 3,
        changedFiles: 2,
        assignees: [{ login: "alice" }],
        baseRefName: "main",
        headRefOid: sha,
        commits: [{ oid: sha, messageHeadline: "Do the work" }],
        files: [{ path: "README.md" }, { path: "src/work.ts", additions: 1 }],
        isDraft: false,
        mergeable: "MERGEABLE",
        mergeStateStatus: "CLEAN",
        state: "OPEN",
      });
      expect(await alice.ok(["pr", "view"])).toContain("Does it.");
      expect(await alice.ok(["pr", "diff", number])).toContain("+work");
    });

    test("comment, edit, draft and ready change a pull request", async () => {
      expect(await alice.ok(["pr", "comment", number, "--body", "Look"])).toContain(
        `/pull/${number}#issuecomment`,
      );
      await alice.ok(["pr", "edit", number, "--title", "The whole work", "--add-label", "question"]);
      const { id } = JSON.parse(await alice.ok(["pr", "view", number, "--json", "id"]));
      const toDraft = `mutation { convertPullRequestToDraft(input: { pullRequestId: "${id}" }) { clientMutationId } }`;
      await alice.ok(["api", "graphql", "--field", `query=${toDraft}`]);
      expect(await view("isDraft,mergeStateStatus")).toEqual({ isDraft: true, mergeStateStatus: "DRAFT" });
      await alice.ok(["pr", "ready", number]);
      expect(await view("title,labels,comments,isDraft")).toMatchObject({
        title: "The whole work",
        labels: [{ name: "bug" }, { name: "question" }],
        comments: [{ body: "Look" }],
        isDraft: false,
      });
      await alice.ok(["pr", "close", number]);
      expect(await view("state,closed")).toEqual({ state: "CLOSED", closed: true });
      await alice.ok(["pr", "reopen", number]);
    });

    test("checks prints the results of Apps and people for the head", async () => {
      expect((await alice.run(["pr", "checks", number])).stderr).toContain("no checks reported");
      const bot = await world.asInstallation();
      const run = { name: "verify", head_sha: sha, conclusion: "failure", status: "completed" };
      const { body } = await bot("POST", "/repos/acme/demo/check-runs", run);
      const failing = await alice.run(["pr", "checks", number]);
      expect(failing.code).toBe(1);
      expect(failing.stdout).toMatch(/^verify\tfail\t/m);
      await bot("PATCH", `/repos/acme/demo/check-runs/${body.id}`, { conclusion: "success" });
      const status = { context: "ci", state: "success", target_url: "http://127.0.0.1/ci" };
      await world.as("alice")("POST", `/repos/acme/demo/statuses/${sha}`, status);
      expect(await alice.ok(["pr", "checks", number])).toMatch(/^(?:ci|verify)\tpass\t/m);
    });

    test("merge merges a pull request, closes the issues that it names and deletes the branch", async () => {
      await alice.ok(["pr", "merge", number, "--squash", "--delete-branch"]);
      expect(await view("state,mergedBy,mergeCommit")).toMatchObject({
        state: "MERGED",
        mergedBy: { login: "alice" },
      });
      expect(await alice.json(["issue", "view", "1", "--json", "state"])).toEqual({ state: "CLOSED" });
      expect(await clone.run("ls-remote", "--heads", "origin")).not.toContain("refs/heads/work");
      expect(await clone.run("show", "origin/main:src/work.ts")).toBe("work");
    });
  });
});
