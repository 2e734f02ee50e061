/**
 * Validates what we send against GitHub's schema (with additions that the published one lacks), so that a
 * typing mistake shows offline.
 */
import { Kind, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { blobsQuery } from "../../src/github/files/context-source.ts";
import { treesQuery } from "../../src/github/files/folders.ts";
import {
  commentsQuery,
  firstTextQuery,
  issuePageQuery,
  issuesQuery,
  issueTypesQuery,
  labelsQuery,
  linksQuery,
  newestIssuesQuery,
  surveyQuery,
} from "../../src/github/read/queries.ts";
import { createSchemaFeatures } from "../../src/github/transport/schema-features.ts";
import { batchQuery } from "../../src/github/write/batch/batch.ts";
import { toMutations } from "../../src/github/write/mutation.ts";
import { measure } from "../../src/hub/graphql/executor/cost.ts";
import { checkDocument } from "../../src/hub/graphql/executor/document.ts";
import { githubSchema } from "../../src/hub/graphql/executor/schema.ts";
import { everyEffect } from "./effects.ts";
import { ourselves } from "./world.ts";

const schema = githubSchema();
const labelIds = new Map([
  ["status:ready", "LA_1"],
  ["status:blocked", "LA_2"],
]);
const prepared = everyEffect.map((queued) => {
  const mutations = toMutations(ourselves, queued, labelIds);
  return { queued, size: mutations.length, mutations };
});

describe("every document we send is valid in GitHub's schema", () => {
  test.each([
    [
      "issues by id and by number",
      issuesQuery(
        [
          { id: "I_1", comments: 100, isFirst: true },
          { owner: "acme", name: "demo", number: 2, comments: 30 },
        ],
        ["IC_1"],
      ).document,
    ],
    ["a page of all issues", issuePageQuery()],
    ["pages of blockers", linksQuery("blockedBy")],
    ["pages of blocked issues", linksQuery("blocking")],
    ["pages of comments", commentsQuery],
    ["the first text of an issue", firstTextQuery],
    ["pages of the newest issues", newestIssuesQuery],
    ["issue types", issueTypesQuery],
    ["what many repositories show", surveyQuery(false)],
    ["what many repositories show, with their issue types", surveyQuery(true)],
    ["folders of a commit", treesQuery(2)],
    ["files by id", blobsQuery(2)],
    ["label ids", labelsQuery("R_1", ["a", "b"]).document],
    ["a batch of every kind of effect", batchQuery(prepared)?.document ?? ""],
  ])("%s", (_title, document) => {
    expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
  });
});

test("I06 an older host knows every field of a survey", () => {
  expect(validate(githubSchema("2025"), parse(surveyQuery(false)))).toEqual([]);
});

test("I06 fields that an older host refuses are left out, and the rest is valid there", () => {
  const dialect = createSchemaFeatures();
  const older = githubSchema("2025");
  const errorsIn = (): readonly string[] =>
    validate(
      older,
      parse(issuesQuery([{ id: "I_1", comments: 30, isFirst: true }], [], dialect).document),
    ).map(({ message }) => message);
  expect(errorsIn()).not.toEqual([]);
  expect(dialect.learn("Field 'blockedBy' doesn't exist on type 'Issue'")).toBe(true);
  expect(dialect.learn("Field 'blockedBy' doesn't exist on type 'Issue'")).toBe(false);
  expect(dialect.learn("- Field 'issueType' doesn't exist on type 'Issue'")).toBe(true);
  expect(dialect.learn("Field 'duplicateOf' doesn't exist on type 'Issue'")).toBe(true);
  expect(dialect.learn("Field 'closedByPullRequestsReferences' doesn't exist on type 'Issue'")).toBe(true);
  expect(dialect.has("linked pull requests")).toBe(false);
  expect(dialect.learn("No such type BlockedByRemovedEvent, so it can't be a fragment condition")).toBe(true);
  expect(dialect.learn("Field 'constructor' doesn't exist on type 'Issue'")).toBe(false);
  expect(errorsIn()).toEqual([]);
  expect(validate(older, parse(issuePageQuery()))).not.toEqual([]);
  expect(validate(older, parse(issuePageQuery(dialect)))).toEqual([]);
});

test("a page of a hundred issues stays far below the nodes that GitHub allows a query", () => {
  const checked = checkDocument(issuePageQuery());
  if (checked.kind !== "valid") throw new Error("The document is not valid.");
  const operation = checked.document.document.definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (operation === undefined) throw new Error("The document has no operation.");
  expect(measure(checked.document, operation, { id: "R_1", first: 100, after: null })).toEqual({
    nodeCount: 60_800,
    cost: 12,
  });
});
