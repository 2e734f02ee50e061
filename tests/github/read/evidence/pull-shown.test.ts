/** A pull request, its files and its reviews are read in one request; REST is asked for what that did not show. */
import { describe, expect, test } from "vitest";
import type { RepositorySeen } from "../../../../src/engine/model/fact.ts";
import { createOwnRuns } from "../../../../src/github/read/evidence/own-runs.ts";
import { createReadEvidence } from "../../../../src/github/read/evidence/read-evidence.ts";
import type { Evidence } from "../../../../src/handover/evidence.ts";
import { interceptRequests, nock } from "../../interceptor.ts";
import { graphql, installationId, origin, ourselves, tokens, world } from "../../world.ts";

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
const file = (path: string, changeType = "MODIFIED") => ({ path, additions: 2, deletions: 1, changeType });
const shown = {
  number: 34,
  state: "OPEN",
  title: "Part of #12",
  body: "See acme/web#5.",
  isDraft: false,
  mergeable: "MERGEABLE",
  mergeStateStatus: "UNSTABLE",
  changedFiles: 2,
  author: { __typename: "User", login: "alice" },
  headRefOid: sha,
  headRefName: "part-12",
  baseRefName: "main",
  headRepository: { id: "R_demo", nameWithOwner: "acme/demo", owner: { id: "O_acme", login: "acme" } },
  baseRepository: { id: "R_demo", defaultBranchRef: { name: "main" } },
  files: { nodes: [file("src/a.ts"), file("src/b.ts", "DELETED")] },
  reviewDecision: "APPROVED",
  reviewThreads: { pageInfo: { hasNextPage: false }, nodes: [{ isResolved: false }] },
};
const overRest = {
  number: 34,
  state: "open",
  merged: false,
  mergeable: true,
  mergeable_state: "clean",
  changed_files: 2,
  head: { sha, ref: "part-12", repo: { node_id: "R_demo", full_name: "acme/demo" } },
  base: { ref: "main", repo: { node_id: "R_demo" } },
};

const shows = (more: object = {}) =>
  graphql(() => ({ data: { node: { pullRequest: { ...shown, ...more } } } }));
const get = (path: string, answer: object) =>
  nock(origin).get(`${root}${path}`).query(true).reply(200, answer);
const runs = () => get(`/commits/${sha}/check-runs`, { total_count: 0, check_runs: [] });
const reader = () => {
  const { client, clock } = world();
  tokens();
  const read = createReadEvidence({ client, ourselves, ownRuns: createOwnRuns(clock), clock });
  return (accepted?: Evidence): Promise<Evidence> =>
    read(repository, {
      issueId: "I_60",
      pullRequest: 34,
      task: { owner: "acme", repo: "demo", number: 12 },
      text: "",
      writer: "U_alice",
      isTrusted: async ({ login }) => login === "bob",
      ...(accepted && { accepted }),
    });
};

describe("the evidence of a handover", () => {
  test("evidence is read in two requests: the pull request with its files and reviews, and the check runs", async () => {
    shows();
    runs();
    expect((await reader()()).pullRequest).toEqual({
      number: 34,
      headSha: sha,
      headRef: "part-12",
      baseRef: "main",
      defaultBranch: "main",
      state: "open",
      isDraft: false,
      isFork: false,
      hasConflicts: false,
      mergeState: "unstable",
      hasAllFiles: true,
      unresolvedThreads: 1,
      reviewDecision: "approved",
      author: "alice",
      headRepository: "acme/demo",
      named: ["acme/demo#12", "acme/web#5"],
      files: [
        { path: "src/a.ts", isRemoved: false, lines: 3 },
        { path: "src/b.ts", isRemoved: true, lines: 3 },
      ],
    });
  });

  test.each([
    ["renamed, as both names are needed", { files: { nodes: [file("new.ts", "RENAMED"), file("b.ts")] } }],
    ["left out", { changedFiles: 2, files: { nodes: [file("b.ts")] } }],
    ["not shown at all", { files: null }],
  ])("K05 files are read over REST if one of them is %s", async (_, more) => {
    shows(more);
    get("/pulls/34/files", [
      { filename: "new.ts", previous_filename: "old.ts", status: "renamed", changes: 0 },
      { filename: "b.ts", status: "modified", changes: 3 },
    ]);
    runs();
    expect((await reader()()).pullRequest).toMatchObject({
      files: [{ path: "new.ts", previousPath: "old.ts" }, { path: "b.ts" }],
      hasAllFiles: true,
    });
  });

  test("N29 REST is asked whether it can be merged while GraphQL does not know, and starts the computation", async () => {
    shows({ mergeable: "UNKNOWN", mergeStateStatus: "UNKNOWN" });
    runs();
    get("/pulls/34", { ...overRest, mergeable: false, mergeable_state: "dirty" });
    expect((await reader()()).pullRequest).toMatchObject({ hasConflicts: true, mergeState: "blocked" });
  });

  test("conflicts are read without REST", async () => {
    shows({ mergeable: "CONFLICTING", mergeStateStatus: "DIRTY" });
    runs();
    expect((await reader()()).pullRequest).toMatchObject({ hasConflicts: true, mergeState: "blocked" });
  });

  test("an App's pull request has its author's name as REST gives it", async () => {
    shows({ author: { __typename: "Bot", login: "dependabot" } });
    runs();
    expect((await reader()()).pullRequest?.author).toBe("dependabot[bot]");
  });

  test.each([
    ["of a trusted user", { id: "U_bob", login: "bob" }, false],
    ["of another user", { id: "U_eve", login: "eve" }, true],
    ["that was deleted", undefined, true],
  ])("K05 a fork %s is recognised", async (_, owner, isOfStranger) => {
    shows({ headRepository: owner ? { id: "R_fork", nameWithOwner: `${owner.login}/demo`, owner } : null });
    runs();
    expect((await reader()()).pullRequest).toMatchObject({ isFork: true, isOfStranger });
  });

  test("the merge of what was accepted is read in one request", async () => {
    shows();
    runs();
    const read = reader();
    const accepted = await read();
    shows({ state: "MERGED", mergeable: "UNKNOWN" });
    expect((await read(accepted)).pullRequest).toMatchObject({
      state: "merged",
      files: accepted.pullRequest?.files,
    });
  });

  test("a host that does not know a field is asked without the pull request, and REST for that", async () => {
    const asked: string[] = [];
    const refusal = "Field 'mergeStateStatus' doesn't exist on type 'PullRequest'";
    const { reviewThreads } = shown;
    const read = reader();
    for (const answer of [
      { errors: [{ message: refusal }] },
      ...[1, 2].map(() => ({ data: { node: { pullRequest: { reviewThreads } } } })),
    ])
      graphql(({ query }) => {
        asked.push(query.includes("mergeStateStatus") ? "with" : "without");
        return answer;
      });
    for (const _ of [1, 2]) {
      get("/pulls/34", overRest);
      get("/pulls/34/files", []);
      runs();
      expect((await read()).pullRequest).toMatchObject({ mergeState: "clean", unresolvedThreads: 1 });
    }
    expect(asked).toEqual(["with", "without", "without"]);
  });
});
