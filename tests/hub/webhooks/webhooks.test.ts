/** Tests webhooks: which are sent, in which order, how they are signed, and what happens to failed ones. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { Webhooks } from "@octokit/webhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const issues = "/repos/acme/demo/issues";
let world: TestHub;
/** An App that may know the members of an organisation, unlike ours. */
const seed: HubSeed = {
  ...demoSeed,
  app: {
    ...demoSeed.app,
    permissions: { ...demoSeed.app.permissions, members: "read" },
    events: [...demoSeed.app.events, "member"],
  },
};
beforeEach(async () => {
  world = await startTestHub({ seed });
});
afterEach(() => world.close());

async function namesAfter(work: () => Promise<unknown>): Promise<string[]> {
  await world.hub.idle();
  world.received.length = 0;
  await work();
  await world.inOrder();
  return world.received.map(nameOf);
}

test("an issue's opening comes first and shows its labels, then one delivery for each label and assignee", async () => {
  const names = await namesAfter(() =>
    world.as("alice")("POST", issues, { title: "T", labels: ["bug", "new"], assignees: ["bob"] }),
  );
  expect(names).toEqual([
    "label.created",
    "issues.opened",
    "issues.labeled",
    "issues.labeled",
    "issues.assigned",
  ]);
  const opened = world.received[1]?.payload;
  expect(opened).toMatchObject({
    issue: { number: 1, labels: [{ name: "bug" }, { name: "new" }], assignees: [{ login: "bob" }] },
    repository: { full_name: "acme/demo" },
    organization: { login: "acme" },
    installation: { id: world.hub.app.installationId },
    sender: { login: "alice" },
  });
  expect(world.received[2]?.payload.label).toMatchObject({ name: "bug" });
});

test("each change of an issue sends its own action", async () => {
  await world.as("alice")("POST", issues, { title: "Old", body: "old" });
  const one = `${issues}/1`;
  const alice = world.as("alice");
  expect(await namesAfter(() => alice("PATCH", one, { title: "New", body: "new" }))).toEqual([
    "issues.edited",
  ]);
  expect(world.received[0]?.payload.changes).toEqual({ title: { from: "Old" }, body: { from: "old" } });
  expect(await namesAfter(() => alice("PATCH", one, { title: "New" }))).toEqual([]);
  expect(await namesAfter(() => alice("PATCH", one, { state: "closed" }))).toEqual(["issues.closed"]);
  expect(world.received[0]?.payload.issue).toMatchObject({ state: "closed", state_reason: "completed" });
  expect(await namesAfter(() => alice("PATCH", one, { state: "open" }))).toEqual(["issues.reopened"]);
  expect(await namesAfter(() => alice("PUT", `${one}/labels`, ["bug"]))).toEqual(["issues.labeled"]);
  expect(await namesAfter(() => alice("DELETE", `${one}/labels/BUG`))).toEqual(["issues.unlabeled"]);
  expect(await namesAfter(() => alice("PUT", `${one}/lock`, {}))).toEqual(["issues.locked"]);
  expect(await namesAfter(() => alice("DELETE", `${one}/lock`))).toEqual(["issues.unlocked"]);
  const assigned = await namesAfter(() =>
    alice("POST", `${one}/assignees`, { assignees: ["bob", "mallory"] }),
  );
  expect(assigned).toEqual(["issues.assigned"]);
  expect(await namesAfter(() => alice("DELETE", `${one}/assignees`, { assignees: ["bob"] }))).toEqual([
    "issues.unassigned",
  ]);
});

test("comments, labels, members and the repository send webhooks too", async () => {
  await world.as("alice")("POST", issues, { title: "T" });
  const alice = world.as("alice");
  const maria = world.as("maria");
  const { body: comment } = await alice("POST", `${issues}/1/comments`, { body: "old" });
  const one = `${issues}/comments/${comment.id}`;
  expect(await namesAfter(() => alice("PATCH", one, { body: "new" }))).toEqual(["issue_comment.edited"]);
  expect(world.received[0]?.payload.changes).toEqual({ body: { from: "old" } });
  expect(await namesAfter(() => alice("DELETE", one))).toEqual(["issue_comment.deleted"]);
  const labels = "/repos/acme/demo/labels";
  expect(await namesAfter(() => alice("POST", labels, { name: "x", color: "ffffff" }))).toEqual([
    "label.created",
  ]);
  expect(await namesAfter(() => alice("PATCH", `${labels}/X`, { new_name: "y" }))).toEqual(["label.edited"]);
  expect(await namesAfter(() => alice("DELETE", `${labels}/y`))).toEqual(["label.deleted"]);
  const mallory = "/repos/acme/demo/collaborators/mallory";
  expect(await namesAfter(() => maria("PUT", mallory, { permission: "triage" }))).toEqual(["member.added"]);
  expect(await namesAfter(() => maria("DELETE", mallory))).toEqual(["member.removed"]);
  expect(await namesAfter(() => maria("PATCH", "/repos/acme/demo", { name: "other" }))).toEqual([
    "repository.renamed",
  ]);
});

test("every delivery is signed over its exact bytes and carries GitHub's headers", async () => {
  await namesAfter(() => world.as("alice")("POST", issues, { title: "Ünïcödé 🚦" }));
  const [delivery] = world.received;
  if (delivery === undefined) throw new Error("Nothing came.");
  const { webhookSecret } = world.hub.app;
  const webhooks = new Webhooks({ secret: webhookSecret });
  expect(await webhooks.verify(delivery.raw, String(delivery.headers["x-hub-signature-256"]))).toBe(true);
  const sha1 = createHmac("sha1", webhookSecret).update(delivery.raw).digest("hex");
  expect(delivery.headers).toMatchObject({
    "content-type": "application/json",
    "x-github-event": "issues",
    "x-github-hook-installation-target-id": String(world.hub.app.id),
    "x-github-hook-installation-target-type": "integration",
    "x-hub-signature": `sha1=${sha1}`,
  });
  expect(delivery.guid).toMatch(/^[0-9a-f-]{36}$/);
  expect(delivery.headers["user-agent"]).toMatch(/^GitHub-Hookshot\//);
});

test("N30 deliveries start in the order of the changes, and one overtakes at most three others", async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => world.as("alice")("POST", issues, { title: `Issue ${n}` })),
  );
  await world.hub.idle();
  const numbers = world.received.map(({ payload }) => payload.issue.number);
  expect(numbers.every((number, at) => number <= at + 4)).toBe(true);
  const begun = (await world.inOrder()).map(({ payload }) => payload.issue.number);
  expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
});

/** An App that answers no delivery until told to. */
async function slowApp() {
  const answers: { readonly title: string; readonly answer: () => unknown }[] = [];
  let inProgress = 0;
  let most = 0;
  const slow = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { title } = JSON.parse(Buffer.concat(chunks).toString()).issue;
    inProgress += 1;
    most = Math.max(most, inProgress);
    const answer = (): void => {
      if (response.headersSent) return;
      inProgress -= 1;
      response.writeHead(200).end();
    };
    answers.push({ title, answer });
  });
  slow.listen(0, "127.0.0.1");
  await once(slow, "listening");
  const address = slow.address();
  if (typeof address === "object" && address !== null)
    world.hub.setWebhookUrl(`http://127.0.0.1:${address.port}/`);
  return {
    /** What was sent so far, answered or not. */
    arrived: () => answers.map(({ title }) => title),
    /** The largest number of deliveries that were in progress at the same time. */
    mostAtOnce: () => most,
    /** Answers the delivery about this issue. */
    answer: (title: string) => answers.find((one) => one.title === title)?.answer(),
    close: () => {
      slow.close();
      slow.closeAllConnections();
    },
  };
}

test("N30 at most four deliveries are in progress at once, and a slow one does not block the others", async () => {
  const app = await slowApp();
  for (let n = 1; n <= 6; n++) await world.as("alice")("POST", issues, { title: `Issue ${n}` });
  const titles = () => app.arrived().toSorted();
  await expect.poll(titles).toEqual(["Issue 1", "Issue 2", "Issue 3", "Issue 4"]);
  app.answer("Issue 3");
  await expect.poll(titles).toEqual(["Issue 1", "Issue 2", "Issue 3", "Issue 4", "Issue 5"]);
  for (const title of app.arrived()) app.answer(title);
  await expect.poll(titles).toContain("Issue 6");
  app.answer("Issue 6");
  await world.hub.idle();
  app.close();
});

test("N30 asked for one at a time, the hub sends each delivery after the answer to the one before", async () => {
  const app = await slowApp();
  const asked = (who: string, atOnce: unknown) => world.as(who)("PUT", "/_hub/deliveries", { atOnce });
  expect((await asked("alice", 1)).status).toBe(403);
  expect((await asked("maria", 0)).status).toBe(422);
  expect((await asked("maria", 5)).status).toBe(422);
  expect((await asked("maria", 1)).status).toBe(204);
  for (let n = 1; n <= 3; n++) await world.as("alice")("POST", issues, { title: `Issue ${n}` });
  await expect.poll(app.arrived).toEqual(["Issue 1"]);
  app.answer("Issue 1");
  await expect.poll(app.arrived).toEqual(["Issue 1", "Issue 2"]);
  world.hub.deliverAtOnce(4);
  await expect.poll(app.arrived).toEqual(["Issue 1", "Issue 2", "Issue 3"]);
  app.answer("Issue 2");
  app.answer("Issue 3");
  await world.hub.idle();
  app.close();
});

test("N30 what a reorder rule shuffled goes one at a time, from one window to the next", async () => {
  const app = await slowApp();
  world.hub.faults.add({ on: "delivery", effect: { kind: "reorder", window: 2, seed: 1 } });
  for (let n = 1; n <= 4; n++) await world.as("alice")("POST", issues, { title: `Issue ${n}` });
  for (let count = 1; count <= 4; count++) {
    await expect.poll(app.arrived).toHaveLength(count);
    app.answer(app.arrived().at(-1) ?? "");
  }
  await world.hub.idle();
  expect(app.mostAtOnce()).toBe(1);
  expect(app.arrived().slice(0, 2).toSorted()).toEqual(["Issue 1", "Issue 2"]);
  app.close();
});

describe("the delivery log", () => {
  test("the delivery log keeps failures, which are redelivered only on request, under the same id", async () => {
    world.appStatus = 500;
    await namesAfter(() => world.as("alice")("POST", issues, { title: "T" }));
    expect(world.received).toHaveLength(1);
    const app = world.asApp();
    const { body: log } = await app("GET", "/app/hook/deliveries?status=failure");
    expect(log).toMatchObject([{ event: "issues", action: "opened", status_code: 500, redelivery: false }]);
    const { body: whole } = await app("GET", `/app/hook/deliveries/${log[0].id}`);
    expect(whole.request.headers["X-GitHub-Delivery"]).toBe(log[0].guid);
    expect(whole.request.payload).toEqual(world.received[0]?.payload);
    expect(whole.response.payload).toBe("seen");
    world.appStatus = 200;
    expect((await app("POST", `/app/hook/deliveries/${log[0].id}/attempts`)).status).toBe(202);
    await world.inOrder();
    expect(world.received.map(({ guid }) => guid)).toEqual([log[0].guid, log[0].guid]);
    expect(world.received[1]?.raw).toBe(world.received[0]?.raw);
    const { body: again } = await app("GET", "/app/hook/deliveries");
    expect(again).toMatchObject([
      { status: "OK", redelivery: true },
      { status_code: 500, redelivery: false },
    ]);
  });

  test("a receiver that cuts the connection is a failure, and the next delivery still arrives", async () => {
    world.appStatus = 0;
    await namesAfter(() => world.as("alice")("POST", issues, { title: "T" }));
    world.appStatus = 200;
    expect(await namesAfter(() => world.as("alice")("POST", issues, { title: "U" }))).toEqual([
      "issues.opened",
    ]);
    const { body: log } = await world.asApp()("GET", "/app/hook/deliveries");
    expect(log).toMatchObject([{ status: "OK" }, { status_code: 502 }]);
  });

  test("the delivery log is paged by a cursor, newest first", async () => {
    await namesAfter(() =>
      Promise.all(Array.from({ length: 5 }, (_, n) => world.as("alice")("POST", issues, { title: `${n}` }))),
    );
    const app = world.asApp();
    const seen: number[] = [];
    let next: string | undefined = `${world.hub.url}/app/hook/deliveries?per_page=2`;
    for (let pages = 0; next !== undefined && pages < 9; pages++) {
      const { body, headers } = await app("GET", next);
      seen.push(...body.map((delivery: { id: number }) => delivery.id));
      next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  test("the delivery log is visible to the App only", async () => {
    expect((await world.as("maria")("GET", "/app/hook/deliveries")).status).toBe(401);
  });
});
