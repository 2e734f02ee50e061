import { describe, expect, test } from "vitest";
import { authorityOver } from "../../../src/coordinator/authority/authority-gate.ts";
import { ownMs } from "../../support/own-time.ts";

const over = (title: string, body = "", packages: readonly string[] = []) =>
  authorityOver({ title, body }, new Set(packages));
const declared = (decisionClass: string | undefined) =>
  authorityOver({ title: "How do I read a lease?", body: "", decisionClass }, new Set());

describe("the authority gate", () => {
  test.each([
    "Should the `timeout` option be renamed to `timeoutMs`?",
    "Drop support for Node 20",
    "Can we make the `track` field mandatory?",
    "Replace the date library with another one",
    "Should we split the server into two services?",
    "Is it fine to cache roles for an hour to make the look-up faster?",
    "Move the ledger to PostgreSQL",
    "Use protobuf on the wire",
    "Vite instead of webpack?",
    "How do we get rid of jQuery?",
    "Is there a reason not to use axios?",
    "Can the page talk to the database directly from the browser?",
    "The query is slow, add an index?",
    "Is it okay to pull in another parser?",
  ])("S3.68 %s is never answered without a person", (title) => {
    const { reserved, doubt } = over(title);
    expect(reserved.passes && doubt.passes).toBe(false);
    expect([...reserved.reasons, ...doubt.reasons].length).toBeGreaterThan(0);
  });

  test.each([
    ["Drop support for Node 20", ""],
    ["Rename the `timeout` option", "The two names confuse people. OK?"],
    ["add left-pad to the exporter", "It is MIT licensed and small. May I add it to package.json?"],
    [
      "remove the rows of closed accounts",
      "The table is full. Can I run a job that deletes the old records?",
    ],
    ["skip the signature check in debug builds", "It would make the tests faster. Go ahead?"],
    ["print the report as parquet", "It takes a tenth of the space. Should I?"],
    ["Can we keep the citizens' data in the logs?", "I'd store the names of real users there for a week."],
    ["May we add marked to the exporter?", "It renders the notes."],
    ["Could I switch the exporter to marked?", ""],
    ["Does a deleted link stay as a tombstone?", "It would be OK to drop the record of the link."],
  ])(
    "N20 words that may reserve a question to people lower its answer and escalate nothing: %s",
    (title, body) => {
      expect(over(title, body)).toMatchObject({ reserved: { passes: true }, doubt: { passes: false } });
    },
  );

  test.each([
    "How do I read a lease?",
    "Where should the retry logic live?",
    "What does the sweep do with deleted issues?",
    "Where is the body's cap checked?",
    "The test of the lanes fails on Mondays",
    "Why does `extend()` not work?",
    "How can I add a reader of the ledger?",
  ])("S3.68 %s may be answered by the coordinator", (title) => {
    expect(over(title)).toMatchObject({ reserved: { passes: true }, doubt: { passes: true } });
  });

  test("N20 a question of unknown form is doubtful, and is not escalated for that alone", () => {
    expect(over("Blue")).toMatchObject({
      reserved: { passes: true },
      doubt: {
        passes: false,
        reasons: expect.arrayContaining(["It is unclear what kind of decision it is."]),
      },
    });
  });

  test("S3.74 a package that no manifest lists needs a person, and a listed one does not", () => {
    const body = "How do I mock it? I ran `npm install left-pad` and it fails.";
    expect(over("Why does the test fail?", body).doubt.reasons).toContain(
      "New dependency: no manifest lists the package `left-pad`.",
    );
    expect(over("Why does the test fail?", body, ["left-pad"]).doubt.passes).toBe(true);
  });

  test("the class patterns read hostile texts in linear time", () => {
    for (const piece of ["add ", "may i ", "without ", "remove a", "% more ", " . ", "cache ", "x/"]) {
      const took = ownMs(() => over(piece.repeat(300), piece.repeat(30_000)));
      expect(took, JSON.stringify(piece)).toBeLessThan(200);
    }
  });
});

describe("the declared class", () => {
  test.each([
    "breaking API change",
    "New dependency",
    "deviation from the architecture",
    "performance trade-off",
  ])("S3.73–S3.75 S3.78 %s is a class that people decide", (written) =>
    expect(declared(written).reserved.passes).toBe(false),
  );

  test.each(["interface design", "Implementation approach", "bug fix approach", "test coverage"])(
    "S3.68 S3.71 S3.72 S3.76 S3.77 %s may be answered by the coordinator",
    (written) => expect(declared(written).reserved.passes).toBe(true),
  );

  test("N20 a class that the policy does not know is doubtful, and a missing one has no effect", () => {
    expect(declared("anything goes").doubt.passes).toBe(false);
    expect(declared(undefined).doubt.passes).toBe(true);
    expect(declared("  ").doubt.passes).toBe(true);
  });

  test("a question that declares two classes gets the heavier one", () => {
    expect(declared("implementation approach, with a new dependency").reserved.passes).toBe(false);
  });
});
