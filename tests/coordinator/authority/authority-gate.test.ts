import { describe, expect, test } from "vitest";
import { authorityGate, declaredGate } from "../../../src/coordinator/authority/authority-gate.ts";
import { formOf } from "../../../src/coordinator/authority/signs.ts";
import { trained } from "../../../src/coordinator/trained.ts";

const gate = (title: string, body = "", packages: readonly string[] = [], hasPrecedent = false) =>
  authorityGate({ title, body }, new Set(packages), trained.authority, hasPrecedent);

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
  ])("%s goes to people", (title) => {
    const verdict = gate(title);
    expect(verdict.passes).toBe(false);
    expect(verdict.reasons.length).toBeGreaterThan(0);
  });

  test.each([
    "How do I read a lease?",
    "Where should the retry logic live?",
    "What does the sweep do with deleted issues?",
    "Where is the body's cap checked?",
    "The test of the lanes fails on Mondays",
    "Why does `extend()` not work?",
  ])("%s is the coordinator's", (title) => {
    expect(gate(title)).toMatchObject({ passes: true });
  });

  test("what does not show its kind goes to people", () => {
    expect(gate("Blue")).toEqual({
      passes: false,
      reasons: expect.arrayContaining(["It does not show what kind of decision it is."]),
    });
  });

  test("what shows nothing but its form, and reads like a question of use, is the coordinator's", () => {
    const title = "I got a lease inside a hook of the worker";
    expect(formOf(title, "")).toBe("unclear");
    expect(gate(title)).toMatchObject({ passes: true });
    expect(gate(`${title}, with caching`)).toMatchObject({ passes: false });
  });

  test("a package that no manifest lists goes to people, a listed one does not", () => {
    const body = "How do I mock it? I ran `npm install left-pad` and it fails.";
    expect(gate("Why does the test fail?", body).reasons).toContain(
      "New dependency: no manifest lists the package `left-pad`.",
    );
    expect(gate("Why does the test fail?", body, ["left-pad"]).passes).toBe(true);
  });

  test("a precedent never lifts what the rules saw", () => {
    expect(gate("Rename the `timeout` option?", "", [], true).passes).toBe(false);
    expect(gate("Drop support for Node 20", "", [], true).passes).toBe(false);
  });

  test("a precedent lifts the classifier's doubt alone", () => {
    const title = "Which tool is used for diagrams?";
    expect(gate(title).reasons).toEqual([
      expect.stringMatching(/^It reads like a decision that people make/),
    ]);
    expect(gate(title, "", [], true).passes).toBe(true);
  });
});

describe("the declared class", () => {
  test.each([
    "breaking API change",
    "New dependency",
    "deviation from the architecture",
    "performance trade-off",
  ])("%s is people's", (written) => expect(declaredGate(written).passes).toBe(false));

  test.each(["interface design", "Implementation approach", "bug fix approach", "test coverage"])(
    "%s is the coordinator's",
    (written) => expect(declaredGate(written).passes).toBe(true),
  );

  test("a class that the policy does not know is people's, and none says nothing", () => {
    expect(declaredGate("anything goes").passes).toBe(false);
    expect(declaredGate(undefined).passes).toBe(true);
    expect(declaredGate("  ").passes).toBe(true);
  });

  test("an asker who names two classes gets the heavier one", () => {
    expect(declaredGate("implementation approach, with a new dependency").passes).toBe(false);
  });
});
