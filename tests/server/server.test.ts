/** The whole App with a hub, over HTTP: the state afterwards. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { makeKeyPair } from "../../src/hub/auth/secrets.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { openFollowedBoard } from "../../src/store/sqlite/board/followed-board.ts";
import { quickest, unhinderedMs } from "../support/own-time.ts";
import { post } from "./delivery.ts";
import { createServerFixture, demo, labelsOf, type ServerFixture, until } from "./server-fixture.ts";

let fixture: ServerFixture;
beforeEach(async () => {
  fixture = await createServerFixture();
});
afterEach(() => fixture.close());

const task = { ...demo, title: "Sign in", body: "### Goal\n\nPeople can sign in.\n\n### Priority\n\np1" };
const health = async (url: string) => {
  const response = await fetch(`${url}/health`);
  return { status: response.status, body: await response.json() };
};

describe("the server", () => {
  test("the server is ready within three seconds, and has created its labels", async () => {
    let server: RunningServer | undefined;
    const took = await quickest(3_000, async () => {
      await fixture.close();
      fixture = await createServerFixture();
      return unhinderedMs(async () => {
        server = await fixture.serve();
        await server.whenReady;
      });
    });
    expect(took).toBeLessThan(3_000);
    expect(await health(server?.url ?? "")).toMatchObject({
      status: 200,
      body: { status: "ready", missing: [] },
    });
    const { data } = await fixture.octokit("maria").rest.issues.listLabelsForRepo({ ...demo, per_page: 100 });
    const names = data.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["kind:task", "status:ready", "answered", "needs-approval"]),
    );
  });

  test("the server answers 503 with what is missing while GitHub does not answer, and stores deliveries meanwhile", async () => {
    const { hub } = fixture;
    const mend = hub.faults.add({
      on: "request",
      match: { path: "^/app" },
      effect: { kind: "fail", status: 503, when: "before" },
      skip: 0,
    });
    const server = await fixture.serve();
    expect(await health(server.url)).toMatchObject({
      status: 503,
      body: { status: "starting", missing: ["github", "sweep", "labels"] },
    });
    expect((await post(server.url, { secret: hub.app.webhookSecret })).status).toBe(202);
    expect((await server.health()).deliveries.pending).toBe(1);
    // Deliveries are stored without GitHub, so it is ready for them.
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    mend();
    await server.whenReady;
    expect((await health(server.url)).status).toBe(200);
  });

  test("the server answers 503 while GitHub fails after the start, and stays ready for deliveries", async () => {
    const { hub } = fixture;
    const server = await fixture.serve();
    await server.whenReady;
    const mend = hub.faults.add({
      on: "request",
      match: { login: "signalbox[bot]" },
      effect: { kind: "cut" },
    });
    const alice = fixture.octokit("alice");
    const { data } = await alice.rest.issues.create(task);
    await until(
      () => health(server.url),
      ({ status }) => status === 503,
    );
    expect((await health(server.url)).body).toMatchObject({
      status: "failing",
      failing: [{ part: "github", error: "every request to GitHub fails", since: expect.any(String) }],
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    mend();
    await until(
      () => labelsOf(alice, data.number),
      (labels) => labels.includes("status:ready"),
    );
    expect(await health(server.url)).toMatchObject({ status: 200, body: { status: "ready", failing: [] } });
  });

  test("A01 a delivery takes effect once, and a task is labelled", async () => {
    const server = await fixture.serve();
    await server.whenReady;
    const alice = fixture.octokit("alice");
    const { data } = await alice.rest.issues.create(task);
    await until(
      () => labelsOf(alice, data.number),
      (labels) => labels.includes("status:ready"),
    );
    await fixture.hub.idle();
    await server.idle();
    expect((await labelsOf(alice, data.number)).toSorted()).toEqual(["kind:task", "status:ready"]);
    expect(await server.health()).toMatchObject({
      deliveries: { pending: 0, dead: 0 },
      effects: { pending: 0 },
    });
  });

  test("B16 a stop under load answers requests under way and loses nothing that was accepted", async () => {
    const server = await fixture.serve();
    await server.whenReady;
    const alice = fixture.octokit("alice");
    const opened = Promise.all(Array.from({ length: 40 }, () => alice.rest.issues.create(task)));
    await until(
      async () => (await server.health()).ingress.accepted ?? 0,
      (accepted) => accepted > 20,
    );
    await fixture.stop();
    const numbers = (await opened).map(({ data }) => data.number);
    const again = await fixture.serve();
    await again.whenReady;
    for (const number of numbers)
      await until(
        () => labelsOf(alice, number),
        (labels) => labels.includes("status:ready"),
      );
  });

  test("a second server on the same data folder is refused, and the first continues", async () => {
    const server = await fixture.serve();
    await expect(fixture.serve()).rejects.toThrow(UserError);
    await server.whenReady;
    expect((await health(server.url)).status).toBe(200);
  });

  test("the server reads the previous key, and exits if it is not a key", async () => {
    const rotated = await fixture.serve({ previousPrivateKeys: [makeKeyPair().privateKey] });
    await rotated.whenReady;
    await fixture.stop();
    const server = await fixture.serve({ previousPrivateKeys: ["no key"] });
    await expect(server.whenReady).rejects.toThrow(UserError);
  });

  test("only its owner can read the data folder", async () => {
    await fixture.serve();
    expect(statSync(fixture.home).mode & 0o077).toBe(0);
    expect(statSync(join(fixture.home, "server.json")).mode & 0o077).toBe(0);
  });

  test("the server finds by polling alone what no delivery reported", async () => {
    const server = await fixture.serve({ pollMs: 50 });
    await server.whenReady;
    const alice = fixture.octokit("alice");
    const { data } = await alice.rest.issues.create(task);
    await until(
      () => labelsOf(alice, data.number),
      (labels) => labels.includes("status:ready"),
    );
    expect((await server.health()).ingress).toEqual({});
  });

  test("another process can read the board while the server runs", async () => {
    const server = await fixture.serve();
    await server.whenReady;
    const { data } = await fixture.octokit("alice").rest.issues.create(task);
    const { board, close } = openFollowedBoard(fixture.home);
    await until(
      async () => (await board.card("acme", "demo", data.number))?.status,
      (status) => status === "ready",
    );
    close();
  });
});
