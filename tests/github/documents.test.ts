/** Validates what we send against the schema of the stand-in; tests/contracts/documents.test.ts has GitHub's own. */
import { Kind, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { issuePageQuery, issuesQuery, surveyQuery } from "../../src/github/read/queries.ts";
import { createSchemaFeatures } from "../../src/github/transport/schema-features.ts";
import { measure } from "../../src/hub/graphql/executor/cost.ts";
import { checkDocument } from "../../src/hub/graphql/executor/document.ts";
import { githubSchema } from "../../src/hub/graphql/executor/schema.ts";
import { documents } from "../contracts/github/documents.ts";

const schema = githubSchema();
describe("every document we send is valid in the schema of the stand-in", () => {
  test.each(Object.entries(documents))("%s", (_title, { document }) => {
    expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
  });
});

test("I06 an older host knows every field of a survey", () => {
  expect(validate(githubSchema("3.17"), parse(surveyQuery(false)))).toEqual([]);
});

test("I06 fields that an older host refuses are left out, and the rest is valid there", () => {
  const dialect = createSchemaFeatures();
  const older = githubSchema("3.17");
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
    nodeCount: 64_800,
    cost: 12,
  });
});
