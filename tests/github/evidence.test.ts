/** What is asked of GitHub about reported work, and what is made of the answers; and our check run, written once. */
import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { QueuedEffect } from "../../src/dispatcher/ports/outbox.ts";
import { RequestFailed } from "../../src/dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../src/engine/fact.ts";
import { readCheck, signCheck } from "../../src/github/check-marker.ts";
import { createReadEvidence } from "../../src/github/read-evidence.ts";
import { writeCheck } from "../../src/github/write-check.ts";
import { writePull } from "../../src/github/write-pull.ts";
import { allAsked, graphql, installationId, keys, origin, ourselves, tokens, world } from "./world.ts";

beforeAll(() => nock.disableNetConnect());
afterEach(allAsked);
afterAll(() => nock.restore());

const sha = "a".repeat(40);
const root = "/api/v3/repos/acme/demo";
const repository: RepositorySeen = {
  id: "R_demo",
  owner: "acme",
  name: "demo",
  installationId,
  isPrivate: false,
  isArchived: false,
};
const pull = {
  number: 34,
  state: "open",
  merged: false,
  draft: false,
  mergeable: true,
  changed_files: 2,
  head: { sha, ref: "part-12", repo: { node_id: "R_demo" } },
  base: { ref: "main", repo: { node_id: "R_demo" } },
};
const file = (filename: string, more: object = {}) => ({ filename, status: "modified", changes: 3, ...more });
const run = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  head_sha: sha,
  external_id: null,
  conclusion: "success",
  ...more,
});
const place = { repositoryId: "R_demo", headSha: sha };
const ours = (shows: string, at = place) => signCheck(keys, { ...at, issueId: "I_60", shows });

const asking = { issueId: "I_60", pullRequest: 34, task: 12, text: "" };
const read = (request: Partial<typeof asking> | { pullRequest: undefined } = {}) => {
  const { client, clock } = world();
  tokens();
  return createReadEvidence({ client, ourselves, clock })(repository, { ...asking, ...request });
};

const get = (path: string, answer: object, query: nock.DataMatcherMap | true = true) =>
  nock(origin)
    .get(`${root}${path}`)
    .query(query)
    .reply(200, () => answer);
const threads = (...open: readonly boolean[]) =>
  graphql(() => ({
    data: {
      node: {
        pullRequest: {
          reviewThreads: {
            pageInfo: { hasNextPage: false },
            nodes: open.map((isOpen) => ({ isResolved: !isOpen })),
          },
        },
      },
    },
  }));
const rest = (pages: readonly (readonly object[])[], runs: readonly object[] = [], seen: object = pull) => {
  get("/pulls/34", seen);
  for (const [at, page] of pages.entries()) get("/pulls/34/files", page, { page: at + 1, per_page: 100 });
  get(`/commits/${sha}/check-runs`, { total_count: runs.length, check_runs: runs });
};

describe("the evidence of a handover", () => {
  test("is read in four requests: pull request, files, check runs, review threads", async () => {
    rest([[file("src/a.ts"), file("src/b.ts", { status: "removed" })]], [run(1, "npm test")]);
    threads(true, false);
    expect(await read()).toEqual({
      readAt: expect.any(Number),
      pullRequest: {
        ...{ number: 34, headSha: sha, headRef: "part-12", baseRef: "main", state: "open" },
        ...{
          isDraft: false,
          isFork: false,
          hasConflicts: false,
          mergeState: "unknown",
          hasAllFiles: true,
          unresolvedThreads: 1,
        },
        files: [
          { path: "src/a.ts", isRemoved: false, lines: 3 },
          { path: "src/b.ts", isRemoved: true, lines: 3 },
        ],
      },
      candidates: [],
      checkRuns: [{ name: "npm test", headSha: sha, conclusion: "success" }],
      ownCheck: undefined,
    });
  });

  test("K05 has every page of 350 files, and both names of a renamed one", async () => {
    const all = Array.from({ length: 349 }, (_, i) => file(`src/${i}.ts`));
    const renamed = file("src/new.ts", { status: "renamed", previous_filename: "src/old.ts" });
    const files = [...all, renamed];
    const pages = [0, 1, 2, 3].map((at) => files.slice(at * 100, at * 100 + 100));
    rest(pages, [], { ...pull, changed_files: 350 });
    threads();
    const { pullRequest } = await read();
    expect(pullRequest).toMatchObject({ hasAllFiles: true });
    expect(pullRequest?.files).toHaveLength(350);
    expect(pullRequest?.files.at(-1)).toMatchObject({ path: "src/new.ts", previousPath: "src/old.ts" });
  });

  test("K05 says that files are missing where GitHub counts more than it lists", async () => {
    rest([[file("src/a.ts")]], [], { ...pull, changed_files: 3_001 });
    threads();
    expect((await read()).pullRequest?.hasAllFiles).toBe(false);
  });

  test("K05 knows a fork, one that was deleted too", async () => {
    const head = { ...pull.head, repo: null };
    rest([[file("a"), file("b")]], [], { ...pull, head });
    threads();
    expect((await read()).pullRequest?.isFork).toBe(true);
  });

  test("K04 takes only a check of its name that we signed for this commit as ours", async () => {
    const signed = ours("shown");
    const elsewhere = ours("shown", { ...place, headSha: "b".repeat(40) });
    const checks = [
      run(9, "signalbox/handover", { external_id: "signalbox:1 forged I_60 shown mac" }),
      run(8, "signalbox/handover", { external_id: elsewhere }),
      run(7, "signalbox/handover", { external_id: signed }),
      run(6, "other", { external_id: signed, conclusion: null }),
    ];
    rest([[file("a"), file("b")]], checks);
    threads();
    const found = await read();
    expect(found.ownCheck).toEqual({ headSha: sha, shows: "shown" });
    expect(found.checkRuns).toEqual([{ name: "other", headSha: sha, conclusion: undefined }]);
  });

  test("K04 tells by whom each check run was made, and which of them say what verify found", async () => {
    const signed = signCheck(keys, { ...place, issueId: "invariants", shows: "success" });
    const mine = { external_id: signed, app: { id: 7 } };
    rest(
      [[file("a"), file("b")]],
      [
        run(9, "signalbox/invariants", mine),
        run(8, "signalbox/invariants", { ...mine, conclusion: "failure" }),
        run(7, "lint", mine),
        run(6, "lint", { app: null }),
      ],
    );
    threads();
    expect((await read()).checkRuns.map(({ app }) => app)).toEqual(["signalbox", 7, 7, undefined]);
  });

  test("is asked for without a merge queue where the host knows none", async () => {
    const asked: string[] = [];
    const node = (more: object = {}) => ({
      node: { pullRequest: { reviewThreads: { pageInfo: { hasNextPage: false }, nodes: [] }, ...more } },
    });
    const { client, clock } = world();
    tokens();
    const reading = createReadEvidence({ client, ourselves, clock });
    const refused = "Field 'mergeQueueEntry' doesn't exist on type 'PullRequest'";
    for (const answer of [{ errors: [{ message: refused }] }, { data: node() }, { data: node() }])
      graphql(({ query }) => {
        asked.push(query.includes("mergeQueueEntry") ? "with" : "without");
        return answer;
      });
    for (const _ of [1, 2]) {
      rest([[file("a"), file("b")]]);
      expect((await reading(repository, asking)).pullRequest?.unresolvedThreads).toBe(0);
    }
    expect(asked).toEqual(["with", "without", "without"]);
  });

  test("has our check on the commit that a merge queue tries, and whose review CODEOWNERS asks for", async () => {
    const queued = "d".repeat(40);
    rest([[file("src/a.ts"), file("b")]]);
    graphql(() => ({
      data: {
        node: {
          owners0: null,
          owners1: { text: "/src/ @maria\n" },
          pullRequest: {
            mergeQueueEntry: { headCommit: { oid: queued } },
            reviewThreads: { pageInfo: { hasNextPage: false }, nodes: [] },
          },
        },
      },
    }));
    const signed = ours("shown", { ...place, headSha: queued });
    const check = run(7, "signalbox/handover", { head_sha: queued, external_id: signed });
    get(`/commits/${queued}/check-runs`, { total_count: 1, check_runs: [check] });
    const found = await read();
    expect(found.queued).toEqual({ headSha: queued, ownCheck: { headSha: queued, shows: "shown" } });
    expect(found.pullRequest?.codeOwners).toEqual(["@maria"]);
  });

  test("C18 has no review threads where GitHub does not show them", async () => {
    rest([[file("a"), file("b")]]);
    graphql(() => ({ data: { node: null }, errors: [{ message: "Not for you.", type: "FORBIDDEN" }] }));
    expect((await read()).pullRequest?.unresolvedThreads).toBeUndefined();
  });

  test("is empty where no pull request has the number", async () => {
    nock(origin).get(`${root}/pulls/34`).reply(404, { message: "Not Found" });
    expect(await read()).toMatchObject({ pullRequest: undefined, candidates: [] });
  });

  test("is not made up where GitHub fails", async () => {
    nock(origin).get(`${root}/pulls/34`).reply(403, { message: "Resource not accessible by integration" });
    await expect(read()).rejects.toThrow(RequestFailed);
  });
});

describe("the pull request of a handover that names none", () => {
  const listed = (...pulls: readonly object[]) => {
    const all = pulls.map((each) => ({
      ...{ number: 35, state: "open", merged_at: null, body: null, head: { ref: "main", sha } },
      ...each,
    }));
    get("/pulls", all, { state: "all", sort: "updated", direction: "desc", per_page: 100 });
  };

  test.each([
    [
      "its head commit, which the text names",
      { text: `At ${sha.toUpperCase()}.` },
      { head: { ref: "x", sha } },
    ],
    ["the task that it closes", {}, { body: "It works.\n\nFixes: #12." }],
    ["its branch", {}, { head: { ref: "alice/12-login", sha: "c".repeat(40) } }],
    ["its branch, called after the task", {}, { head: { ref: "task-12", sha: "c".repeat(40) } }],
  ])("is found by %s", async (_, request, found) => {
    listed(
      { number: 33, body: "Closes #123", head: { ref: "v1.12", sha: "c".repeat(40) } },
      { number: 34, ...found },
    );
    rest([[file("a"), file("b")]]);
    threads();
    expect((await read({ pullRequest: undefined, ...request })).pullRequest?.number).toBe(34);
  });

  test("is none where several fit, and all are named", async () => {
    listed({ number: 34, body: "closes #12" }, { number: 35, body: "Resolves #12" });
    expect(await read({ pullRequest: undefined })).toMatchObject({
      pullRequest: undefined,
      candidates: [34, 35],
    });
  });

  test("is not one that was given up while another fits; one that was merged counts as ever", async () => {
    const dropped = { number: 33, body: "Closes #12", state: "closed" };
    listed(dropped, { number: 34, body: "Closes #12" });
    rest([[file("a"), file("b")]]);
    threads();
    expect((await read({ pullRequest: undefined })).pullRequest?.number).toBe(34);
    listed({ ...dropped, merged_at: "2026-01-01T00:00:00Z" }, { number: 34, body: "Closes #12" });
    expect((await read({ pullRequest: undefined })).candidates).toEqual([33, 34]);
  });

  test("is none where none fits", async () => {
    listed({ number: 35, body: "See #12" });
    expect(await read({ pullRequest: undefined })).toMatchObject({ pullRequest: undefined, candidates: [] });
  });
});

describe("our check run", () => {
  const effect = {
    type: "ShowCheck",
    headSha: sha,
    conclusion: "failure",
    title: "1 thing to mend",
    summary: "Handover #60.",
    annotations: [{ path: "src/b.ts", text: "It is not listed." }],
    offersAccept: true,
    shows: "new",
  } as const;
  const queued: QueuedEffect = {
    ...{ id: 1, issueId: "I_60", repositoryId: "R_demo", key: "check", slot: "check", effect },
    ...{ reason: { rule: "show-check", because: "" }, attempts: 0, sentAt: undefined },
  };
  const write = () => {
    const { client, budget } = world();
    tokens();
    return writeCheck({ client, budget, ourselves }, installationId, queued, effect);
  };
  const found = (...runs: readonly object[]) => {
    graphql(() => ({ data: { node: { name: "demo", owner: { login: "acme" } } } }));
    get(
      `/commits/${sha}/check-runs`,
      { check_runs: runs },
      { check_name: "signalbox/handover", page: 1, per_page: 100 },
    );
  };
  const done = { id: 1, ok: true, receipt: expect.anything() };

  test("is made on its commit, with what it shows, its notes and its button", async () => {
    found(run(9, "signalbox/handover", { external_id: "somebody else's" }));
    let sent: Record<string, unknown> = {};
    nock(origin)
      .post(`${root}/check-runs`, (body) => {
        sent = body;
        return true;
      })
      .reply(201, { id: 10 });
    expect(await write()).toEqual(done);
    expect(sent).toMatchObject({
      name: "signalbox/handover",
      head_sha: sha,
      status: "completed",
      conclusion: "failure",
      output: {
        title: "1 thing to mend",
        summary: "Handover #60.",
        annotations: [{ path: "src/b.ts", start_line: 1, end_line: 1, annotation_level: "warning" }],
      },
      actions: [{ identifier: "accept" }],
    });
    expect(readCheck(keys, String(sent.external_id), place)).toEqual({ issueId: "I_60", shows: "new" });
  });

  test("is changed in place where it stands already", async () => {
    found(run(10, "signalbox/handover", { external_id: ours("old") }));
    nock(origin)
      .patch(`${root}/check-runs/10`, ({ conclusion }) => conclusion === "failure")
      .reply(200, {});
    expect(await write()).toEqual(done);
  });

  test("is not written twice", async () => {
    found(run(10, "signalbox/handover", { external_id: ours("new") }));
    expect(await write()).toEqual(done);
  });

  test("C15 that GitHub refuses is refused once and for all", async () => {
    found();
    nock(origin).post(`${root}/check-runs`).reply(422, { message: "No commit found for SHA" });
    expect(await write()).toMatchObject({ ok: false, failure: { type: "refused" } });
  });
});

describe("a pull request that is merged", () => {
  const at = (type: "MergePullRequest" | "UpdateBranch", merged = false, ways: object = {}) => {
    const effect = { type, number: 34, headSha: sha } as const;
    const queued: QueuedEffect = {
      ...{ id: 1, issueId: "I_60", repositoryId: "R_demo", key: "merge", slot: "merge", effect },
      ...{ reason: { rule: "merge-accepted", because: "" }, attempts: 0, sentAt: undefined },
    };
    const { client, budget } = world();
    tokens();
    graphql(() => ({ data: { node: { name: "demo", owner: { login: "acme" } } } }));
    get("/pulls/34", { merged, base: { repo: ways } });
    return writePull({ client, budget }, installationId, queued, effect);
  };

  test("is merged at exactly the commit that was accepted", async () => {
    nock(origin).put(`${root}/pulls/34/merge`, { sha, merge_method: "merge" }).reply(200, { merged: true });
    expect(await at("MergePullRequest")).toMatchObject({ ok: true });
  });

  test.each([
    [{ allow_merge_commit: false }, "squash"],
    [{ allow_merge_commit: false, allow_squash_merge: true }, "squash"],
    [{ allow_merge_commit: false, allow_squash_merge: false }, "rebase"],
  ])("is merged as the repository allows: %o by %s", async (ways, merge_method) => {
    nock(origin).put(`${root}/pulls/34/merge`, { sha, merge_method }).reply(200, { merged: true });
    expect(await at("MergePullRequest", false, ways)).toMatchObject({ ok: true });
  });

  test("waits where another merge came first, and is refused where a rule is not met", async () => {
    const overtaken = "Base branch was modified. Review and try the merge again.";
    nock(origin).put(`${root}/pulls/34/merge`).reply(405, { message: overtaken });
    expect(await at("MergePullRequest")).toMatchObject({ ok: false, failure: { type: "wait" } });
    nock(origin).put(`${root}/pulls/34/merge`).reply(405, { message: "A review is required." });
    expect(await at("MergePullRequest")).toMatchObject({ ok: false, failure: { type: "refused" } });
  });

  test("is not merged twice", async () => {
    expect(await at("MergePullRequest", true)).toMatchObject({ ok: true });
  });

  test("K03 is left alone where its head moved", async () => {
    nock(origin).put(`${root}/pulls/34/merge`).reply(409, { message: "Head branch was modified." });
    expect(await at("MergePullRequest")).toMatchObject({ ok: false, failure: { type: "refused" } });
  });

  test("is brought up to date from the commit that is known", async () => {
    nock(origin).put(`${root}/pulls/34/update-branch`, { expected_head_sha: sha }).reply(202, {});
    expect(await at("UpdateBranch")).toMatchObject({ ok: true });
  });
});
