/** What older node ids are called today, as GitHub answers it. */
import { expect, test } from "vitest";
import { NewerIds } from "../../../src/github/identity/newer-ids.ts";
import { interceptRequests } from "../interceptor.ts";
import { graphql, installationId, tokens, world } from "../world.ts";

interceptRequests();

const olderId = (type: string, number: number): string =>
  Buffer.from(`0${type.length}:${type}${number}`).toString("base64");
const issue = olderId("Issue", 41);
const comment = olderId("IssueComment", 7);
const newerIssue = "I_kwDOAAAAAc4AAAAp";

test("ids in answers are renamed where GitHub writes them, once each, and people's text stays as it is", async () => {
  const { client, clock } = world();
  const ids = new NewerIds(client, clock);
  tokens();
  const answer = { node_id: issue, body: `See ${issue}`, user: { node_id: "U_kgDOAAjmPw" } };
  graphql(({ variables }) => {
    expect(variables).toEqual({ ids: [issue] });
    return { data: { nodes: [{ id: newerIssue }] } };
  });
  expect(await ids.renew(installationId, answer, "answer")).toEqual({ ...answer, node_id: newerIssue });
  expect(await ids.renew(installationId, [answer], "answer")).toEqual([{ ...answer, node_id: newerIssue }]);
});

test("ids in a marker of ours are renamed, and people's words in it stay as they are", async () => {
  const { client, clock } = world();
  const marker = {
    key: `wake:${issue}@17`,
    persisted: { heldBy: [issue], decision: issue, because: `No ${issue}` },
  };
  tokens();
  graphql(() => ({ data: { nodes: [{ id: newerIssue }] } }));
  expect(await new NewerIds(client, clock).renew(installationId, marker, "marker")).toEqual({
    key: `wake:${newerIssue}@17`,
    persisted: { ...marker.persisted, heldBy: [newerIssue] },
  });
});

test("what GitHub does not know is asked for again after an hour", async () => {
  const { client, clock } = world();
  const ids = new NewerIds(client, clock);
  tokens();
  const gone = { node_id: comment };
  const problem = { type: "NOT_FOUND", path: ["nodes", 0], message: "No such node" };
  graphql(() => ({ data: { nodes: [null] }, errors: [problem] }));
  expect(await ids.renew(installationId, gone, "answer")).toEqual(gone);
  expect(await ids.renew(installationId, gone, "answer")).toEqual(gone);
  clock.jump(60 * 60_000);
  tokens();
  graphql(() => ({ data: { nodes: [{ id: "IC_kwDOAAAAAc4AAAAH" }] } }));
  expect(await ids.renew(installationId, gone, "answer")).toEqual({ node_id: "IC_kwDOAAAAAc4AAAAH" });
});

test("a host that goes on with the older format is left alone for an hour", async () => {
  const { client, clock } = world();
  const ids = new NewerIds(client, clock);
  tokens();
  graphql(() => ({ data: { nodes: [{ id: issue }] } }));
  const answers = [{ node_id: issue }, { node_id: comment }];
  expect(await ids.renew(installationId, answers[0], "answer")).toEqual(answers[0]);
  expect(await ids.renew(installationId, answers[1], "answer")).toEqual(answers[1]);
});
