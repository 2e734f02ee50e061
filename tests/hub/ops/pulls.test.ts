/**
 * Tests pull requests over REST: what they show, what happens to them when branches move, and how they are
 * merged.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
let alice: Ask;
let made = 0;
beforeAll(async () => {
  world = await startTestHub();
  alice = world.as("alice");
});
afterAll(() => world.close());

/** Commits texts to a branch; null removes a file. @returns the commit */
async function commit(
  branch: string,
  files: Readonly<Record<string, string | null>>,
  from = "main",
): Promise<string> {
  const known = await alice("GET", `${repo}/git/ref/heads/${branch}`);
  const base = known.status === 200 ? branch : from;
  const parent = (await alice("GET", `${repo}/git/ref/heads/${base}`)).body.object.sha;
  const tree = Object.entries(files).map(([path, content]) =>
    content === null ? { path, mode: "100644", sha: null } : { path, mode: "100644", content },
  );
  const { body: written } = await alice("POST", `${repo}/git/trees`, { base_tree: parent, tree });
  const { body } = await alice("POST", `${repo}/git/commits`, {
    message: `Change ${branch}`,
    tree: written.sha,
    parents: [parent],
  });
  if (known.status === 200) await alice("PATCH", `${repo}/git/refs/heads/${branch}`, { sha: body.sha });
  else await alice("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha: body.sha });
  return body.sha;
}

/** Opens a pull request from a new branch. */
async function propose(files: Readonly<Record<string, string | null>>, body = "") {
  made += 1;
  const head = `work-${made}`;
  const sha = await commit(head, files);
  const opened = await alice("POST", `${repo}/pulls`, { title: `Work ${made}`, head, base: "main", body });
  expect(opened.status).toBe(201);
  return { head, sha, number: opened.body.number, path: `${repo}/pulls/${opened.body.number}` };
}

async function deliveries(): Promise<readonly string[]> {
  await world.hub.idle();
  return world.received.splice(0).map(nameOf);
}

/** Asks twice: the first answer starts the computation of mergeability. */
async function readWorkedOut(path: string) {
  await alice("GET", path);
  return (await alice("GET", path)).body;
}

const lines = (text: string, count = 12): string => `${text}\n`.repeat(count);

describe("what a pull request shows", () => {
  test("a pull request counts and lists its changes, including renames and deletions", async () => {
    await commit("main", { "src/old.ts": lines("keep"), "src/gone.ts": "gone\n", "src/same.ts": "same\n" });
    const { path } = await propose({
      "src/old.ts": null,
      "src/new.ts": `${lines("keep")}added\n`,
      "src/gone.ts": null,
      "src/same.ts": "other\n",
      "src/extra.ts": "extra\n",
    });
    const pull = await readWorkedOut(path);
    expect(pull).toMatchObject({ commits: 1, changed_files: 4, additions: 3, deletions: 2, mergeable: true });
    const { body: files } = await alice("GET", `${path}/files`);
    expect(files).toMatchObject([
      {
        filename: "src/extra.ts",
        status: "added",
        additions: 1,
        deletions: 0,
        patch: "@@ -0,0 +1 @@\n+extra",
      },
      { filename: "src/gone.ts", status: "removed", deletions: 1 },
      { filename: "src/new.ts", status: "renamed", previous_filename: "src/old.ts", additions: 1 },
      { filename: "src/same.ts", status: "modified", changes: 2 },
    ]);
  });

  test("all pages of many files are listed, up to GitHub's 3,000, and the count includes all", async () => {
    const names = Array.from({ length: 3050 }, (_, index) => `many/${index}.txt`);
    const { path } = await propose(Object.fromEntries(names.map((name) => [name, "x\n"])));
    expect((await alice("GET", path)).body.changed_files).toBe(3050);
    const last = await alice("GET", `${path}/files?per_page=100&page=30`);
    expect(last.body).toHaveLength(100);
    expect(last.headers.get("link")).not.toContain('rel="next"');
    expect((await alice("GET", `${path}/files?per_page=100&page=31`)).body).toEqual([]);
  });

  test("a pull request is an issue with the same number, and search tells the two apart", async () => {
    const { number } = await propose({ "search.txt": "x" });
    const { body: issue } = await alice("GET", `${repo}/issues/${number}`);
    expect(issue.pull_request.url).toContain(`/pulls/${number}`);
    const search = async (kind: string): Promise<readonly number[]> => {
      const { body } = await alice("GET", `/search/issues?q=repo:acme/demo+is:${kind}&per_page=100`);
      return body.items.map((item: { readonly number: number }) => item.number);
    };
    expect(await search("pr")).toContain(number);
    expect(await search("issue")).not.toContain(number);
  });
});

describe("what happens to a pull request", () => {
  test("a push to its branch synchronises a pull request, with the old and the new head in the webhook", async () => {
    const { head, sha, path } = await propose({ "push.txt": "one" });
    await deliveries();
    const next = await commit(head, { "push.txt": "two" });
    expect((await alice("GET", path)).body.head.sha).toBe(next);
    await world.hub.idle();
    const told = world.received.find((one) => nameOf(one) === "pull_request.synchronize");
    expect(told?.payload).toMatchObject({ before: sha, after: next, pull_request: { head: { sha: next } } });
  });

  test("deleting its branch closes a pull request, which can be reopened only with the branch", async () => {
    const { head, sha, path } = await propose({ "deleted.txt": "x" });
    expect((await alice("DELETE", `${repo}/git/refs/heads/${head}`)).status).toBe(204);
    expect((await alice("GET", path)).body).toMatchObject({ state: "closed", merged: false });
    expect((await alice("PATCH", path, { state: "open" })).status).toBe(422);
    await alice("POST", `${repo}/git/refs`, { ref: `refs/heads/${head}`, sha });
    expect((await alice("PATCH", path, { state: "open" })).body.state).toBe("open");
  });

  test("pushing its commits to the base merges a pull request", async () => {
    const { sha, path } = await propose({ "direct.txt": "x" });
    expect((await alice("PATCH", `${repo}/git/refs/heads/main`, { sha })).status).toBe(200);
    const { body } = await alice("GET", path);
    expect(body).toMatchObject({ merged: true, merge_commit_sha: sha, changed_files: 1 });
  });
});

describe("merging", () => {
  test("a merge closes the issues in the body, and the branch keeps both histories", async () => {
    const { body: issue } = await alice("POST", `${repo}/issues`, { title: "Promised" });
    const { path, sha } = await propose({ "closes.txt": "x" }, `Closes #${issue.number}`);
    const base = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
    await deliveries();
    const merged = await alice("PUT", `${path}/merge`, { sha });
    expect(merged).toMatchObject({ status: 200, body: { merged: true } });
    const { body: tip } = await alice("GET", `${repo}/git/commits/${merged.body.sha}`);
    expect(tip.parents.map((parent: { readonly sha: string }) => parent.sha)).toEqual([base, sha]);
    expect((await alice("GET", `${repo}/issues/${issue.number}`)).body.state).toBe("closed");
    expect(await deliveries()).toEqual(["pull_request.closed", "issues.closed", "push"]);
  });

  test.each([
    ["squash", 1],
    ["rebase", 2],
  ])("%s leaves %i commits in a line", async (method, count) => {
    const { head, path } = await propose({ [`${method}-1.txt`]: "x" });
    await commit(head, { [`${method}-2.txt`]: "y" });
    await commit("main", { [`${method}-meanwhile.txt`]: "z" });
    const before = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
    const merged = await alice("PUT", `${path}/merge`, { merge_method: method });
    const { body } = await alice("GET", `${repo}/compare/${before}...${merged.body.sha}`);
    expect(body.files.map((file: { readonly filename: string }) => file.filename)).toEqual([
      `${method}-1.txt`,
      `${method}-2.txt`,
    ]);
    expect(body).toMatchObject({ ahead_by: count, behind_by: 0 });
    expect((await alice("GET", path)).body.merged).toBe(true);
  });

  test("a merge with a moved head answers 409, one with a conflict 405, and neither changes anything", async () => {
    const { path, sha } = await propose({ "conflict.txt": "mine\n" });
    expect((await alice("PUT", `${path}/merge`, { sha: "0".repeat(40) })).status).toBe(409);
    const main = await commit("main", { "conflict.txt": "theirs\n" });
    expect(await readWorkedOut(path)).toMatchObject({ mergeable: false, mergeable_state: "dirty" });
    expect((await alice("PUT", `${path}/merge`, { sha })).status).toBe(405);
    expect((await alice("PUT", `${path}/update-branch`)).status).toBe(422);
    expect((await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha).toBe(main);
    expect((await alice("GET", path)).body).toMatchObject({ state: "open", head: { sha } });
  });

  test("N29 mergeability is unknown at first and after each move, over REST and GraphQL, and then known", async () => {
    const { path, head, number } = await propose({ "unknown.txt": "x\n" });
    const states = async () => {
      const { mergeable, rebaseable, mergeable_state: state } = (await alice("GET", path)).body;
      return [mergeable, rebaseable, state];
    };
    expect(await states()).toEqual([null, null, "unknown"]);
    expect(await states()).toEqual([true, true, "clean"]);
    await commit(head, { "unknown.txt": "y\n" });
    const query = `{ repository(owner: "acme", name: "demo") { pullRequest(number: ${number}) {
      mergeable mergeStateStatus canBeRebased } } }`;
    const asked = async () => (await alice("POST", "/graphql", { query })).body.data.repository.pullRequest;
    expect(await asked()).toEqual({ mergeable: "UNKNOWN", mergeStateStatus: "UNKNOWN", canBeRebased: false });
    expect(await asked()).toEqual({ mergeable: "MERGEABLE", mergeStateStatus: "CLEAN", canBeRebased: true });
    await commit("main", { "unknown.txt": "theirs\n" });
    expect(await states()).toEqual([null, null, "unknown"]);
    expect(await states()).toEqual([false, false, "dirty"]);
    await alice("PATCH", path, { state: "closed" });
    expect(await states()).toEqual([null, null, "unknown"]);
  });

  test("updating the branch merges the base into it, unless the head moved", async () => {
    const { path, sha } = await propose({ "behind.txt": "x" });
    const main = await commit("main", { "ahead.txt": "y" });
    expect((await alice("PUT", `${path}/update-branch`, { expected_head_sha: main })).status).toBe(422);
    expect((await alice("PUT", `${path}/update-branch`, { expected_head_sha: sha })).status).toBe(202);
    const { body } = await alice("GET", path);
    const { body: tip } = await alice("GET", `${repo}/git/commits/${body.head.sha}`);
    expect(tip.parents.map((parent: { readonly sha: string }) => parent.sha)).toEqual([sha, main]);
    expect(body.changed_files).toBe(1);
  });

  test("a fork's pull request from a user without a role is listed completely and merged by a user who can", async () => {
    const mallory = world.as("mallory");
    expect((await mallory("POST", `${repo}/forks`)).status).toBe(202);
    const content = Buffer.from("from outside\n").toString("base64");
    const put = await mallory("PUT", "/repos/mallory/demo/contents/outside.txt", {
      message: "Offer",
      content,
    });
    expect(put.status).toBe(201);
    const offer = { title: "From outside", head: "mallory:main", base: "main" };
    const { body: pull } = await mallory("POST", `${repo}/pulls`, offer);
    expect(pull.head).toMatchObject({
      label: "mallory:main",
      repo: { full_name: "mallory/demo", fork: true },
    });
    const path = `${repo}/pulls/${pull.number}`;
    expect((await alice("GET", `${path}/files`)).body).toMatchObject([{ filename: "outside.txt" }]);
    expect((await mallory("PUT", `${path}/merge`)).status).toBe(403);
    expect((await alice("PUT", `${path}/merge`)).status).toBe(200);
    expect((await alice("GET", `${repo}/contents/outside.txt`)).status).toBe(200);
  });
});
