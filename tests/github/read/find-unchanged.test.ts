/** Which issues need no read, as GitHub shows their version and what has none as the records do. */
import { expect, test } from "vitest";
import type { Failure } from "../../../src/dispatcher/ports/failure.ts";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { issuesAtOnce } from "../../../src/github/read/ask-for-issues.ts";
import { findUnchanged } from "../../../src/github/read/find-unchanged.ts";
import { FirstTexts } from "../../../src/github/read/first-texts.ts";
import { readIssues } from "../../../src/github/read/read-issues.ts";
import { createBatchSizes } from "../../../src/github/transport/batch-size.ts";
import type { GraphqlResult } from "../../../src/github/transport/client.ts";
import { createSchemaFeatures } from "../../../src/github/transport/schema-features.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { installationId, ourselves, world } from "../world.ts";
import { aliceNode, issueNode } from "./issue-node.ts";

const link = (number: number, state: "OPEN" | "CLOSED" = "OPEN") => ({
  id: `I_${number}`,
  number,
  title: `Issue ${number}`,
  state,
  stateReason: state === "OPEN" ? null : "COMPLETED",
  closedAt: state === "OPEN" ? null : "2026-11-21T03:00:00Z",
  repository: { id: "R_demo", name: "demo", isPrivate: false, owner: { login: "acme" } },
});
const page = (...nodes: readonly (object | null)[]) => ({
  totalCount: nodes.length,
  pageInfo: { hasNextPage: false, endCursor: null },
  nodes,
});
const pull = (number: number) => ({
  number,
  state: "OPEN",
  createdAt: "2026-11-21T01:30:00Z",
  updatedAt: "2026-11-21T01:30:00Z",
  headRefName: "agent/12",
  isCrossRepository: false,
  author: aliceNode,
});
const before = {
  blockedBy: page(link(7), link(8, "CLOSED")),
  blocking: page(link(9)),
  subIssues: page(link(3)),
  parent: link(2),
  duplicateOf: null,
  closedByPullRequestsReferences: { nodes: [pull(50)] },
};

/** Asks about issue 12, which was read as `before` and is now shown so. */
async function compared(now: object, answer?: (data: GraphqlResult["data"]) => GraphqlResult) {
  const { clock } = world();
  const node = issueNode("I_12", before);
  const documents: string[] = [];
  const client = {
    ...world().client,
    query: async (_as: number, document: string): Promise<GraphqlResult> => {
      documents.push(document);
      if (!document.includes("Unversioned")) return { data: { i0: node, own: [] }, problems: [] };
      const data = { nodes: [{ ...node, ...now }] };
      return answer?.(data) ?? { data, problems: [] };
    },
  };
  const reading = {
    client,
    ourselves,
    clock,
    random: () => 0.5,
    features: createSchemaFeatures(),
    firstTexts: new FirstTexts(ourselves),
    sizes: createBatchSizes(issuesAtOnce),
  };
  const request = { target: { id: "I_12" }, commentsSince: undefined, ownComments: [] };
  const facts = await readIssues(reading, installationId, [request]);
  const seen = facts.flatMap((fact): IssueSeen[] => (fact.type === "IssueSeen" ? [fact.issue] : []))[0];
  if (seen === undefined) throw new Error("It was not read.");
  const stored: IssueRecord = JSON.parse(JSON.stringify(recordOf(seen)));
  const unchanged = await findUnchanged(reading, installationId, [stored]);
  return { unchanged: [...unchanged], documents };
}

test("what GitHub shows as it was read needs no read", async () => {
  const { unchanged, documents } = await compared({});
  expect(unchanged).toEqual(["I_12"]);
  expect(documents).toHaveLength(2);
});

test("the order in which GitHub lists the ends does not matter", async () => {
  const { unchanged } = await compared({ blockedBy: page(link(8, "CLOSED"), link(7)) });
  expect(unchanged).toEqual(["I_12"]);
});

test.each([
  ["its version", { updatedAt: "2026-11-21T02:00:01Z" }],
  ["a blocker that was closed", { blockedBy: page(link(7, "CLOSED"), link(8, "CLOSED")) }],
  ["a dependency that was removed", { blockedBy: page(link(7)) }],
  ["a dependency that was added", { blocking: page(link(9), link(10)) }],
  ["a blocker that is hidden now", { blockedBy: page(link(7), null) }],
  ["more dependencies than on one page", { blocking: { ...page(link(9)), totalCount: 101 } }],
  ["a sub-issue", { subIssues: page(link(3), link(4)) }],
  ["its parent", { parent: null }],
  ["the original of which it is a duplicate", { duplicateOf: link(1) }],
  ["a pull request", { closedByPullRequestsReferences: { nodes: [pull(50), pull(51)] } }],
  ["a field that is not there", { blockedBy: undefined }],
])("another state has it read: %s", async (_what, now) => {
  expect((await compared(now)).unchanged).toEqual([]);
});

test("an error at the issue, or of the request, has it read", async () => {
  for (const path of [["nodes", 0, "blockedBy"], undefined]) {
    const problem = { message: "Something went wrong.", ...(path === undefined ? {} : { path }) };
    const { unchanged } = await compared({}, (data) => ({ data, problems: [problem] }));
    expect(unchanged).toEqual([]);
  }
});

test("a host without dependencies is asked again without them", async () => {
  let asked = 0;
  const { documents } = await compared({}, (data) => {
    asked += 1;
    if (asked > 1) return { data, problems: [] };
    const message = "Field 'blockedBy' doesn't exist on type 'Issue'";
    throw new RequestFailed({ type: "refused", message });
  });
  expect(documents[1]).toContain("blockedBy");
  expect(documents[2]).not.toContain("blockedBy");
});

test("where the installation has to wait nothing is read instead; anything else leaves it to the read", async () => {
  const failing = (failure: Failure) =>
    compared({}, () => {
      throw new RequestFailed(failure);
    });
  const wait = { type: "wait", retryAt: 5, message: "Slow down." } as const;
  await expect(failing({ ...wait, scope: "installation" })).rejects.toBeInstanceOf(RequestFailed);
  expect((await failing({ ...wait, scope: "request" })).unchanged).toEqual([]);
  expect((await failing({ type: "refused", message: "No." })).unchanged).toEqual([]);
});
