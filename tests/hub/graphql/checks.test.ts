/** Tests check runs over GraphQL: an App creates one, as over REST. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, startTestHub, type TestHub } from "../../support/hub.ts";

const create =
  "mutation($input: CreateCheckRunInput!) { createCheckRun(input: $input) { checkRun { name status conclusion externalId } } }";
let hub: TestHub;
let bot: Ask;
let input: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  hub = await startTestHub();
  bot = await hub.asInstallation();
  const head = (await bot("GET", "/repos/acme/demo/git/ref/heads/main")).body.object.sha;
  const { node_id: repositoryId } = (await bot("GET", "/repos/acme/demo")).body;
  const output = { title: "Fine", summary: "All of it." };
  input = { repositoryId, headSha: head, name: "verify", externalId: "7", status: "COMPLETED", output };
});
afterAll(() => hub.close());

test("an App creates a check run, which REST shows", async () => {
  const variables = { input: { ...input, conclusion: "ACTION_REQUIRED" } };
  const { body } = await bot("POST", "/graphql", { query: create, variables });
  expect(body).toEqual({
    data: {
      createCheckRun: {
        checkRun: { name: "verify", status: "COMPLETED", conclusion: "ACTION_REQUIRED", externalId: "7" },
      },
    },
  });
  const shown = await bot("GET", `/repos/acme/demo/commits/${input.headSha}/check-runs`);
  expect(shown.body.check_runs).toMatchObject([
    { name: "verify", conclusion: "action_required", output: { title: "Fine", summary: "All of it." } },
  ]);
});

test("a user creates none, and notes on files are said not to be there yet", async () => {
  const asUser = await hub.as("maria")("POST", "/graphql", { query: create, variables: { input } });
  expect(asUser.body.errors).toMatchObject([{ type: "FORBIDDEN" }]);
  const annotations = [
    { path: "a", annotationLevel: "WARNING", message: "b", location: { startLine: 1, endLine: 1 } },
  ];
  const noted = { ...input, output: { title: "Fine", summary: "", annotations } };
  const answer = await bot("POST", "/graphql", { query: create, variables: { input: noted } });
  expect(JSON.stringify(answer.body.errors)).toContain("annotations");
});
