/**
 * Tests GitHub answering 200 with a part of the requested data: missing data counts as unknown, so that it
 * unblocks nothing.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "../../src/base/logger.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { startServer } from "../../src/server/main.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask } from "../support/freeing.ts";
import { seeIssue } from "../support/picture.ts";

let bus: TestBus;
let server: RunningServer | undefined;
let between: Server | undefined;
afterEach(async () => {
  await server?.close();
  between?.closeAllConnections();
  between?.close();
  await bus.stop();
});

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * Removes the blockers of an issue from an answer, as GitHub does when that part fails: null, and an error
 * with its path.
 */
function withoutBlockers(text: string, issue: number): { readonly text: string; readonly taken: number } {
  const answer = JSON.parse(text);
  const errors: unknown[] = [];
  const visit = (value: unknown, path: readonly (string | number)[]): void => {
    if (!isObject(value)) return;
    if (value.number === issue && "blockedBy" in value) {
      value.blockedBy = null;
      errors.push({
        type: "SERVICE_UNAVAILABLE",
        path: [...path, "blockedBy"],
        message: "Something went wrong.",
      });
    }
    for (const [key, part] of Object.entries(value)) visit(part, [...path, key]);
  };
  visit(answer.data, []);
  if (errors.length === 0) return { text, taken: 0 };
  return { text: JSON.stringify({ ...answer, errors }), taken: errors.length };
}

/** The issue whose blockers GitHub fails to show, 0 for none, and how often it failed. */
let [failing, taken] = [0, 0];

/** The bus with a server that asks GitHub through a proxy, which removes blockers from answers. */
async function startBehindProxy(): Promise<void> {
  bus = await startBus({ startsServer: false });
  [failing, taken] = [0, 0];
  const proxy = createServer(async (request, response) => {
    const body = await bytesOf(request);
    const { host: _, connection: __, "transfer-encoding": ___, ...headers } = request.headers;
    const answer = await fetch(`${bus.hub.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      redirect: "manual",
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await answer.text();
    const partial = request.url?.endsWith("/graphql") ? withoutBlockers(text, failing) : { text, taken: 0 };
    taken += partial.taken;
    const { "content-length": ____, "content-encoding": _____, ...said } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, said).end(partial.text);
  });
  between = proxy.listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const options = bus.serverOptions();
  const github = { ...options.github, baseUrl: `http://127.0.0.1:${port}/api/v3` };
  const outside = { clock: bus.clock, random: Math.random, logger: silentLogger, onStep: () => {} };
  server = await startServer({ ...options, github }, outside);
  bus.hub.setWebhookUrl(`${server.url}${webhookPath}`);
  await server.whenReady;
}

async function calm(rounds: number, ms = 20_000): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await bus.hub.idle();
    await server?.idle();
    bus.clock.advance(ms);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test("C18 while GitHub answers 200 with an error in place of a task's blockers, the task is not ready; afterwards it is", async () => {
  await startBehindProxy();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  await calm(3);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);

  failing = task;
  const other = await openTask(bob);
  await alice.block(task, other);
  await bob.comment(question, "/answer Opaque tokens.");
  await calm(10);
  expect(taken).toBeGreaterThan(0);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  await bob.close(other);
  await calm(10);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);

  failing = 0;
  await expect
    .poll(
      async () => {
        await calm(2);
        return (await alice.see(task)).labels;
      },
      { timeout: 20_000, interval: 10 },
    )
    .toEqual(["kind:task", "status:ready"]);
});

test("C18 an issue that GitHub never answers for does not block others of its repository, is reported once, and continues once it can be read", async () => {
  await startBehindProxy();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const unread = await openTask(alice);
  await calm(3);
  failing = unread;
  await alice.block(unread, await openTask(bob));
  for (let round = 0; round < 3; round++) {
    const task = await openTask(alice);
    const question = await openQuestion(alice, task);
    await calm(3, 0);
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
    await bob.comment(question, "/answer Opaque tokens.");
    await calm(3, 0);
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  }
  expect(taken).toBeGreaterThan(0);
  expect(await server?.health()).toMatchObject({
    deliveries: { pending: 0, dead: 0 },
    effects: { pending: 0 },
  });
  expect(bus.ledger().filter(({ kind }) => kind === "unread")).toEqual([]);

  await calm(60);
  expect(bus.ledger().filter(({ kind }) => kind === "unread")).toEqual([
    expect.objectContaining({
      issue_id: (await seeIssue(alice, unread)).id,
      because: "GitHub did not return it: Something went wrong.",
      what: expect.stringContaining("as last read"),
    }),
  ]);
  expect((await alice.see(unread)).labels).toEqual(["kind:task", "status:ready"]);

  failing = 0;
  await expect
    .poll(
      async () => {
        await calm(2);
        return (await alice.see(unread)).labels;
      },
      { interval: 10 },
    )
    .toEqual(["kind:task", "status:blocked"]);
});
