/**
 * What is requested from GitHub about reported work, and what the answers become; and our check run, written
 * once.
 */
import { describe, expect, test, vi } from "vitest";
import type { QueuedEffect } from "../../../../src/dispatcher/ports/outbox.ts";
import type { EvidenceRequest } from "../../../../src/dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../../../src/dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../../../src/engine/model/fact.ts";
import type { MergeEffect } from "../../../../src/engine/model/keys/outcome-key.ts";
import { createRecentLocations } from "../../../../src/github/identity/repository-place.ts";
import { createOwnRuns } from "../../../../src/github/read/evidence/own-runs.ts";
import { createReadEvidence } from "../../../../src/github/read/evidence/read-evidence.ts";
import { readCheck, signCheck, verifyMark } from "../../../../src/github/write/check-marker.ts";
import { writeCheck } from "../../../../src/github/write/write-check.ts";
import { writePull } from "../../../../src/github/write/write-pull.ts";
import { interceptRequests, nock } from "../../interceptor.ts";
import { graphql, installationId, keys, origin, ourselves, tokens, world } from "../../world.ts";

interceptRequests();

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
  title: "Part of #12",
  body: "See acme/web#5, and `#6`.",
  user: { login: "alice" },
  head: { sha, ref: "part-12", repo: { node_id: "R_demo", full_name: "acme/demo" } },
  base: { ref: "main", repo: { node_id: "R_demo" } },
};
const file = (filename: string, more: object = {}) => ({ filename, status: "modified", changes: 3, ...more });
const run = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  head_sha: sha,
  external_id: null,
  conclusion: "success",
  app: { id: 7, slug: "signalbox" },
  ...more,
});
const place = { host: "github.com", repositoryId: "R_demo", headSha: sha };
const ours = (shows: string, at = place) => signCheck(keys, { ...at, issueId: "I_60", shows });

const asking: EvidenceRequest = {
  issueId: "I_60",
  pullRequest: 34,
  task: { owner: "acme", repo: "demo", number: 12 },
  text: "",
  writer: "U_alice",
  isTrusted: async ({ login }) => login === "bob",
};
const read = (request: Partial<EvidenceRequest> = {}) => {
  const { client, clock } = world();
  tokens();
  const ownRuns = createOwnRuns(clock);
  return createReadEvidence({ client, ourselves, ownRuns, clock })(repository, { ...asking, ...request });
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
  test("evidence is read over REST if GraphQL shows only the review threads", async () => {
    rest([[file("src/a.ts"), file("src/b.ts", { status: "removed" })]], [run(1, "npm test")]);
    threads(true, false);
    expect(await read()).toEqual({
      readAt: expect.any(Number),
      pullRequest: {
        number: 34,
        headSha: sha,
        headRef: "part-12",
        baseRef: "main",
        state: "open",
        isDraft: false,
        isFork: false,
        hasConflicts: false,
        mergeState: "unknown",
        hasAllFiles: true,
        unresolvedThreads: 1,
        author: "alice",
        headRepository: "acme/demo",
        named: ["acme/demo#12", "acme/web#5"],
        files: [
          { path: "src/a.ts", isRemoved: false, lines: 3 },
          { path: "src/b.ts", isRemoved: true, lines: 3 },
        ],
      },
      candidates: [],
      checkRuns: [{ name: "npm test", headSha: sha, conclusion: "success", app: 7 }],
      ownCheck: undefined,
    });
  });

  test("N29 while GitHub works out whether a pull request merges, its conflicts are unknown; it is asked once more at the end", async () => {
    const files = [file("src/a.ts"), file("src/b.ts")];
    const unknown = { ...pull, mergeable: null, mergeable_state: "unknown" };
    rest([files], [], unknown);
    threads();
    get("/pulls/34", unknown);
    expect((await read()).pullRequest).toMatchObject({ hasConflicts: undefined, mergeState: "unknown" });

    rest([files], [], unknown);
    threads();
    get("/pulls/34", { ...pull, mergeable: false, mergeable_state: "dirty" });
    expect((await read()).pullRequest).toMatchObject({ hasConflicts: true, mergeState: "blocked" });
  });

  test("N29 a pull request that is not open is requested once: nothing is worked out for it", async () => {
    rest([[file("a"), file("b")]], [], { ...pull, state: "closed", merged: true, mergeable: null });
    threads();
    expect((await read()).pullRequest).toMatchObject({ state: "merged", hasConflicts: false });
  });

  test("of the merge of what was accepted neither files nor checks are read", async () => {
    rest([[file("src/a.ts"), file("src/b.ts")]], [run(1, "npm test")]);
    threads();
    const accepted = await read();
    threads();
    get("/pulls/34", { ...pull, merged: true, state: "closed" });
    const merged = await read({ accepted });
    expect(merged).toMatchObject({
      pullRequest: { state: "merged", files: accepted.pullRequest?.files },
      checkRuns: [{ name: "npm test" }],
    });
  });

  test("nothing is asked for if the pass itself read that the accepted commit was merged", async () => {
    rest([[file("src/a.ts"), file("src/b.ts")]], [run(1, "npm test")]);
    threads();
    const accepted = await read();
    const { client, clock } = world();
    const reading = createReadEvidence({ client, ourselves, ownRuns: createOwnRuns(clock), clock });
    const merged = { headSha: sha, baseRef: "main" };
    expect(await reading(repository, { ...asking, accepted, merged })).toMatchObject({
      pullRequest: { state: "merged", files: accepted.pullRequest?.files },
      checkRuns: [{ name: "npm test" }],
    });
    threads();
    get("/pulls/34", { ...pull, merged: true, state: "closed" });
    const later = { ...merged, headSha: "f".repeat(40) };
    expect((await read({ accepted, merged: later })).pullRequest?.state).toBe("merged");
  });

  test("of what was accepted the files are not read again, unless GitHub counts others", async () => {
    rest([[file("src/a.ts"), file("src/b.ts")]]);
    threads();
    const accepted = await read();
    get("/pulls/34", pull);
    get(`/commits/${sha}/check-runs`, { total_count: 0, check_runs: [] });
    threads();
    expect((await read({ accepted })).pullRequest?.files).toHaveLength(2);

    rest([[file("src/a.ts"), file("src/b.ts"), file("src/c.ts")]], [], { ...pull, changed_files: 3 });
    threads();
    expect((await read({ accepted })).pullRequest?.files).toHaveLength(3);
  });

  test("a merge of another commit, or into another branch, is read in full", async () => {
    rest([[file("src/a.ts"), file("src/b.ts")]]);
    threads();
    const accepted = await read();
    const elsewhere = { ...pull, merged: true, state: "closed", base: { ...pull.base, ref: "next" } };
    rest([[file("src/a.ts"), file("src/b.ts")]], [], elsewhere);
    threads();
    expect((await read({ accepted })).pullRequest).toMatchObject({ state: "merged", baseRef: "next" });
  });

  test("K05 evidence has every page of 350 files, and both names of a renamed one", async () => {
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

  test("K05 evidence reports missing files if GitHub counts more than it lists", async () => {
    rest([[file("src/a.ts")]], [], { ...pull, changed_files: 3_001 });
    threads();
    expect((await read()).pullRequest?.hasAllFiles).toBe(false);
  });

  test("K05 a fork is recognised, even a deleted one", async () => {
    const head = { ...pull.head, repo: null };
    rest([[file("a"), file("b")]], [], { ...pull, head });
    threads();
    expect((await read()).pullRequest?.isFork).toBe(true);
  });

  test("K04 only a check of our name that we signed for this commit counts as ours", async () => {
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
    expect(found.checkRuns).toEqual([{ name: "other", headSha: sha, conclusion: undefined, app: 7 }]);
  });

  test.each(["success", "neutral", "failure"])(
    "AG52 the check about locks is no evidence, whatever it says (%s)",
    async (conclusion) => {
      rest([[file("a"), file("b")]], [run(9, "signalbox/locks", { conclusion }), run(8, "other")]);
      threads();
      expect((await read()).checkRuns.map(({ name }) => name)).toEqual(["other"]);
    },
  );

  test.each([
    ["made by another App, which copied what we signed", { app: { id: 8, slug: "copycat" } }],
    ["of no App", { app: null }],
  ])("N04 a check is not taken for ours if it is %s", async (_, more) => {
    const invariants = signCheck(keys, { ...place, issueId: "invariants", shows: "success" });
    const checks = [
      run(9, "signalbox/handover", { external_id: ours("success.shown"), ...more }),
      run(8, "signalbox/invariants", { external_id: invariants, ...more }),
    ];
    rest([[file("a"), file("b")]], checks);
    threads();
    const found = await read();
    expect(found.ownCheck).toBeUndefined();
    expect(found.checkRuns.map(({ app }) => app)).not.toContain("signalbox");
  });

  test("N04 a workflow's token recognises its check by its bot, and detects a conclusion changed by another workflow", async () => {
    const { client, clock } = world();
    tokens();
    const token = { ...ourselves, app: { botLogin: "github-actions[bot]" } };
    const reading = createReadEvidence({ client, ourselves: token, ownRuns: createOwnRuns(clock), clock });
    const mine = { external_id: ours("success.shown"), app: { id: 15_368, slug: "github-actions" } };
    for (const conclusion of ["success", "failure"]) {
      rest([[file("a"), file("b")]], [run(9, "signalbox/handover", { ...mine, conclusion })]);
      threads();
      const shows = conclusion === "success" ? "success.shown" : undefined;
      expect((await reading(repository, asking)).ownCheck).toEqual({ headSha: sha, shows });
    }
  });

  test("K04 evidence names the maker of each check run, and marks those with the findings of verify", async () => {
    const result = "e".repeat(64);
    const mark = verifyMark("signalbox/invariants", { holds: true, result });
    const mine = {
      external_id: signCheck(keys, { ...place, ...mark }),
      app: { id: 7 },
      conclusion: "neutral",
    };
    rest(
      [[file("a"), file("b")]],
      [
        run(9, "signalbox/invariants", mine),
        run(8, "signalbox/invariants", { ...mine, conclusion: "success" }),
        run(5, "signalbox/verified: npm test", mine),
        run(7, "lint", { app: { id: 15_368 } }),
        run(6, "lint", { app: null }),
      ],
    );
    threads();
    const { checkRuns } = await read();
    expect(checkRuns.map(({ app }) => app)).toEqual(["signalbox", 7, 7, 15_368, undefined]);
    expect(checkRuns.map(({ verify }) => verify).filter((found) => found !== undefined)).toEqual([
      { holds: true, result },
    ]);
  });

  test("evidence is requested without a merge queue if the host knows none", async () => {
    const asked: string[] = [];
    const node = (more: object = {}) => ({
      node: { pullRequest: { reviewThreads: { pageInfo: { hasNextPage: false }, nodes: [] }, ...more } },
    });
    const { client, clock } = world();
    tokens();
    const reading = createReadEvidence({ client, ourselves, ownRuns: createOwnRuns(clock), clock });
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

  const reviewShown = (shown: object) =>
    graphql(() => ({
      data: {
        node: {
          pullRequest: { reviewThreads: { pageInfo: { hasNextPage: false }, nodes: [] }, ...shown },
        },
      },
    }));
  /** In the queue, behind these. */
  const inQueue = (headCommit: { readonly oid: string } | null, ahead: readonly number[]) => {
    const nodes = [...ahead, 34, 35].map((number, index) => ({
      position: index + 1,
      pullRequest: { number },
    }));
    const position = ahead.length + 1;
    return {
      isMergeQueueEnabled: true,
      mergeQueueEntry: {
        position,
        enqueuedAt: "2026-11-21T02:00:00Z",
        headCommit,
        mergeQueue: { entries: { nodes } },
      },
      queueRemovals: { nodes: [] },
    };
  };

  test("evidence has our check on the commit that a merge queue tests, and whose review CODEOWNERS asks for", async () => {
    const queued = "d".repeat(40);
    rest([[file("src/a.ts"), file("b")]]);
    graphql(() => ({
      data: {
        node: {
          owners0: null,
          owners1: { text: "/src/ @maria\n" },
          pullRequest: {
            ...inQueue({ oid: queued }, [33]),
            reviewThreads: { pageInfo: { hasNextPage: false }, nodes: [] },
          },
        },
      },
    }));
    const signed = ours("shown", { ...place, headSha: queued });
    const check = run(7, "signalbox/handover", { head_sha: queued, external_id: signed });
    get(`/commits/${queued}/check-runs`, { total_count: 1, check_runs: [check] });
    const found = await read();
    const ownCheck = { headSha: queued, shows: "shown" };
    expect(found.queued).toEqual({ headSha: queued, ownCheck, ahead: [33], behind: [35] });
    expect(found.pullRequest?.codeOwners).toEqual(["@maria"]);
    expect(found.pullRequest?.queue).toEqual({ isIn: true, since: Date.parse("2026-11-21T02:00:00Z") });
  });

  test("evidence has the commit of a merge queue's branch while the queue's entry does not show it", async () => {
    const queued = "d".repeat(40);
    rest([[file("a"), file("b")]]);
    reviewShown(inQueue(null, []));
    const ref = `refs/heads/gh-readonly-queue/main/pr-34-${"e".repeat(40)}`;
    get("/git/matching-refs/heads/gh-readonly-queue/main/pr-34-", [{ ref, object: { sha: queued } }]);
    get(`/commits/${queued}/check-runs`, { total_count: 0, check_runs: [] });
    expect((await read()).queued).toEqual({ headSha: queued, ownCheck: undefined, ahead: [], behind: [35] });
  });

  test("evidence has no commit of a merge queue before GitHub has made one", async () => {
    rest([[file("a"), file("b")]]);
    reviewShown(inQueue(null, []));
    get("/git/matching-refs/heads/gh-readonly-queue/main/pr-34-", []);
    const found = await read();
    expect(found.queued).toBeUndefined();
    expect(found.pullRequest?.queue).toEqual({ isIn: true, since: Date.parse("2026-11-21T02:00:00Z") });
  });

  test.each([
    [{ isMergeQueueEnabled: false, mergeQueueEntry: null, queueRemovals: { nodes: [] } }, undefined],
    [{ isMergeQueueEnabled: true, mergeQueueEntry: null, queueRemovals: { nodes: [] } }, { isIn: false }],
    [
      {
        isMergeQueueEnabled: true,
        mergeQueueEntry: null,
        queueRemovals: { nodes: [{ createdAt: "2026-11-20T10:00:00Z", reason: "CI_FAILURE" }] },
      },
      { isIn: false, removal: { at: Date.parse("2026-11-20T10:00:00Z"), reason: "CI_FAILURE" } },
    ],
  ])("evidence has how a pull request stands with the merge queue: %j", async (shown, queue) => {
    rest([[file("a"), file("b")]]);
    reviewShown(shown);
    expect((await read()).pullRequest?.queue).toEqual(queue);
  });

  test("C18 evidence has no review threads if GitHub does not show them", async () => {
    rest([[file("a"), file("b")]]);
    graphql(() => ({ data: { node: null }, errors: [{ message: "Not for you.", type: "FORBIDDEN" }] }));
    expect((await read()).pullRequest?.unresolvedThreads).toBeUndefined();
  });

  test("evidence is empty if no pull request has the number", async () => {
    graphql(() => ({
      data: { node: { pullRequest: null } },
      errors: [{ message: "Could not resolve to a PullRequest.", type: "NOT_FOUND" }],
    }));
    nock(origin).get(`${root}/pulls/34`).reply(404, { message: "Not Found" });
    expect(await read()).toMatchObject({ pullRequest: undefined, candidates: [] });
  });

  test("evidence is not made up if GitHub fails", async () => {
    graphql(() => ({ data: { node: null }, errors: [{ message: "Not for you.", type: "FORBIDDEN" }] }));
    nock(origin).get(`${root}/pulls/34`).reply(403, { message: "Resource not accessible by integration" });
    await expect(read()).rejects.toThrow(RequestFailed);
  });
});

describe("the pull request of a handover that names none", () => {
  const here = { node_id: "R_demo", owner: { node_id: "O_acme" } };
  const user = (name: string) => ({ node_id: `U_${name}`, login: name });
  const forkOf = (name: string) => ({ node_id: `R_${name}`, owner: { node_id: `U_${name}` } });
  interface Pull {
    readonly number: number;
    readonly head?: { readonly ref?: string; readonly sha?: string; readonly repo?: object | null };
    readonly [more: string]: unknown;
  }
  const pageOf = (pulls: readonly Pull[]) =>
    pulls.map(({ head, ...each }) => ({
      state: "open",
      merged_at: null,
      body: null,
      user: user("alice"),
      head: { ref: "main", sha: "c".repeat(40), repo: here, ...head },
      ...each,
    }));
  const asked = { state: "all", sort: "updated", direction: "desc", per_page: 100 };
  const listed = (...pulls: readonly Pull[]) => get("/pulls", pageOf(pulls), { ...asked, page: 1 });
  const found = () => {
    rest([[file("a"), file("b")]]);
    threads();
  };
  const closing = { body: "Closes #12" };
  const theirs = (name: string, more: object = {}) => ({
    user: user(name),
    head: { repo: forkOf(name), ...more },
    ...closing,
  });

  test.each([
    [
      "its head commit, which the text names",
      { text: `At ${sha.toUpperCase()}.` },
      { head: { ref: "x", sha } },
    ],
    ["the task that it closes, by its full name", {}, { body: "fixes Acme/demo#12" }],
    ["the task that it closes, by its address", {}, { body: "fix https://x.test/acme/demo/issues/12" }],
    ["the task that it closes", {}, { body: "It works.\n\nFixes: #12." }],
    ["its branch", {}, { head: { ref: "alice/12-login", sha: "c".repeat(40) } }],
    ["its branch, called after the task", {}, { head: { ref: "task-12", sha: "c".repeat(40) } }],
  ])("a handover's pull request is found by %s", async (_, request, fitting) => {
    listed({ number: 33, body: "Closes #123", head: { ref: "v1.12" } }, { number: 34, ...fitting });
    found();
    expect((await read({ pullRequest: undefined, ...request })).pullRequest?.number).toBe(34);
  });

  test("a handover that several pull requests fit has none, and all are named", async () => {
    listed({ number: 34, body: "closes #12" }, { number: 35, body: "Resolves #12" });
    expect(await read({ pullRequest: undefined })).toMatchObject({
      pullRequest: undefined,
      candidates: [34, 35],
    });
  });

  test("a pull request that was given up does not count if another fits, while a merged one still does", async () => {
    const dropped = { number: 33, body: "Closes #12", state: "closed" };
    listed(dropped, { number: 34, body: "Closes #12" });
    found();
    expect((await read({ pullRequest: undefined })).pullRequest?.number).toBe(34);
    listed({ ...dropped, merged_at: "2026-01-01T00:00:00Z" }, { number: 34, body: "Closes #12" });
    expect((await read({ pullRequest: undefined })).candidates).toEqual([33, 34]);
  });

  test.each([
    ["only mentions the task", { body: "See #12" }],
    ["closes it in a quote", { body: "> Closes #12" }],
    ["closes it in code", { body: "`Closes #12`" }],
    ["closes the same number elsewhere", { body: "Closes acme/web#12" }],
  ])("a pull request is not the handover's if it %s", async (_, more) => {
    listed({ number: 35, ...more });
    expect(await read({ pullRequest: undefined })).toMatchObject({ pullRequest: undefined, candidates: [] });
  });

  test("a pull request that closes the same number here is not the one of a task in another repository", async () => {
    const task = { owner: "acme", repo: "web", number: 12 };
    listed({ number: 33, ...closing, head: { ref: "task-12" } }, { number: 34, body: "Closes acme/web#12" });
    found();
    expect((await read({ pullRequest: undefined, task })).pullRequest?.number).toBe(34);
  });

  test.each([
    ["closes the task from a fork", theirs("mallory"), ""],
    ["has the commit that the text names, in a fork", theirs("mallory", { sha }), sha],
    ["is named after the task, in a fork", theirs("mallory", { ref: "task-12" }), ""],
    [
      "is proposed by a trusted user from another user's fork",
      { ...theirs("mallory"), user: user("bob") },
      "",
    ],
    ["came from a fork that was deleted", { ...closing, head: { repo: null } }, ""],
    [
      "is said to close the task by a user without write access, from a branch of the repository",
      { ...closing, user: user("mallory") },
      "",
    ],
    ["was opened by a deleted account", { ...closing, user: null }, ""],
  ])("N01 a pull request that %s is not chosen and makes none ambiguous", async (_, foreign, text) => {
    const request = { pullRequest: undefined, text };
    const other = { number: 33, ...foreign };
    listed(other);
    expect(await read(request)).toMatchObject({ pullRequest: undefined, candidates: [] });
    listed(other, { number: 34, ...closing, head: text === "" ? {} : { sha } });
    found();
    expect((await read(request)).pullRequest?.number).toBe(34);
  });

  test.each([
    ["a trusted user's own fork", theirs("bob")],
    ["the fork of the handover's author", theirs("alice")],
    [
      "a branch of the repository named after the task, proposed by any user",
      { user: user("mallory"), head: { ref: "task-12" } },
    ],
  ])("N01 a handover's pull request may come from %s", async (_, fitting) => {
    listed({ number: 34, ...fitting });
    found();
    expect((await read({ pullRequest: undefined })).pullRequest?.number).toBe(34);
  });

  test("N01 a pull request is found behind a page of other users' pull requests without looking up all their roles", async () => {
    const flood = Array.from({ length: 100 }, (_, at) => ({ number: 100 + at, ...theirs(`sock${at}`) }));
    const isTrusted = vi.fn<EvidenceRequest["isTrusted"]>(async () => false);
    get("/pulls", pageOf(flood), { ...asked, page: 1 });
    get("/pulls", pageOf([{ number: 34, ...closing }]), { ...asked, page: 2 });
    found();
    expect((await read({ pullRequest: undefined, isTrusted })).pullRequest?.number).toBe(34);
    expect(isTrusted).toHaveBeenCalledTimes(20);
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
    id: 1,
    issueId: "I_60",
    repositoryId: "R_demo",
    key: "check",
    slot: { type: "check" },
    effect,
    reason: { rule: "show-check", because: "" },
    attempts: 0,
    sentAt: undefined,
  };
  const checkWriter = () => {
    const { client, budget, clock } = world();
    tokens();
    const locationOf = createRecentLocations(client, clock);
    const ownRuns = createOwnRuns(clock);
    const write = (changes: Partial<QueuedEffect> = {}) =>
      writeCheck(
        { client, budget, ourselves, ownRuns, locationOf },
        installationId,
        { ...queued, ...changes },
        effect,
      );
    const evidence = () => createReadEvidence({ client, ourselves, ownRuns, clock })(repository, asking);
    return { write, evidence, clock };
  };
  const write = () => checkWriter().write();
  const locationAsked = () => graphql(() => ({ data: { node: { name: "demo", owner: { login: "acme" } } } }));
  const foundHere = (...runs: readonly object[]) =>
    get(
      `/commits/${sha}/check-runs`,
      { check_runs: runs },
      { check_name: "signalbox/handover", page: 1, per_page: 100 },
    );
  const found = (...runs: readonly object[]) => {
    locationAsked();
    foundHere(...runs);
  };
  const done = { id: 1, ok: true, receipt: expect.anything() };

  test("our check run is created on its commit, with its content, its notes and its button", async () => {
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

  test("a check run of ours that exists already is changed in place", async () => {
    found(run(10, "signalbox/handover", { external_id: ours("old") }));
    nock(origin)
      .patch(`${root}/check-runs/10`, ({ conclusion }) => conclusion === "failure")
      .reply(200, {});
    expect(await write()).toEqual(done);
  });

  test("K08 a check run about other work is replaced: a page that was open accepts nothing else by its button", async () => {
    const external_id = ours(`failure.k3v9.${"a".repeat(64)}`);
    found(run(10, "signalbox/handover", { external_id, conclusion: "failure" }));
    nock(origin).post(`${root}/check-runs`).reply(201, { id: 11 });
    expect(await write()).toEqual(done);
  });

  test("the name of a check run is well below what GitHub is known to keep", () => {
    const issueId = `I_${"k".repeat(30)}`;
    const shows = `action_required.${"f".repeat(16)}.${"a".repeat(64)}`;
    expect(signCheck(keys, { ...place, issueId, shows }).length).toBeLessThan(220);
  });

  test("N04 our check run is created next to another App's, which copied what we signed", async () => {
    found(run(10, "signalbox/handover", { external_id: ours("new"), app: { id: 8, slug: "copycat" } }));
    nock(origin).post(`${root}/check-runs`).reply(201, { id: 11 });
    expect(await write()).toEqual(done);
  });

  test("our check run is not written twice", async () => {
    found(run(10, "signalbox/handover", { external_id: ours("new") }));
    expect(await write()).toEqual(done);
  });

  test("a check run is not listed again just after the evidence was read, and is looked up after each write", async () => {
    const { write, evidence, clock } = checkWriter();
    rest([[file("a"), file("b")]], [run(10, "signalbox/handover", { external_id: ours("old") })]);
    threads();
    await evidence();
    locationAsked();
    nock(origin).patch(`${root}/check-runs/10`).reply(200, {});
    clock.jump(1_000);
    expect(await write()).toEqual(done);
    foundHere(run(10, "signalbox/handover", { external_id: ours("new") }));
    expect(await write()).toEqual(done);
  });

  test("a check run is looked up if it may have been sent before, or the evidence is a minute old", async () => {
    for (const [sentAt, ageMs] of [
      [1, 1_000],
      [undefined, 60_000],
    ] as const) {
      const { write, evidence, clock } = checkWriter();
      rest([[file("a"), file("b")]]);
      threads();
      await evidence();
      clock.jump(ageMs);
      found(run(10, "signalbox/handover", { external_id: ours("new") }));
      expect(await write({ sentAt })).toEqual(done);
    }
  });

  test("C15 a check run that GitHub refuses is not tried again", async () => {
    found();
    nock(origin).post(`${root}/check-runs`).reply(422, { message: "No commit found for SHA" });
    expect(await write()).toMatchObject({ ok: false, failure: { type: "refused" } });
  });
});

interface Answers {
  readonly merged: boolean;
  /** The repository's settings about merging. */
  readonly ways: object;
  /** Registers what GitHub answers to GraphQL. */
  readonly answer: () => void;
}

const queuePlace = (isInMergeQueue: boolean) => graphql(() => ({ data: { node: { isInMergeQueue } } }));

describe("a pull request that is merged", () => {
  const at = (
    type: MergeEffect["type"],
    { merged = false, ways = {}, answer = () => {} }: Partial<Answers> = {},
  ) => {
    const effect = { type, number: 34, headSha: sha } as const;
    const queued: QueuedEffect = {
      id: 1,
      issueId: "I_60",
      repositoryId: "R_demo",
      key: "merge",
      slot: { type: "merge" },
      effect,
      reason: { rule: "merge-accepted", because: "" },
      attempts: 0,
      sentAt: undefined,
    };
    const { client, budget, clock } = world();
    tokens();
    graphql(() => ({ data: { node: { name: "demo", owner: { login: "acme" } } } }));
    answer();
    get("/pulls/34", { node_id: "PR_34", merged, base: { repo: ways } });
    return writePull({ client, budget, clock, random: () => 0 }, installationId, queued, effect);
  };

  test("a pull request is merged at exactly the commit that was accepted", async () => {
    nock(origin).put(`${root}/pulls/34/merge`, { sha, merge_method: "merge" }).reply(200, { merged: true });
    expect(await at("MergePullRequest")).toMatchObject({ ok: true });
  });

  test.each([
    [{ allow_merge_commit: false }, "squash"],
    [{ allow_merge_commit: false, allow_squash_merge: true }, "squash"],
    [{ allow_merge_commit: false, allow_squash_merge: false }, "rebase"],
  ])("a pull request is merged as the repository allows: %o by %s", async (ways, merge_method) => {
    nock(origin).put(`${root}/pulls/34/merge`, { sha, merge_method }).reply(200, { merged: true });
    expect(await at("MergePullRequest", { ways })).toMatchObject({ ok: true });
  });

  test.each(["Base branch was modified. Review and try the merge again.", "Pull Request is not mergeable"])(
    "a merge may be refused for a moment: %s",
    async (message) => {
      nock(origin).put(`${root}/pulls/34/merge`).reply(405, { message });
      const failure = { type: "refused", mayPass: true };
      expect(await at("MergePullRequest")).toMatchObject({ ok: false, failure });
    },
  );

  test("a merge is refused if a rule is not met", async () => {
    nock(origin).put(`${root}/pulls/34/merge`).reply(405, { message: "A review is required." });
    expect(await at("MergePullRequest")).toMatchObject({ ok: false, failure: { type: "refused" } });
    nock(origin).put(`${root}/pulls/34/merge`).reply(405, { message: "A review is required." });
    expect(await at("MergePullRequest")).not.toHaveProperty("failure.mayPass");
  });

  test("a pull request is not merged twice", async () => {
    expect(await at("MergePullRequest", { merged: true })).toMatchObject({ ok: true });
  });

  test("K03 a pull request whose head moved is left alone", async () => {
    nock(origin).put(`${root}/pulls/34/merge`).reply(409, { message: "Head branch was modified." });
    expect(await at("MergePullRequest")).toMatchObject({ ok: false, failure: { type: "refused" } });
  });

  test("A5 a pull request is added to the merge queue at exactly the commit that was accepted", async () => {
    const sent: unknown[] = [];
    const answer = () => {
      queuePlace(false);
      graphql(({ query, variables }) => {
        sent.push(query.includes("enqueuePullRequest"), variables);
        return { data: { enqueuePullRequest: { mergeQueueEntry: { id: "MQE_1" } } } };
      });
    };
    expect(await at("EnqueuePullRequest", { answer })).toMatchObject({ ok: true });
    expect(sent).toMatchObject([true, { id: "PR_34", head: sha }]);
  });

  test("A5 a pull request that is in the merge queue is not added again: that would restart what is behind it", async () => {
    const answer = () => queuePlace(true);
    expect(await at("EnqueuePullRequest", { answer })).toMatchObject({ ok: true });
  });

  test("A5 a merge queue that refuses a pull request says why", async () => {
    const message = "Pull request Required workflow 'Validate' is not satisfied";
    const errors = [{ type: "UNPROCESSABLE", path: ["enqueuePullRequest"], message }];
    const answer = () => {
      queuePlace(false);
      graphql(() => ({ data: { enqueuePullRequest: null }, errors }));
    };
    const failure = { type: "refused", message };
    expect(await at("EnqueuePullRequest", { answer })).toMatchObject({ ok: false, failure });
  });

  test("a pull request is brought up to date from the known commit", async () => {
    nock(origin).put(`${root}/pulls/34/update-branch`, { expected_head_sha: sha }).reply(202, {});
    expect(await at("UpdateBranch")).toMatchObject({ ok: true });
  });
});
