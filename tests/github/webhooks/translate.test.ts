/**
 * Normalised payloads. Understanding each event matters less than never understanding an event's body under
 * another event's name.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { translate } from "../../../src/github/webhooks/translate.ts";
import { appId, botId, installationId } from "../world.ts";
import { ours } from "./our-app.ts";

const account = (node_id: string, type = "User") => ({ node_id, login: node_id.toLowerCase(), type, id: 1 });
const repository = {
  node_id: "R_demo",
  name: "demo",
  owner: { login: "acme" },
  private: false,
  archived: false,
};
const base = { repository, installation: { id: installationId }, sender: account("U_alice") };
const issue = { node_id: "I_12", number: 12 };
const comment = {
  node_id: "IC_1",
  body: "/answer yes",
  created_at: "2026-11-21T04:00:00Z",
  user: account("U_alice"),
};
const commented = { ...base, action: "created", issue, comment };
const repositorySeen = {
  id: "R_demo",
  owner: "acme",
  name: "demo",
  installationId,
  isPrivate: false,
  isArchived: false,
};
/** Whose acts are counted. */
const anybodys = ["issues", "issue_comment", "pull_request"];
const by = { id: "U_alice", login: "u_alice" };
const nothing = {
  refreshes: [],
  by: undefined as typeof by | undefined,
  comments: [],
  gone: [],
  moved: [],
  cut: [],
  work: [],
  labelsDeleted: false,
  filesChanged: false,
  pullsChanged: false,
  installationChanged: false,
  repository: repositorySeen,
  dropped: undefined,
  unknownIds: [],
};
const edgeMade = { type: "edge", blockedId: "I_12", blockerId: "I_40", isThere: true };
const look = (id: string, because: string) => ({ target: { id }, because });

const checkRun = {
  node_id: "CR_1",
  head_sha: "a".repeat(40),
  external_id: "",
  completed_at: "2026-11-21T04:00:00Z",
  app: { id: 15368 },
};
const checked = { ...base, action: "completed", check_run: checkRun };
const workHash = "0f".repeat(32);
const ourCheck = {
  ...checkRun,
  app: { id: appId },
  external_id: `signalbox:1 key I_60 failure.k3v9.${workHash} mac`,
};
const pressed = {
  ...base,
  action: "requested_action",
  check_run: ourCheck,
  requested_action: { identifier: "accept" },
};

const bodies: Readonly<Record<string, object>> = {
  issues: { ...base, action: "labeled", issue, label: { name: "bug" } },
  issue_comment: commented,
  issue_dependencies: {
    ...base,
    action: "blocked_by_added",
    blocked_issue: issue,
    blocking_issue: { node_id: "I_40" },
    blocking_issue_repo: { node_id: "R_demo" },
  },
  sub_issues: {
    ...base,
    action: "sub_issue_added",
    parent_issue: issue,
    sub_issue: { node_id: "I_41" },
    sub_issue_repo: { node_id: "R_other" },
  },
  label: { ...base, action: "deleted", label: { name: "status:ready" } },
  push: { ...base, ref: "refs/heads/main", repository: { ...base.repository, default_branch: "main" } },
  pull_request: { ...base, action: "synchronize", number: 34, pull_request: { number: 34 } },
  pull_request_review: { ...base, action: "submitted", pull_request: { number: 34 }, review: { id: 1 } },
  pull_request_review_thread: {
    ...base,
    action: "resolved",
    pull_request: { number: 34 },
    thread: { id: 1 },
  },
  check_run: checked,
  merge_group: {
    ...base,
    action: "checks_requested",
    merge_group: { head_ref: `refs/heads/gh-readonly-queue/main/pr-34-${"b".repeat(40)}` },
  },
  repository: { ...base, action: "renamed", changes: {} },
  installation: { action: "created", installation: { id: 71, app_id: appId }, sender: account("U_alice") },
  installation_repositories: {
    action: "added",
    installation: { id: installationId, app_id: appId },
    repositories_added: [],
    repositories_removed: [],
  },
};

describe("translate", () => {
  test.each([
    ["issues", { refreshes: [look("I_12", "issues.labeled")] }],
    [
      "issue_dependencies",
      {
        refreshes: [
          { ...look("I_12", "issue_dependencies.blocked_by_added"), news: edgeMade },
          { ...look("I_40", "issue_dependencies.blocked_by_added"), news: edgeMade },
        ],
      },
    ],
    ["sub_issues", { refreshes: [look("I_12", "sub_issues.sub_issue_added")] }],
    ["label", { labelsDeleted: true }],
    ["push", { filesChanged: true, work: [{ base: "main" }] }],
    ["pull_request", { pullsChanged: true, work: [{ pullRequest: 34 }] }],
    ["pull_request_review", { work: [{ pullRequest: 34 }] }],
    ["pull_request_review_thread", { work: [{ pullRequest: 34 }] }],
    ["check_run", { work: [{ commit: "a".repeat(40) }] }],
    ["merge_group", { work: [{ pullRequest: 34 }] }],
    ["repository", { installationChanged: true }],
    ["installation", { installationChanged: true, repository: undefined }],
    ["installation_repositories", { installationChanged: true, repository: undefined }],
  ])("%s requests the right refreshes", (event, expected) => {
    expect(translate(event, bodies[event], ours)).toEqual({
      ...nothing,
      ...(anybodys.includes(event) ? { by } : {}),
      ...expected,
    });
  });

  test("D12 a pull request that may be linked differently is read, for what it would close", () => {
    const refreshes = [{ target: { number: 34 }, because: "pull_request.closed" }];
    const body = { ...bodies.pull_request, action: "closed" };
    expect(translate("pull_request", body, ours)).toEqual({
      ...nothing,
      by,
      refreshes,
      pullsChanged: true,
      work: [{ pullRequest: 34 }],
    });
  });

  test("the text of a pull request names the issues that are read with it", () => {
    const pull_request = { number: 34, body: "Fixes #12" };
    const body = { ...bodies.pull_request, action: "opened", pull_request };
    const [refresh] = translate("pull_request", body, ours).refreshes;
    expect(refresh).toMatchObject({ target: { number: 34 }, text: { number: 34, body: "Fixes #12" } });
  });

  test("I04 a push to a branch other than the default changes no settings", () => {
    expect(translate("push", { ...bodies.push, ref: "refs/heads/pr" }, ours).filesChanged).toBe(false);
    expect(translate("push", { ...bodies.push, ref: "refs/tags/main" }, ours)).toEqual(nothing);
  });

  test("an edge that a user removed is reported, because no later read can distinguish it from one that does not show yet", () => {
    const body = { ...bodies.issue_dependencies, action: "blocked_by_removed" };
    expect(translate("issue_dependencies", body, ours).cut).toEqual([
      { blockedId: "I_12", blockerId: "I_40" },
    ]);
  });

  test("a comment as created carries its author's text, and requests a refresh", () => {
    expect(translate("issue_comment", commented, ours)).toEqual({
      ...nothing,
      by,
      refreshes: [look("I_12", "issue_comment.created")],
      comments: [
        {
          issue: { id: "I_12" },
          comment: {
            id: "IC_1",
            author: { id: "U_alice", login: "u_alice", type: "User" },
            text: "/answer yes",
            createdAt: Date.parse("2026-11-21T04:00:00Z"),
            isOnlyReported: true,
          },
        },
      ],
    });
  });

  test.each([
    ["G08 an edited comment", { ...commented, action: "edited" }],
    ["G09 a comment that another user sent", { ...commented, sender: account("U_maria") }],
    [
      "H01 our own comment",
      { ...commented, sender: account(botId, "Bot"), comment: { ...comment, user: account(botId, "Bot") } },
    ],
    ["a comment without a slash", { ...commented, comment: { ...comment, body: "and/or" } }],
    ["a comment of a deleted account", { ...commented, comment: { ...comment, user: null } }],
  ])("%s requests a refresh and commands nothing", (_title, payload) => {
    const { refreshes, comments } = translate("issue_comment", payload, ours);
    expect({ refreshes: refreshes.length, comments }).toEqual({ refreshes: 1, comments: [] });
  });

  test("K08 the button on our check is a command of the user who presses it, and names the work that the check shows", () => {
    const { comments, work } = translate("check_run", pressed, ours);
    expect(work).toEqual([{ commit: "a".repeat(40) }]);
    expect(comments).toEqual([
      {
        issue: { id: "I_60" },
        comment: {
          id: `pressed CR_1 ${Date.parse("2026-11-21T04:00:00Z")} U_alice`,
          author: { id: "U_alice", login: "u_alice", type: "User" },
          text: `/accept work:${workHash} because the button on the check was pressed`,
          createdAt: Date.parse("2026-11-21T04:00:00Z"),
        },
      },
    ]);
  });

  test.each([
    [
      "K04 a button on a check of another App",
      { ...pressed, check_run: { ...ourCheck, app: { id: 15368 } } },
    ],
    ["K08 another button", { ...pressed, requested_action: { identifier: "merge" } }],
    ["our own check as it ended", { ...pressed, action: "completed" }],
    [
      "K08 a check of ours that names no work",
      { ...pressed, check_run: { ...ourCheck, external_id: "signalbox:1 key I_60 failure.k3v9 mac" } },
    ],
    ["a check of ours about nothing", { ...pressed, check_run: { ...ourCheck, external_id: "" } }],
  ])("%s commands nothing", (_title, payload) => {
    expect(translate("check_run", payload, ours)).toMatchObject({ comments: [], dropped: undefined });
  });

  test("a comment on a pull request requests no refresh", () => {
    const payload = { ...commented, issue: { ...issue, pull_request: {} } };
    expect(translate("issue_comment", payload, ours)).toEqual({ ...nothing, by });
  });

  test.each(["deleted", "transferred"])("an issue that was %s is gone", (action) => {
    const payload = { ...base, action, issue };
    expect(translate("issues", payload, ours)).toEqual({
      ...nothing,
      by,
      gone: [{ id: "I_12", number: 12, why: action }],
    });
  });

  test("D07 a transfer is reported alike by the repository that loses the issue and by the one that gets it", () => {
    const old = issue;
    const moved = { node_id: "I_api3", number: 3 };
    const changes = { new_issue: moved, new_repository: { node_id: "R_api" } };
    const left = translate("issues", { ...base, action: "transferred", issue: old, changes }, ours);
    const was = { repositoryId: base.repository.node_id, number: 12 };
    expect(left).toMatchObject({
      gone: [],
      moved: [{ from: "I_12", was, to: "I_api3", repositoryId: "R_api" }],
    });
    const arrived = { ...base, repository: { ...base.repository, node_id: "R_api" }, issue: moved };
    const opened = {
      ...arrived,
      action: "opened",
      changes: { old_issue: old, old_repository: base.repository },
    };
    expect(translate("issues", opened, ours).moved).toEqual(left.moved);
  });

  test("a label that was only created is no reason to create labels", () => {
    expect(translate("label", { ...bodies.label, action: "created" }, ours)).toEqual(nothing);
  });

  const names = Object.keys(bodies);
  const pairs = names.flatMap((body) =>
    names.filter((event) => event !== body).map((event) => [body, event]),
  );
  test.each(pairs)("A09 the body of %s under the name %s is dropped", (body, event) => {
    const translation = translate(event, bodies[body], ours);
    expect(translation).toMatchObject({ dropped: expect.any(String), refreshes: [], comments: [], gone: [] });
    expect(translation).toMatchObject({
      installationChanged: false,
      labelsDeleted: false,
      filesChanged: false,
      pullsChanged: false,
      repository: undefined,
    });
  });

  test.each(["__proto__", "constructor", "toString", "error", "push", "x".repeat(10_000)])(
    "A10 an event named %.20s is dropped without an error",
    (event) => {
      const { dropped } = translate(event, bodies.issues, ours);
      expect(dropped?.length).toBeLessThan(200);
    },
  );

  test.each([null, 1, "x", [], {}, undefined])("A11 a payload of %j is dropped", (payload) => {
    for (const event of names) expect(translate(event, payload, ours).dropped).toEqual(expect.any(String));
  });

  test("A16 another installation's or App's delivery is dropped", () => {
    const strange = { ...commented, installation: { id: 999 } };
    expect(translate("issue_comment", strange, ours).dropped).toContain("999");
    const other = { action: "created", installation: { id: installationId, app_id: 8 } };
    expect(translate("installation", other, ours).dropped).toContain("App 8");
    const { installation: _, ...without } = commented;
    expect(translate("issue_comment", without, ours).dropped).toContain("installation");
  });

  test("translate never throws, whatever a payload contains", () => {
    const field = fc.constantFrom(...names, "issue", "comment", "repository", "action", "__proto__", "user");
    const payload = fc.dictionary(field, fc.jsonValue());
    fc.assert(
      fc.property(fc.constantFrom(...names), payload, (event, body) => {
        expect(translate(event, { ...Object(bodies[event]), ...body }, ours)).toBeDefined();
      }),
    );
  });
});
