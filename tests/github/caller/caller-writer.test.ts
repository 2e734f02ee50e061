/** What the caller writes is written once, also where GitHub's response is lost or GitHub asks to wait. */
import { Octokit } from "@octokit/rest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readViewer } from "../../../src/github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../../src/github/caller/caller-writer.ts";
import { createBudget } from "../../../src/github/transport/budget.ts";
import type { CallerWriter } from "../../../src/operations/caller-writer.ts";
import { writeEnvelope } from "../../../src/protocol/envelope/envelope.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const place = { owner: "acme", repo: "demo" };
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let testHub: TestHub;
let octokit: Octokit;
let writer: CallerWriter;
/** How long was slept in all; every sleep ends at once. */
let slept: number[];
let said: string[];
beforeEach(async () => {
  testHub = await startTestHub();
  const { hub } = testHub;
  octokit = new Octokit({ baseUrl: `${hub.url}/api/v3`, auth: hub.tokenOf("alice"), log: quiet });
  [slept, said] = [[], []];
  let ahead = 0;
  const clock = {
    now: () => Date.now() + ahead,
    sleep: async (ms: number) => {
      slept.push(ms);
      ahead += ms;
    },
  };
  const viewer = await readViewer(octokit);
  const budget = createBudget(clock, "github");
  writer = createCallerWriter({
    octokit,
    viewer,
    budget,
    clock,
    random: () => 0.5,
    progress: (line) => void said.push(line),
  });
});
afterEach(() => testHub.close());

const issue = (id: string) => ({
  title: "Write the journal",
  body: `### Goal\n\nIt is kept.\n\n${writeEnvelope({ v: "1.1", id })}\n`,
  labels: ["kind:task"],
});
const id = "01JZ0000000000000000000000";
const onOpening = { method: "POST", path: "^/repos/acme/demo/issues$" };

const numbers = async (): Promise<readonly number[]> =>
  (await octokit.rest.issues.listForRepo({ ...place, state: "all" })).data.map(({ number }) => number);

describe("opening an issue as the caller", () => {
  test.each([
    ["was carried out and its response failed", { kind: "fail", status: 502, when: "after" }],
    ["was carried out and the connection was cut", { kind: "cut", when: "after" }],
    ["failed before it was carried out", { kind: "fail", status: 502, when: "before" }],
    ["was cut before it was carried out", { kind: "cut", when: "before" }],
  ] as const)("a creation that %s leads to one issue", async (_, effect) => {
    testHub.hub.faults.add({ on: "request", match: onOpening, effect, times: 1 });
    expect(await writer.open(place, issue(id))).toBe(1);
    expect(await numbers()).toEqual([1]);
  });

  test("an issue is found by its envelope ID although somebody edited it meanwhile, and one of another user is not it", async () => {
    const bob = new Octokit({
      baseUrl: `${testHub.hub.url}/api/v3`,
      auth: testHub.hub.tokenOf("bob"),
      log: quiet,
    });
    await bob.rest.issues.create({ ...place, ...issue(id) });
    testHub.hub.faults.add({
      on: "request",
      match: onOpening,
      times: 1,
      effect: { kind: "fail", status: 502, when: "before" },
    });
    expect(await writer.open(place, issue(id))).toBe(2);
    expect(await numbers()).toEqual([2, 1]);
  });

  test("where GitHub does not show for half a minute whether it was opened, it is not opened again", async () => {
    testHub.hub.faults.add({
      on: "request",
      match: onOpening,
      times: 1,
      effect: { kind: "fail", status: 502, when: "after" },
    });
    testHub.hub.faults.add({
      on: "request",
      match: { method: "GET", path: "^/repos/acme/demo/issues$" },
      times: 100,
      effect: { kind: "fail", status: 502, when: "before" },
    });
    await expect(writer.open(place, issue(id))).rejects.toThrow(
      /^GitHub did not say whether it could open "Write the journal" in acme\/demo\. Run this again later/,
    );
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(30_000);
  });

  test("a limit is waited for and said, and nothing is opened twice", async () => {
    testHub.hub.faults.add({
      on: "request",
      match: onOpening,
      times: 1,
      effect: { kind: "limit", waitSeconds: 90 },
    });
    expect(await writer.open(place, issue(id))).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^GitHub asks to wait until .* UTC \(/)]);
    expect(Math.max(...slept)).toBeGreaterThan(80_000);
  });

  test("creations are a second apart", async () => {
    for (const last of ["1", "2", "3"]) await writer.open(place, issue(`01JZ000000000000000000000${last}`));
    expect(slept.filter((ms) => ms > 800 && ms <= 1_000)).toHaveLength(2);
  });

  test("what GitHub refuses is an error with GitHub's reason, at once", async () => {
    await expect(writer.open({ owner: "acme", repo: "none" }, issue(id))).rejects.toThrow(
      /^GitHub could not open "Write the journal" in acme\/none: /,
    );
    expect(slept).toEqual([]);
  });
});

describe("what else the caller writes", () => {
  test("a comment whose response was lost is written once; the same words later are another comment", async () => {
    const number = await writer.open(place, issue(id));
    testHub.hub.faults.add({
      on: "request",
      match: { method: "POST", path: "/comments$" },
      times: 1,
      effect: { kind: "cut", when: "after" },
    });
    const ref = { ...place, number };
    const first = await writer.comment(ref, "/claim as ada");
    const { data } = await octokit.rest.issues.listComments({ ...place, issue_number: number });
    expect(data.map(({ node_id, id: number, body }) => ({ id: node_id, number, body }))).toEqual([
      { ...first, body: "/claim as ada" },
    ]);
    expect(await writer.comment(ref, "/claim as ada")).not.toEqual(first);
  });

  test("an issue is edited, closed with a reason and reopened, also if the first response was lost", async () => {
    const number = await writer.open(place, issue(id));
    const ref = { ...place, number };
    const get = async () => (await octokit.rest.issues.get({ ...place, issue_number: number })).data;
    testHub.hub.faults.add({
      on: "request",
      match: { method: "PATCH" },
      times: 1,
      effect: { kind: "fail", status: 502, when: "after" },
    });
    await writer.edit(ref, { title: "Other", body: "Text" });
    expect(await get()).toMatchObject({ title: "Other", body: "Text" });
    await writer.close(ref, "not_planned");
    expect(await get()).toMatchObject({ state: "closed", state_reason: "not_planned" });
    await writer.reopen(ref);
    expect(await get()).toMatchObject({ state: "open" });
  });
});
