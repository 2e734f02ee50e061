/** Refreshes on a server that no delivery reaches, so that it knows only what it was asked to refresh. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/server/serving/running-server.ts";
import {
  createServerFixture,
  demo,
  labelsOf,
  neverPolls,
  openQuestion,
  openTask,
  type ServerFixture,
} from "../server-fixture.ts";

let fixture: ServerFixture;
let server: RunningServer;
beforeEach(async () => {
  fixture = await createServerFixture();
  server = await fixture.serve(neverPolls);
  await server.whenReady;
});
afterEach(() => fixture.close());

const task = { ...demo, number: 1 };

describe("a refresh on demand", () => {
  test("a refresh indexes changes that no delivery reported, and answers once their effects are carried out", async () => {
    await openTask(fixture);
    expect(await server.refreshIssue(task)).toBe(true);
    expect((await server.board.card("acme", "demo", 1))?.status).toBe("ready");
    expect(await labelsOf(fixture.octokit("alice"), 1)).toContain("status:ready");
  });

  test("a refresh of a task finds the question that was opened a moment ago", async () => {
    await openTask(fixture);
    await server.refreshIssue(task);
    await openQuestion(fixture, 1);
    expect(await server.refreshIssue(task)).toBe(true);
    expect(await server.board.card("acme", "demo", 1)).toMatchObject({
      status: "blocked",
      blockedBy: [{ ref: "acme/demo#2", state: "open" }],
    });
  });

  test("a refresh reports no certainty while GitHub is unreachable", async () => {
    await openTask(fixture);
    const mend = fixture.hub.faults.add({
      on: "request",
      match: { path: "/issues" },
      effect: { kind: "fail", status: 503, when: "before" },
      skip: 0,
    });
    expect(await server.refreshIssue(task)).toBe(false);
    mend();
  });

  test("a refresh reports no certainty before the first sweep", async () => {
    await fixture.stop();
    const mend = fixture.hub.faults.add({
      on: "request",
      match: { path: "^/app" },
      effect: { kind: "fail", status: 503, when: "before" },
      skip: 0,
    });
    const starting = await fixture.serve(neverPolls);
    expect(await starting.refreshIssue(task)).toBe(false);
    mend();
    await starting.whenReady;
  });
});
