/**
 * Exact requests of the tracker's readers: partial answers, shifting pages, conditional lists, roles, the
 * delivery log.
 */

import { describe, expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import type { ReadRequest } from "../../../src/dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import { createRoles } from "../../../src/github/identity/roles.ts";
import { createOwnRuns } from "../../../src/github/read/evidence/own-runs.ts";
import { createTracker } from "../../../src/github/read/issue-tracker.ts";
import { issuesQuery, removalEvents } from "../../../src/github/read/queries.ts";
import { sharedMarkerKeys, signBody } from "../../../src/github/write/marker.ts";
import { interceptRequests, nock } from "../interceptor.ts";
import { baseUrl, graphql, installationId, origin, ourselves, tokens, world } from "../world.ts";
import { aliceNode as alice, issueNode } from "./issue-node.ts";

interceptRequests();

function tracking() {
  const { client, clock } = world();
  const roles = createRoles(client, clock, silentLogger);
  const repositories = async () => ({ repositories: [], unlisted: [] });
  const tracker = createTracker({
    client,
    ourselves,
    roles,
    ownRuns: createOwnRuns(clock),
    clock,
    random: () => 0.5,
    repositories,
  });
  return { tracker, clock, roles };
}

const repository = {
  id: "R_demo",
  owner: "acme",
  name: "demo",
  installationId,
  isPrivate: false,
  isArchived: false,
};
const link = (number: number) => ({
  id: `I_${number}`,
  number,
  title: `Issue ${number}`,
  state: "CLOSED",
  stateReason: "COMPLETED",
  closedAt: "2026-11-21T03:00:00Z",
  repository: { id: "R_demo", name: "demo", isPrivate: false, owner: { login: "acme" } },
});
const ask = (...ids: readonly string[]): readonly ReadRequest[] =>
  ids.map((id) => ({ target: { id }, commentsSince: undefined, ownComments: [] }));
/** A page of links; those given as null are counted and not shown. */
const page = (numbers: readonly (number | null)[], totalCount: number, endCursor: string | null = null) => ({
  totalCount,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
  nodes: numbers.map((number) => (number === null ? null : link(number))),
});
const nextPage = (links: object) => graphql(() => ({ data: { issue: { links } } }));

describe("reading issues", () => {
  test("50 issues are read in one request", async () => {
    const { tracker } = tracking();
    tokens();
    const sizes: number[] = [];
    for (let i = 0; i < 2; i++)
      graphql(({ variables }) => {
        const { own: _, ...ids } = variables;
        sizes.push(Object.keys(ids).length);
        return {
          data: Object.fromEntries(
            Object.entries(ids).map(([key, id]) => [key.replace("id", "i"), issueNode(String(id))]),
          ),
        };
      });
    const facts = await tracker.readIssues(
      installationId,
      ask(...Array.from({ length: 60 }, (_, i) => `I_${i}`)),
    );
    expect(sizes.toSorted()).toEqual([10, 50]);
    expect(facts.map((fact) => fact.type === "IssueSeen" && fact.issue.id)).toEqual(
      Array.from({ length: 60 }, (_, i) => `I_${i}`),
    );
  });

  test("a hundred issues are asked for in two requests at once", async () => {
    const { tracker } = tracking();
    tokens();
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    for (let i = 0; i < 2; i++)
      graphql(async ({ variables: { own: _, ...ids } }) => {
        asked += 1;
        if (asked === 2) resolve();
        await bothAsked;
        const nodes = Object.entries(ids).map(([key, id]) => [key.replace("id", "i"), issueNode(String(id))]);
        return { data: Object.fromEntries(nodes) };
      });
    const ids = Array.from({ length: 100 }, (_, i) => `I_${i}`);
    const facts = await tracker.readIssues(installationId, ask(...ids));
    expect(facts.map((fact) => fact.type === "IssueSeen" && fact.issue.id)).toEqual(ids);
  });

  test("C18 an issue whose read failed in a batch is read alone, and the others count", async () => {
    const { tracker } = tracking();
    tokens();
    graphql(() => ({
      data: { i0: issueNode("I_1"), i1: null, i2: null, own: [] },
      errors: [
        { path: ["i1"], message: "Something went wrong" },
        { path: ["i2"], type: "NOT_FOUND", message: "Could not resolve to a node" },
      ],
    }));
    graphql(({ variables }) => {
      expect(variables).toEqual({ id0: "I_2", own: [] });
      return { data: { i0: issueNode("I_2"), own: [] } };
    });
    expect(await tracker.readIssues(installationId, ask("I_1", "I_2", "I_3"))).toMatchObject([
      { type: "IssueSeen", issue: { id: "I_1" } },
      { type: "IssueSeen", issue: { id: "I_2" } },
      { type: "IssueGone", id: "I_3", why: "unreadable" },
    ]);
  });

  const limit = { type: "RESOURCE_LIMITS_EXCEEDED", message: "Resource limits for this query exceeded." };
  const idsIn = (variables: Readonly<Record<string, unknown>>) =>
    Object.keys(variables).filter((name) => name.startsWith("id"));
  const shows = (variables: Readonly<Record<string, unknown>>) => ({
    data: Object.fromEntries(
      idsIn(variables).map((key) => [key.replace("id", "i"), issueNode(String(variables[key]))]),
    ),
  });
  const fifty = Array.from({ length: 50 }, (_, i) => `I_${i}`);

  // Measured by others since July 2026: https://github.com/muesli/markscribe/issues/103.
  test("C19 a batch that is too much as a whole is read in halves, and the next ones are as small", async () => {
    const { tracker } = tracking();
    tokens();
    const asked: number[] = [];
    graphql(({ variables }) => {
      asked.push(idsIn(variables).length);
      return { errors: [limit] };
    });
    for (let n = 0; n < 4; n++)
      graphql(({ variables }) => {
        asked.push(idsIn(variables).length);
        return shows(variables);
      });
    expect(await tracker.readIssues(installationId, ask(...fifty))).toHaveLength(50);
    expect(await tracker.readIssues(installationId, ask(...fifty))).toHaveLength(50);
    expect(asked.slice(0, 3)).toEqual([50, 25, 25]);
    expect(asked.slice(3)).toEqual([25, 25]);
  });

  const inTurn = (asked: number[], statuses: readonly (number | "cut")[]): void => {
    for (const status of statuses) {
      const met = nock(origin).post("/api/graphql", ({ variables }) => {
        asked.push(idsIn(variables).length);
        return true;
      });
      if (status === "cut") met.replyWithError(Object.assign(new Error("cut"), { code: "ECONNRESET" }));
      else met.reply(status);
    }
  };

  test.each([
    [[502], [50, 25, 25]],
    [
      [504, 502],
      [50, 25, 12, 12, 1, 12, 12, 1],
    ],
    [["cut"], [50, 25, 25]],
    [[503], [50, 50]],
    [[500], [50, 50]],
  ] as const)(
    "C05 C19 a batch that GitHub ended for its time is at once asked for in smaller ones, after %j: %j",
    async (statuses, expected) => {
      const { tracker } = tracking();
      tokens();
      const asked: number[] = [];
      inTurn(asked, statuses);
      for (let n = statuses.length; n < expected.length; n++)
        graphql(({ variables }) => {
          asked.push(idsIn(variables).length);
          return shows(variables);
        });
      expect(await tracker.readIssues(installationId, ask(...fifty))).toHaveLength(50);
      expect(asked).toEqual(expected);
    },
  );

  test("C05 where smaller batches do not get through either, it is tried four times, and the next one is as small", async () => {
    const { tracker } = tracking();
    tokens();
    const asked: number[] = [];
    inTurn(asked, [502, 504, 502, 504]);
    const outcome = tracker.readIssues(installationId, ask(...fifty));
    await expect(outcome).rejects.toMatchObject({ failure: { type: "wait", scope: "request" } });
    expect(asked).toEqual([50, 25, 12, 6]);
    for (let n = 0; n < 17; n++)
      graphql(({ variables }) => {
        asked.push(idsIn(variables).length);
        return shows(variables);
      });
    expect(await tracker.readIssues(installationId, ask(...fifty))).toHaveLength(50);
    expect(asked.slice(4, 6)).toEqual([3, 3]);
    nock.cleanAll();
  });

  test("C05 a single issue is asked for four times: nothing smaller can be", async () => {
    const { tracker } = tracking();
    tokens();
    nock(origin).post("/api/graphql").times(4).reply(502);
    const outcome = tracker.readIssues(installationId, ask("I_1"));
    await expect(outcome).rejects.toMatchObject({ failure: { type: "wait", scope: "request" } });
  });

  test("C19 E08 a limit at a blocker is no blocker that nobody can see: the issue is read again", async () => {
    const { tracker } = tracking();
    tokens();
    const path = ["i0", "blockedBy", "nodes", 1];
    graphql(() => ({
      data: { i0: issueNode("I_1", { blockedBy: page([40, null], 2) }), i1: issueNode("I_2"), own: [] },
      errors: [{ ...limit, path }],
    }));
    graphql(({ variables }) => shows(variables));
    const [fact] = await tracker.readIssues(installationId, ask("I_1", "I_2"));
    expect(fact).toMatchObject({ issue: { blockedBy: { issues: [] } } });
    expect(fact?.type === "IssueSeen" && fact.issue.blockedBy).not.toHaveProperty("unreadable", 1);
  });

  // GitHub's words, with the name of an organisation that does not exist.
  test.each([
    "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.",
    "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.",
  ])("B03 an organisation's policy is waited for, and nothing counts as gone: %s", async (message) => {
    const { tracker, clock } = tracking();
    tokens();
    graphql(() => ({ data: { i0: null, own: [] }, errors: [{ type: "FORBIDDEN", path: ["i0"], message }] }));
    await expect(tracker.readIssues(installationId, ask("I_1"))).rejects.toMatchObject({
      failure: { type: "wait", scope: "request", message },
    });
    graphql(() => ({ data: null, errors: [{ type: "FORBIDDEN", message }] }));
    await expect(tracker.readIssues(installationId, ask("I_1"))).rejects.toMatchObject({
      failure: {
        type: "wait",
        scope: "installation",
        isUnhealthy: true,
        message: expect.stringContaining(message),
      },
    });
    clock.jump(6 * 60_000);
    nock(origin).get("/api/v3/repos/acme/demo/collaborators/bob/permission").reply(403, { message });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("unknown");
    expect(clock.slept).toEqual([]);
  });

  test("C18 an editor that merely failed to be read is not taken for absent", async () => {
    const { tracker, clock } = tracking();
    tokens();
    graphql(() => ({
      data: { i0: issueNode("I_1"), own: [] },
      errors: [{ path: ["i0", "editor"], message: "Something went wrong" }],
    }));
    const thrown: unknown = await tracker
      .readIssues(installationId, ask("I_1"))
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RequestFailed);
    expect(thrown).toMatchObject({
      failure: { type: "wait", scope: "request", retryAt: expect.any(Number) },
      requests: ask("I_1"),
    });
    expect(clock.slept).toEqual([]);
  });

  test("an editor whose account was deleted still counts as another user", async () => {
    const { tracker } = tracking();
    tokens();
    graphql(() => ({ data: { i0: issueNode("I_1", { lastEditedAt: "2026-11-21T02:00:00Z" }), own: [] } }));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact).toMatchObject({ issue: { author: { id: "U_alice" }, editor: { id: "", login: "ghost" } } });
  });

  test.each([
    ["as null", page([40, null], 2), 1],
    ["not at all", page([40], 3), 2],
  ])("E08 a blocker that is counted but comes %s is unreadable", async (_title, blockedBy, unreadable) => {
    const { tracker } = tracking();
    tokens();
    graphql(() => ({
      data: { i0: issueNode("I_1", { blockedBy }), own: [] },
      errors: [{ type: "FORBIDDEN", path: ["i0", "blockedBy", "nodes", 1], message: "Not for you" }],
    }));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact).toMatchObject({
      issue: { blockedBy: { complete: true, unreadable, issues: [{ number: 40 }] } },
    });
  });

  test.each([
    [
      "come with those that count",
      [{}, { isCrossRepository: true }, { state: "MERGED" }, { number: 8, author: null }, null],
      [{ number: 7, by: alice.id }, { number: 8 }],
    ],
    ["may not be read", null, undefined],
    ["are unknown to the host", undefined, undefined],
  ])("D12 linked pull requests %s", async (_title, pulls, expected) => {
    const { tracker } = tracking();
    tokens();
    const state = "OPEN";
    const createdAt = "2026-11-21T02:00:00Z";
    const updatedAt = "2026-11-21T03:00:00Z";
    const pull = {
      number: 7,
      state,
      createdAt,
      updatedAt,
      headRefName: "sign-in",
      isCrossRepository: false,
      author: alice,
    };
    const nodes = pulls?.map((changes) => (changes === null ? null : { ...pull, ...changes }));
    const found = pulls === undefined ? {} : { closedByPullRequestsReferences: nodes ? { nodes } : null };
    const path = ["i0", "closedByPullRequestsReferences"];
    graphql(() => ({
      data: { i0: issueNode("I_1", found), own: [] },
      errors: [{ type: "FORBIDDEN", path, message: "Not for you" }],
    }));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    const { linkedPulls, activity } = fact?.type === "IssueSeen" ? fact.issue : {};
    if (expected === undefined) expect([linkedPulls, activity]).toEqual([undefined, undefined]);
    else expect([linkedPulls, activity]).toMatchObject([expected, [{ at: Date.parse(updatedAt) }]]);
  });

  test.each([
    ["is named", { duplicateOf: link(40) }, { duplicateOf: { number: 40, owner: "acme" } }],
    ["may not be seen", { duplicateOf: null }, { issueState: { reason: "duplicate" } }],
    ["is unknown to the host", {}, { issueState: { reason: "duplicate" } }],
  ])("D11 a duplicate is read where its original %s", async (_title, more, expected) => {
    const { tracker } = tracking();
    tokens();
    const closing = { state: "CLOSED", stateReason: "DUPLICATE", closedAt: "2026-11-21T02:00:00Z" };
    graphql(() => ({
      data: { i0: issueNode("I_1", { ...closing, ...more }), own: [] },
      errors: [{ type: "FORBIDDEN", path: ["i0", "duplicateOf"], message: "Not for you" }],
    }));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact).toMatchObject({ type: "IssueSeen", issue: expected });
  });

  test("of each assignee the newest assignment is read, with who made it", async () => {
    const { tracker } = tracking();
    tokens();
    const at = (minute: number) => `2026-11-21T02:0${minute}:00Z`;
    const event = (minute: number, assignee: object | null, actor: object | null) => ({
      __typename: "AssignedEvent",
      id: `AE_${minute}`,
      createdAt: at(minute),
      assignee,
      actor,
    });
    const nodes = [
      event(1, { id: "U_ada" }, alice),
      event(2, { id: "U_bea" }, null),
      event(3, { id: "U_ada" }, alice),
      event(4, null, alice),
      event(5, {}, alice),
    ];
    graphql(() => ({ data: { i0: issueNode("I_1", { assigning: { nodes } }), own: [] } }));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact?.type === "IssueSeen" && fact.issue.assignments).toEqual([
      { assignee: "U_bea", at: Date.parse(at(2)) },
      { assignee: "U_ada", at: Date.parse(at(3)), by: alice.id, byLogin: alice.login },
    ]);
    expect(fact?.type === "IssueSeen" && "unassignments" in fact.issue).toBe(false);
  });

  test("of each who was unassigned and not assigned again it is read who did it, and whether earlier events are hidden", async () => {
    const { tracker } = tracking();
    tokens();
    const at = (minute: number) => `2026-11-21T02:${String(minute).padStart(2, "0")}:00Z`;
    const event = (minute: number, how: "Assigned" | "Unassigned", id: string, actor: object | null) => ({
      __typename: `${how}Event`,
      id: `AE_${minute}`,
      createdAt: at(minute),
      assignee: { id },
      actor,
    });
    const bot = { __typename: "Bot", id: "BOT_1", login: "stale" };
    const nodes = [
      event(1, "Unassigned", "U_ada", alice),
      event(2, "Assigned", "U_ada", bot),
      event(3, "Assigned", "U_bea", alice),
      event(4, "Unassigned", "U_bea", null),
      event(5, "Unassigned", "U_cleo", bot),
    ];
    const many = Array.from({ length: 15 }, (_, index) => event(6 + index, "Assigned", "U_dan", alice));
    const read = async (shown: readonly object[]) => {
      graphql(() => ({ data: { i0: issueNode("I_1", { assigning: { nodes: shown } }), own: [] } }));
      const [fact] = await tracker.readIssues(installationId, ask("I_1"));
      return fact?.type === "IssueSeen" ? fact.issue : undefined;
    };
    const seen = await read(nodes);
    expect(seen?.unassignments).toEqual([
      { id: "AE_4", assignee: "U_bea", at: Date.parse(at(4)) },
      {
        id: "AE_5",
        assignee: "U_cleo",
        at: Date.parse(at(5)),
        by: { id: "BOT_1", login: "stale[bot]", type: "Bot" },
      },
    ]);
    expect(seen?.assignments?.[0]).toMatchObject({ assignee: "U_ada", by: "BOT_1", isByBot: true });
    expect(seen && "hidesAssignments" in seen).toBe(false);
    expect((await read([...nodes, ...many]))?.hidesAssignments).toBe(true);
  });

  test("D11 the original of an issue that was reopened is ignored", async () => {
    const { tracker } = tracking();
    tokens();
    graphql(() => ({ data: { i0: issueNode("I_1", { duplicateOf: link(40) }), own: [] } }));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact?.type === "IssueSeen" && "duplicateOf" in fact.issue).toBe(false);
  });

  test("H03 an issue that another installation opened is a trace of it, and a person's copy is not", async () => {
    const { tracker } = tracking();
    tokens();
    const body = signBody(sharedMarkerKeys("somebody else's"), {
      host: "github.com",
      repositoryId: "R_1",
      key: "open:I_1:x",
      text: "Which?",
    });
    const bot = { __typename: "Bot", id: "BOT_first", login: "first" };
    graphql(() => ({
      data: { i0: issueNode("I_1", { body, author: bot }), i1: issueNode("I_2", { body }), own: [] },
    }));
    const facts = await tracker.readIssues(installationId, ask("I_1", "I_2"));
    const foreign = facts.map((fact) => fact.type === "IssueSeen" && fact.issue.foreign);
    expect(foreign).toEqual([[expect.objectContaining({ id: "I_1" })], undefined]);
  });

  test("E10 a first read learns which edges people removed since the body's last edit, a later one does not ask", async () => {
    const { tracker } = tracking();
    tokens();
    const by = (actor: object | null, number: number, createdAt: string) => ({
      __typename: "BlockedByRemovedEvent",
      actor,
      createdAt,
      other: link(number),
    });
    const person = { __typename: "User", id: "U_bob", login: "bob" };
    const bot = { __typename: "Bot", id: "BOT_other", login: "other" };
    const nodes = [
      by(person, 7, "2026-11-21T02:00:01Z"),
      by(person, 8, "2026-11-21T02:00:00Z"),
      by(bot, 9, "2026-11-21T02:00:01Z"),
      by(null, 10, "2026-11-21T02:00:01Z"),
      { ...by(person, 11, "2026-11-21T02:00:01Z"), other: null },
    ];
    const edited = { lastEditedAt: "2026-11-21T02:00:00Z", removals: { nodes } };
    const asks: boolean[] = [];
    for (let n = 0; n < 2; n++)
      graphql(({ query }) => {
        asks.push(query.includes("removals: timelineItems"));
        return { data: { i0: issueNode("I_1", n === 0 ? edited : {}), own: [] } };
      });
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    await tracker.readIssues(installationId, [{ target: { id: "I_1" }, commentsSince: 1, ownComments: [] }]);
    expect(fact).toMatchObject({ issue: { cuts: ["I_7"] } });
    expect(asks).toEqual([true, false]);
  });

  test("who removed which dependency is read with the other end, and an end that we may not see fails nothing", async () => {
    const { tracker } = tracking();
    tokens();
    const sam = { __typename: "User", id: "U_sam", login: "sam" };
    const event = (__typename: string, other: object | null) => ({
      __typename,
      actor: sam,
      createdAt: "2026-11-21T02:00:01Z",
      other,
    });
    const nodes = [
      event("BlockedByRemovedEvent", link(7)),
      event("BlockedByRemovedEvent", null),
      // It blocked #8: that says nothing about what it waits for.
      event("BlockingRemovedEvent", link(8)),
    ];
    const path = ["i0", "removals", "nodes", 1, "other"];
    const errors = [{ type: "FORBIDDEN", path, message: "Resource not accessible by integration" }];
    graphql(() => ({ data: { i0: issueNode("I_1", { removals: { nodes } }), own: [] }, errors }));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    const [at, by] = [Date.parse("2026-11-21T02:00:01Z"), { id: "U_sam", login: "sam", type: "User" }];
    expect(fact?.type === "IssueSeen" && fact.issue.removals).toEqual({
      list: [
        { other: "I_7", at, by, link: expect.objectContaining({ owner: "acme", repo: "demo", number: 7 }) },
      ],
      unseen: [{ at, by }],
    });
  });

  test("of many removals the oldest one that is listed says since when all are", async () => {
    const { tracker } = tracking();
    tokens();
    const nodes = Array.from({ length: removalEvents }, (_, n) => ({
      __typename: "BlockingRemovedEvent",
      actor: null,
      createdAt: new Date(Date.parse("2026-11-21T02:00:00Z") + n * 1000).toISOString(),
      other: link(8),
    }));
    const removalsOf = async (listed: typeof nodes) => {
      graphql(() => ({ data: { i0: issueNode("I_1", { removals: { nodes: listed } }), own: [] } }));
      const [fact] = await tracker.readIssues(installationId, ask("I_1"));
      return fact?.type === "IssueSeen" ? fact.issue.removals : undefined;
    };
    const hidesBefore = Date.parse("2026-11-21T02:00:00Z");
    expect(await removalsOf(nodes)).toEqual({ list: [], hidesBefore });
    expect(await removalsOf(nodes.slice(1))).toBeUndefined();
  });

  test("C12 blockers whose pages shift are read again until their count is stable", async () => {
    const { tracker } = tracking();
    tokens();
    graphql(() => ({ data: { i0: issueNode("I_1", { blockedBy: page([1, 2], 4, "a") }), own: [] } }));
    nextPage(page([4], 3));
    nextPage(page([1, 3], 3, "b"));
    nextPage(page([4], 3));
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact).toMatchObject({ issue: { blockedBy: { complete: true, unreadable: 0 } } });
    expect(fact?.type === "IssueSeen" && fact.issue.blockedBy.issues.map(({ number }) => number)).toEqual([
      1, 3, 4,
    ]);
  });

  test("C12 blockers whose count never becomes stable are incomplete, after a bounded number of reads", async () => {
    const { tracker } = tracking();
    tokens();
    graphql(() => ({ data: { i0: issueNode("I_1", { blockedBy: page([1], 2, "a") }), own: [] } }));
    nextPage(page([1], 3));
    for (let reading = 0; reading < 2; reading++) {
      nextPage(page([1], 2, "a"));
      nextPage(page([1], 2));
    }
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact).toMatchObject({ issue: { blockedBy: { complete: false } } });
  });

  test("C12 pages that never end are given up after a bound", async () => {
    const { tracker } = tracking();
    tokens();
    graphql(() => ({ data: { i0: issueNode("I_1", { blockedBy: page([1], 9, "same") }), own: [] } }));
    let asked = 0;
    nock(origin)
      .post("/api/graphql")
      .times(59)
      .reply(200, () => {
        asked += 1;
        return { data: { issue: { links: page([1], 9, "same") } } };
      });
    const [fact] = await tracker.readIssues(installationId, ask("I_1"));
    expect(fact).toMatchObject({ issue: { blockedBy: { complete: false } } });
    expect(asked).toBeLessThanOrEqual(59);
  });
});

describe("what changed", () => {
  const listed = (number: number, at: string) => ({ node_id: `I_${number}`, number, updated_at: at });
  const issues = (query: object) =>
    nock(origin)
      .get("/api/v3/repos/acme/demo/issues")
      .query({ state: "all", sort: "updated", direction: "asc", per_page: 100, page: 1, ...query });
  const since = Date.parse("2026-11-21T00:00:00Z");

  test("an unchanged list costs a 304 and returns its previous content", async () => {
    const { tracker } = tracking();
    tokens();
    issues({ since: "2026-11-21T00:00:00Z" }).reply(
      200,
      [listed(1, "2026-11-21T01:00:00Z"), { ...listed(2, "2026-11-21T01:00:00Z"), pull_request: {} }],
      { etag: '"e"' },
    );
    const first = await tracker.changedSince(repository, since);
    expect(first).toEqual([{ id: "I_1", number: 1, updatedAt: Date.parse("2026-11-21T01:00:00Z") }]);
    issues({ since: "2026-11-21T00:00:00Z" }).matchHeader("if-none-match", '"e"').reply(304);
    expect(await tracker.changedSince(repository, since)).toEqual(first);
  });

  test("C12 a full page is continued from its last change, so that nothing shifts over its boundary unseen", async () => {
    const { tracker } = tracking();
    tokens();
    const first = Array.from({ length: 100 }, (_, i) =>
      listed(i, `2026-11-21T01:${String(Math.floor(i / 2)).padStart(2, "0")}:00Z`),
    );
    issues({ since: "2026-11-21T00:00:00Z" }).reply(200, first, { etag: '"first"' });
    issues({ since: "2026-11-21T01:49:00Z" }).reply(200, [
      listed(98, "2026-11-21T01:49:00Z"),
      listed(3, "2026-11-21T02:00:00Z"),
    ]);
    const changed = await tracker.changedSince(repository, since);
    expect(changed).toHaveLength(100);
    expect(changed.at(-1)).toMatchObject({ number: 3, updatedAt: Date.parse("2026-11-21T02:00:00Z") });
  });

  test("a hundred changes in one second are paged through", async () => {
    const { tracker } = tracking();
    tokens();
    const second = "2026-11-21T00:00:00Z";
    issues({ since: second }).reply(
      200,
      Array.from({ length: 100 }, (_, i) => listed(i, second)),
    );
    issues({ since: second, page: 2 }).reply(200, [listed(100, second)]);
    expect(await tracker.changedSince(repository, since)).toHaveLength(101);
  });
});

describe("roles", () => {
  const permission = (status: number, body: object) =>
    nock(origin).get("/api/v3/repos/acme/demo/collaborators/bob/permission").reply(status, body);

  test("G04 roles come from role_name, are kept for a minute, and are read again on demand", async () => {
    const { tracker, clock } = tracking();
    tokens();
    permission(200, { permission: "read", role_name: "triage" });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("triage");
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "Bob" }, false)).toBe("triage");
    permission(200, { permission: "write", role_name: "write" });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, true)).toBe("write");
    clock.jump(60_000);
    permission(200, { permission: "write", role_name: "maintain" });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("maintain");
    clock.jump(60_000);
    permission(404, { message: "Not Found" });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("none");
  });

  test("G03 the role of a user with private membership is the one that the API names, as nothing else is asked", async () => {
    const { tracker } = tracking();
    tokens();
    permission(200, { permission: "write", role_name: "maintain", user: { node_id: "U_bob" } });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("maintain");
    const { document } = issuesQuery([{ id: "I_1", comments: 1 }], []);
    expect(document).not.toMatch(/association/i);
  });

  // "role_name … including custom roles. The `permission` can also be used to determine which base level of access the
  // collaborator has": https://docs.github.com/en/rest/collaborators/collaborators
  test.each([
    ["a role of the organisation's own", { permission: "write", role_name: "security-engineer" }, "write"],
    ["one that is based on admin", { permission: "admin", role_name: "Release manager" }, "admin"],
    ["one named as a role in other letters", { permission: "read", role_name: "Admin" }, "read"],
    ["a bot's", { permission: "none", role_name: "" }, "none"],
    ["a bot's without a name", { permission: "none" }, "none"],
    ["one without any word", { permission: "", role_name: "" }, "none"],
    ["maintain, which the base folds", { permission: "write", role_name: "maintain" }, "maintain"],
  ])("G04 %s counts as the role that it is based on", async (_, answer, role) => {
    const { tracker } = tracking();
    tokens();
    permission(200, answer);
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe(role);
  });

  test("G12 H04 a login that belongs to another id now has no role", async () => {
    const { tracker } = tracking();
    tokens();
    permission(200, { permission: "admin", role_name: "admin", user: { node_id: "U_newcomer" } });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("none");
  });

  test("G05 a role that cannot be read is unknown, and that is not kept", async () => {
    const { tracker } = tracking();
    tokens();
    nock(origin).get("/api/v3/repos/acme/demo/collaborators/bob/permission").times(4).reply(500);
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("unknown");
    permission(200, { permission: "write", role_name: "write" });
    expect(await tracker.roleOf(repository, { id: "U_bob", login: "bob" }, false)).toBe("write");
  });
});

describe("the delivery log", () => {
  const row = (id: number, at: string) => ({ id, guid: `guid-${id}`, delivered_at: at });
  const deliveries = (query: object) =>
    nock(origin)
      .get("/api/v3/app/hook/deliveries")
      .query({ per_page: 100, ...query });

  test("the delivery log is read back to an instant by cursors, as the App itself", async () => {
    const { tracker } = tracking();
    const link = `<${baseUrl}/app/hook/deliveries?per_page=100&cursor=c1>; rel="next"`;
    deliveries({})
      .matchHeader("authorization", /^bearer ey/)
      .reply(200, [row(3, "2026-11-21T03:00:00Z")], { link });
    deliveries({ cursor: "c1" }).reply(
      200,
      [row(2, "2026-11-21T02:00:00Z"), row(1, "2026-11-20T00:00:00Z")],
      { link },
    );
    const found = await tracker.deliveredSince(Date.parse("2026-11-21T00:00:00Z"));
    expect(found).toEqual([
      { guid: "guid-3", logId: 3 },
      { guid: "guid-2", logId: 2 },
    ]);
  });

  test("C12 a cursor that leads back to itself ends the reading", async () => {
    const { tracker } = tracking();
    const link = `<${baseUrl}/app/hook/deliveries?cursor=c1>; rel="next"`;
    deliveries({}).reply(200, [row(3, "2026-11-21T03:00:00Z")], { link });
    deliveries({ cursor: "c1" }).reply(200, [row(2, "2026-11-21T03:00:00Z")], { link });
    expect(await tracker.deliveredSince(0)).toHaveLength(2);
  });

  test("a delivery is returned with an id beyond 2^53, and undefined if GitHub no longer has it", async () => {
    const { tracker, clock } = tracking();
    const payload = {
      action: "opened",
      repository: { node_id: "R_demo" },
      installation: { id: installationId },
    };
    const body = {
      guid: "g",
      event: "issues",
      action: "opened",
      installation_id: installationId,
      request: { payload },
    };
    deliveries({}).reply(200, '[{"id":9007199254740993,"guid":"g","delivered_at":"2026-11-21T03:00:00Z"}]', {
      "content-type": "application/json",
    });
    const [found] = await tracker.deliveredSince(0);
    nock(origin).get("/api/v3/app/hook/deliveries/9007199254740993").reply(200, body);
    expect(await tracker.deliveryFromLog(found?.logId ?? 0)).toEqual({
      guid: "g",
      event: "issues",
      action: "opened",
      repositoryId: "R_demo",
      installationId,
      payload: Buffer.from(JSON.stringify(payload)),
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      receivedAt: clock.now(),
      source: "delivery log",
    });
    nock(origin).get("/api/v3/app/hook/deliveries/5").reply(404, {});
    expect(await tracker.deliveryFromLog(5)).toBeUndefined();
  });
});
