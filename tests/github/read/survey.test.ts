/** Exact requests of a survey: what is left out, and what is asked again in smaller portions. */
import { describe, expect, test } from "vitest";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import { createIssueTypes } from "../../../src/github/read/issue-types.ts";
import { createSurvey } from "../../../src/github/read/survey.ts";
import { createSchemaFeatures } from "../../../src/github/transport/schema-features.ts";
import { interceptRequests, nock } from "../interceptor.ts";
import { graphql, installationId, origin, tokens, world } from "../world.ts";

interceptRequests();

const node = (name: string, more: object = {}) => ({
  name,
  isPrivate: false,
  isArchived: false,
  owner: { login: "acme" },
  defaultBranchRef: { name: "main", target: { oid: "abc" } },
  changed: { nodes: [{ updatedAt: "2026-11-21T02:00:00Z" }] },
  open: { totalCount: 3 },
  labels: { nodes: [{ id: "LA_1", name: "kind:task" }] },
  ...more,
});

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `R_${i}`);
/** How many repositories each answered request asked about. */
const answering = (sizes: number[]) =>
  graphql(({ variables }) => {
    const asked: unknown = variables.ids;
    const names = Array.isArray(asked) ? asked.map(String) : [];
    sizes.push(names.length);
    return { data: { nodes: names.map((name) => node(name)) } };
  });

function surveying() {
  const { client, clock } = world();
  tokens();
  const features = createSchemaFeatures();
  const types = createIssueTypes(client, clock, features);
  return { survey: createSurvey(client, clock, features, types, () => 0.5), types, clock };
}

test("a hundred repositories take one request", async () => {
  const { survey, clock } = surveying();
  const sizes: number[] = [];
  for (let requests = 0; requests < 3; requests++) answering(sizes);
  const found = await survey(installationId, ids(250));
  expect(sizes).toEqual([100, 100, 50]);
  expect(found.size).toBe(250);
  expect(found.get("R_249")).toEqual({
    repository: { owner: "acme", name: "R_249", isPrivate: false, isArchived: false },
    head: { branch: "main", commit: "abc" },
    changedAt: Date.parse("2026-11-21T02:00:00Z"),
    openIssues: 3,
    labels: [{ id: "LA_1", name: "kind:task" }],
    surveyedAt: clock.now(),
  });
});

test("C18 a repository that is gone, or of which a part failed, is left out and spoils no other", async () => {
  const { survey } = surveying();
  graphql(() => ({
    data: {
      nodes: [null, node("hurt", { defaultBranchRef: null }), node("empty", { defaultBranchRef: null })],
    },
    errors: [
      { type: "NOT_FOUND", path: ["nodes", 0], message: "Gone" },
      { path: ["nodes", 1, "defaultBranchRef"], message: "Something went wrong" },
    ],
  }));
  const found = await survey(installationId, ["R_gone", "R_hurt", "R_empty"]);
  expect([...found.keys()]).toEqual(["R_empty"]);
  expect(found.get("R_empty")?.head).toBeUndefined();
});

test("an error without a place concerns every repository of its request", async () => {
  const { survey } = surveying();
  graphql(() => ({ data: { nodes: [node("a")] }, errors: [{ message: "Something went wrong" }] }));
  expect((await survey(installationId, ["R_a"])).size).toBe(0);
});

test("a host that refuses the document shows nothing, and the repositories are asked one by one", async () => {
  const { survey } = surveying();
  const refused = { errors: [{ message: "Field 'isArchived' doesn't exist on type 'Repository'" }] };
  for (let requests = 0; requests < 2; requests++) graphql(() => refused);
  expect((await survey(installationId, ids(100))).size).toBe(0);
});

test("C07 a request that times out is repeated for half as many repositories at a time", async () => {
  const { survey } = surveying();
  const sizes: number[] = [];
  let timeOuts = 0;
  nock(origin)
    .post("/api/graphql", ({ variables }) => variables.ids.length > 50)
    .times(100)
    .reply(() => {
      timeOuts += 1;
      return [502, ""];
    });
  for (let requests = 0; requests < 2; requests++) answering(sizes);
  expect((await survey(installationId, ids(100))).size).toBe(100);
  expect([timeOuts, sizes]).toEqual([1, [50, 50]]);
  nock.cleanAll();
});

test("while GitHub is down, it is not asked for ever smaller portions", async () => {
  const { survey, clock } = surveying();
  let asked = 0;
  nock(origin)
    .post("/api/graphql")
    .times(100)
    .reply(() => {
      asked += 1;
      return [502, ""];
    });
  const before = clock.now();
  await expect(survey(installationId, ids(100))).rejects.toBeInstanceOf(RequestFailed);
  expect(asked).toBe(4);
  expect(clock.now() - before).toBeGreaterThan(3_000);
  nock.cleanAll();
});

describe("issue types", () => {
  const repository = {
    id: "R_0",
    owner: "acme",
    name: "a",
    installationId,
    isPrivate: false,
    isArchived: false,
  };
  const halfAnHour = 30 * 60_000;
  const bug = { id: "IT_bug", name: "Bug" };
  const issueTypes = {
    nodes: [
      { ...bug, isEnabled: true },
      { id: "IT_off", name: "Off", isEnabled: false },
    ],
  };
  /** Answers with `answer`, and says whether each request asked for issue types. */
  const answeringWith = (answer: object, asked: boolean[]) =>
    graphql(({ query }) => {
      asked.push(query.includes("issueTypes"));
      return answer;
    });

  test("come with a survey, once in half an hour, and are not asked for apart", async () => {
    const { survey, types, clock } = surveying();
    const asked: boolean[] = [];
    const answers = [node("a", { issueTypes }), node("a"), node("a", { issueTypes })];
    for (const answer of answers) answeringWith({ data: { nodes: [answer] } }, asked);
    await survey(installationId, ["R_0"]);
    expect(await types.of(repository)).toEqual([bug]);
    clock.jump(halfAnHour - 1_000);
    await survey(installationId, ["R_0"]);
    clock.jump(2_000);
    await survey(installationId, ["R_0"]);
    expect(asked).toEqual([true, false, true]);
  });

  test("of a user's repository are none, and that is remembered", async () => {
    const { survey, types } = surveying();
    answeringWith({ data: { nodes: [node("a", { issueTypes: null })] } }, []);
    await survey(installationId, ["R_0"]);
    expect(await types.of(repository)).toEqual([]);
  });

  test("that could not be read spoil no survey, and are asked for when they are needed", async () => {
    const { survey, types } = surveying();
    const problem = { path: ["nodes", 0, "issueTypes"], message: "Resource not accessible by integration" };
    answeringWith({ data: { nodes: [node("a", { issueTypes: null })] }, errors: [problem] }, []);
    expect((await survey(installationId, ["R_0"])).size).toBe(1);
    answeringWith({ data: { repository: { issueTypes } } }, []);
    expect(await types.of(repository)).toEqual([bug]);
  });

  test("I06 that a host does not know are left out, and not asked for again", async () => {
    const { survey, types } = surveying();
    const asked: boolean[] = [];
    const unknown = "Field 'issueTypes' doesn't exist on type 'Repository'";
    answeringWith({ errors: [{ message: unknown }] }, asked);
    for (let round = 0; round < 2; round++) answeringWith({ data: { nodes: [node("a")] } }, asked);
    expect((await survey(installationId, ["R_0"])).size).toBe(1);
    expect((await survey(installationId, ["R_0"])).size).toBe(1);
    expect(asked).toEqual([true, false, false]);
    expect(await types.of(repository)).toEqual([]);
  });
});
