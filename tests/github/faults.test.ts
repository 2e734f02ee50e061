/** The GitHub adapter against a failing hub: what was applied is found again, what was not is not. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import type { QueuedEffect } from "../../src/dispatcher/ports/outbox.ts";
import type { RepositorySeen } from "../../src/engine/model/fact.ts";
import { createGitHub, type GitHub } from "../../src/github/github.ts";
import type { Hub } from "../../src/hub/hub.ts";
import { startCheckedHub } from "../support/checked-hub.ts";
import { queued, wake } from "./effects.ts";

let hub: Hub;
let github: GitHub;
let repository: RepositorySeen;
let issueId: string;
let effect: QueuedEffect;

beforeAll(async () => {
  hub = await startCheckedHub({ home: ":memory:", port: 0 });
  const { id: appId, privateKey } = hub.app;
  const baseUrl = `${hub.url}/api/v3`;
  const random = (): number => 0;
  github = await createGitHub({
    appId,
    privateKey,
    baseUrl,
    pacing: "off",
    clock: systemClock,
    random,
    log: silentLogger,
  });
  const [first] = (await github.tracker.repositories()).repositories;
  if (first === undefined) throw new Error("The hub has no repository.");
  repository = first;
  const response = await fetch(`${hub.url}/repos/acme/demo/issues`, {
    method: "POST",
    headers: { authorization: `token ${hub.tokenOf("alice")}` },
    body: JSON.stringify({ title: "A task" }),
  });
  issueId = String(Object(await response.json()).node_id);
  effect = { ...queued(1, wake, issueId), repositoryId: repository.id };
});
afterAll(() => hub.close());

const installation = () => repository.installationId;
const find = (key: string) => github.writer.findOwnComment(installation(), issueId, key);
const write = (marker: string) =>
  github.writer.write(installation(), [
    { ...effect, effect: { ...wake, type: "AddComment", marker, text: marker } },
  ]);
const mutations = { on: "request", match: { field: "addComment" }, times: 1 } as const;
const reads = { on: "request", match: { operation: "Issues" }, times: 1 } as const;
const request = { commentsSince: undefined, ownComments: [] };
const read = () => github.tracker.readIssues(installation(), [{ ...request, target: { id: issueId } }]);

describe("with GitHub out of order", () => {
  test.each(["fail", "cut"] as const)(
    "C06 C08 a comment created before a %s has an unknown outcome, and is found",
    async (kind) => {
      hub.faults.add({ ...mutations, effect: { kind, when: "after" } });
      expect(await write(`after:${kind}`)).toMatchObject([{ ok: false, failure: { type: "unknown" } }]);
      expect(await find(`after:${kind}`)).toEqual(expect.any(String));
    },
  );

  test.each(["fail", "cut"] as const)(
    "C07 a comment that a %s prevented has an unknown outcome, and is not found",
    async (kind) => {
      hub.faults.add({ ...mutations, effect: { kind, when: "before" } });
      expect(await write(`before:${kind}`)).toMatchObject([{ ok: false, failure: { type: "unknown" } }]);
      expect(await find(`before:${kind}`)).toBeUndefined();
      expect(await write(`before:${kind}`)).toMatchObject([{ ok: true }]);
    },
  );

  test("C20 a mutation whose answer is HTML or cut short has an unknown outcome, and a read is repeated", async () => {
    hub.faults.add({ ...mutations, effect: { kind: "garble", as: "truncated" } });
    expect(await write("garbled")).toMatchObject([{ ok: false, failure: { type: "unknown" } }]);
    expect(await find("garbled")).toEqual(expect.any(String));
    for (const as of ["html", "truncated"] as const) {
      hub.faults.add({ ...reads, effect: { kind: "garble", as } });
      expect(await read()).toMatchObject([{ type: "IssueSeen" }]);
    }
  });

  test("C05 a read gets through an outage", async () => {
    hub.faults.add({ ...reads, effect: { kind: "fail", status: 503 } });
    expect(await read()).toMatchObject([{ type: "IssueSeen" }]);
  });

  test("C19 issues of which too many are asked for at once are read in smaller requests, which stay small", async () => {
    const opened = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const response = await fetch(`${hub.url}/repos/acme/demo/issues`, {
          method: "POST",
          headers: { authorization: `token ${hub.tokenOf("alice")}` },
          body: JSON.stringify({ title: `Task ${n}` }),
        });
        return String(Object(await response.json()).node_id);
      }),
    );
    const readAll = () =>
      github.tracker.readIssues(
        installation(),
        opened.map((id) => ({ ...request, target: { id } })),
      );
    // Three issues and the list of comments.
    const remove = hub.faults.add({
      on: "request",
      match: { operation: "Issues", moreFieldsThan: 4 },
      effect: { kind: "resource-limit", answers: 1 },
    });
    const strikes = () => hub.faults.list().at(-1)?.struck ?? 0;
    let before = -1;
    for (let round = 0; round < 8 && strikes() > before; round++) {
      before = strikes();
      expect(await readAll()).toHaveLength(8);
    }
    expect(before).toBeGreaterThan(0);
    expect(strikes()).toBe(before);
    remove();
  });

  test.each([
    ["time-out", "before"],
    ["time-out", "after"],
    ["resource-limit", "before"],
    ["resource-limit", "after"],
  ] as const)("C06 C19 a comment that met a %s, %s it was written, is looked for", async (kind, when) => {
    const effect = kind === "time-out" ? ({ kind, when, seconds: 0 } as const) : ({ kind, when } as const);
    hub.faults.add({ ...mutations, effect });
    const key = `${kind}:${when}`;
    expect(await write(key)).toMatchObject([{ ok: false, failure: { type: "unknown" } }]);
    expect(await find(key)).toEqual(when === "after" ? expect.any(String) : undefined);
  });

  test("a comment on an issue that does not exist is not found", async () => {
    expect(await github.writer.findOwnComment(installation(), "I_kwDOnothing", "wake:1")).toBeUndefined();
  });

  test("C02 a limit with retry-after stops the installation until it is over", async () => {
    hub.faults.add({ ...mutations, effect: { kind: "limit", waitSeconds: 1, status: 429 } });
    const before = Date.now();
    const [limited] = await write("limited");
    expect(limited).toMatchObject({ ok: false, failure: { type: "wait", scope: "installation" } });
    const retryAt = limited?.ok === false && limited.failure.type === "wait" ? limited.failure.retryAt : 0;
    expect(retryAt).toBeGreaterThanOrEqual(before + 1_000);
    await expect(read()).rejects.toMatchObject({ failure: { type: "wait", scope: "installation", retryAt } });
    expect(await find("limited").catch(() => "held")).toBe("held");
  });
});
