/** Exact requests for pages of all issues: what is left to a read by id, and what GitHub is asked in less. */
import { expect, test } from "vitest";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../../src/engine/model/fact.ts";
import { issuesAtOnce } from "../../../src/github/read/ask-for-issues.ts";
import { FirstTexts } from "../../../src/github/read/first-texts.ts";
import { createIssuePage } from "../../../src/github/read/issue-pages.ts";
import { createBatchSizes } from "../../../src/github/transport/batch-size.ts";
import { createSchemaFeatures } from "../../../src/github/transport/schema-features.ts";
import { interceptRequests, nock } from "../interceptor.ts";
import { graphql, installationId, origin, ourselves, tokens, world } from "../world.ts";
import { issueNode } from "./issue-node.ts";

interceptRequests();

const repository: RepositorySeen = {
  id: "R_demo",
  owner: "acme",
  name: "demo",
  installationId,
  isPrivate: false,
  isArchived: false,
};
const node = (number: number, more: object = {}) =>
  issueNode(`I_${number}`, {
    number,
    labels: { nodes: [{ name: "kind:task" }] },
    comments: { totalCount: 0 },
    ...more,
  });
const pageOf = (nodes: readonly unknown[], endCursor: string | null = null) => ({
  repository: { issues: { pageInfo: { hasNextPage: endCursor !== null, endCursor }, nodes } },
});
const at = (place: number, ...path: readonly (string | number)[]) => ({
  path: ["repository", "issues", "nodes", place, ...path],
});

function paging() {
  const { client, clock } = world();
  tokens();
  const features = createSchemaFeatures();
  const reading = {
    client,
    ourselves,
    clock,
    features,
    random: () => 0.5,
    firstTexts: new FirstTexts(ourselves),
    sizes: createBatchSizes(issuesAtOnce),
  };
  return { page: createIssuePage(reading), clock, features };
}

/** Answers a request with a page, and notes how many issues it asked for, and after which. */
const answering = (asked: unknown[], answer: object) =>
  graphql(({ variables: { first, after } }) => {
    asked.push([first, after]);
    return answer;
  });
const tooMuch = { data: null, errors: [{ type: "RESOURCE_LIMITS_EXCEEDED", message: "Too much." }] };

test("a page brings a hundred issues, and where the next one begins", async () => {
  const { page, clock } = paging();
  const asked: unknown[] = [];
  answering(asked, { data: pageOf([node(1), node(2)], "Y3Vyc29y") });
  answering(asked, { data: pageOf([node(3)]) });
  const readAt = clock.now();
  const first = await page(repository, undefined);
  expect(first).toMatchObject({
    facts: [
      { type: "IssueSeen", readAt, issue: { id: "I_1", number: 1, labels: ["kind:task"], comments: [] } },
      { issue: { id: "I_2" } },
    ],
    others: [],
    next: "Y3Vyc29y",
  });
  expect(await page(repository, first?.next)).toMatchObject({ facts: [{}], next: undefined });
  expect(asked).toEqual([
    [100, null],
    [100, "Y3Vyc29y"],
  ]);
});

test("an issue with comments, with more links than a page shows, or with a part that failed is left to a read by id", async () => {
  const { page } = paging();
  const more = { totalCount: 101, pageInfo: { hasNextPage: true, endCursor: "x" }, nodes: [] };
  graphql(() => ({
    data: pageOf([
      node(1, { comments: { totalCount: 1 } }),
      node(2, { blockedBy: more }),
      node(3, { editor: null }),
      node(4, { title: null }),
      node(5),
    ]),
    errors: [{ ...at(2, "editor"), message: "Something went wrong" }],
  }));
  const read = await page(repository, undefined);
  expect(read?.others).toEqual(["I_1", "I_2", "I_3", "I_4"]);
  expect(read?.facts.map(({ issue }) => issue.id)).toEqual(["I_5"]);
});

test("a blocker that we may not see counts as unreadable, and an issue that we may not see is no fact", async () => {
  const { page } = paging();
  const hidden = { totalCount: 1, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [null] };
  graphql(() => ({
    data: pageOf([node(1, { blockedBy: hidden }), null]),
    errors: [
      { ...at(0, "blockedBy", "nodes", 0), type: "FORBIDDEN", message: "Forbidden" },
      { ...at(1), type: "FORBIDDEN", message: "Forbidden" },
    ],
  }));
  expect(await page(repository, undefined)).toMatchObject({
    facts: [{ issue: { id: "I_1", blockedBy: { complete: true, unreadable: 1, issues: [] } } }],
    others: [],
  });
});

test("C18 a page that is too much for GitHub is halved, and pages grow again", async () => {
  const { page } = paging();
  const asked: unknown[] = [];
  answering(asked, tooMuch);
  answering(asked, {
    data: pageOf([node(1), null], "a"),
    errors: [{ ...at(1), message: "Something went wrong" }],
  });
  for (let pages = 0; pages < 5; pages++) answering(asked, { data: pageOf([node(1)], "a") });
  for (let pages = 0; pages < 5; pages++) await page(repository, undefined);
  expect(asked.map((each) => Object(each)[0])).toEqual([100, 50, 25, 25, 50, 50, 100]);
});

test("C18 after each time-out the page is smaller, after four it is left for later, and the next one is as small", async () => {
  const { page } = paging();
  const asked: unknown[] = [];
  for (const status of [502, 504, 502, 504])
    nock(origin)
      .post("/api/graphql", ({ variables }) => {
        asked.push(variables.first);
        return true;
      })
      .reply(status, { message: "Bad gateway" });
  await expect(page(repository, undefined)).rejects.toBeInstanceOf(RequestFailed);
  expect(asked).toEqual([100, 50, 25, 12]);
  const later: unknown[] = [];
  answering(later, { data: pageOf([node(1)]) });
  await page(repository, undefined);
  expect(later).toEqual([[6, null]]);
});

test("while GitHub asks the installation to wait, no smaller page is asked for", async () => {
  const { page } = paging();
  nock(origin).post("/api/graphql").reply(403, { message: "Slow down" }, { "retry-after": "60" });
  await expect(page(repository, undefined)).rejects.toMatchObject({
    failure: { type: "wait", scope: "installation" },
  });
});

test("a host that shows no page, not even with a single issue, is not asked on and on", async () => {
  const { page } = paging();
  const asked: unknown[] = [];
  for (let requests = 0; requests < 7; requests++) answering(asked, tooMuch);
  expect(await page(repository, undefined)).toBeUndefined();
  expect(asked.map((each) => Object(each)[0])).toEqual([100, 50, 25, 12, 6, 3, 1]);
});

test("I06 an older host is asked for the fields that it knows", async () => {
  const { page, features } = paging();
  const refusal = "Field 'blockedBy' doesn't exist on type 'Issue'";
  graphql(() => ({ data: null, errors: [{ type: "undefinedField", message: refusal }] }));
  graphql(({ query }) => {
    expect(query).not.toContain("blockedBy");
    const { blockedBy: _, blocking: __, ...older } = node(1);
    return { data: pageOf([older]) };
  });
  expect(await page(repository, undefined)).toMatchObject({ facts: [{ issue: { lacksEdges: true } }] });
  expect(features.has("dependencies")).toBe(false);
});
