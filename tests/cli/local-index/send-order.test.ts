/** What an agent is told when the server ends while its order is under way. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Clock } from "../../../src/base/clock.ts";
import { sendOrder } from "../../../src/cli/local-index/send-order.ts";
import { writeContact } from "../../../src/server/maintenance/data-folder.ts";
import { orderId } from "../../support/orders.ts";

const sentShape = z.object({ id: z.string(), waitMs: z.number() });
type Sent = z.infer<typeof sentShape>;

/** What the server does with an attempt: its answer, or that it dies first. */
type Turn = object | "dies" | 503;

let home: string;
let server: Server | undefined;
let sent: Sent[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "signalbox-order-"));
  sent = [];
});
afterEach(() => {
  server?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Takes the turns one after the other, and the last one from then on. */
async function serve(...turns: readonly Turn[]): Promise<void> {
  const listener: RequestListener = async (request, response) => {
    sent.push(sentShape.parse(JSON.parse((await request.toArray()).join(""))));
    const turn = turns[Math.min(sent.length, turns.length) - 1];
    if (turn === "dies") request.socket.destroy();
    else if (turn === 503) response.writeHead(503).end();
    else response.end(JSON.stringify(turn));
  };
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  writeContact(home, { url: `http://127.0.0.1:${port}`, token: "token" });
}

/** Time passes only while it sleeps. */
function sleepingClock(): Clock {
  let now = 1_763_728_800_000;
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
}

const wish = { owner: "acme", repo: "demo", agent: "ada", issue: 12, text: "/claim as ada" };
const send = (id?: string) => sendOrder(home, { ...wish, id }, sleepingClock());
const done = { type: "done", issue: 12, lease: { token: 5, since: 4 } };
const starting = { type: "unavailable", why: "GitHub has not answered the server yet" };

describe("an order", () => {
  test("AG12 whose server dies before it answers is not known, and is named", async () => {
    await serve("dies");
    expect(await send()).toEqual({ type: "unknown", id: sent[0]?.id });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  });

  test("AG12 that the server stored and could not end is not known, and has its answer once there is one", async () => {
    const unknown = { type: "unknown", id: orderId(1) };
    await serve(unknown, 503, done);
    expect(await send(orderId(1))).toEqual(done);
    await serve(unknown);
    expect(await send(orderId(1))).toEqual(unknown);
  });

  test("AG12 is sent again with what is left of the time, and has the answer of the server that is back", async () => {
    await serve("dies", starting, 503, done);
    expect(await send()).toEqual(done);
    expect(sent.map(({ waitMs }) => waitMs)).toEqual([10_000, 9_750, 9_500, 9_250]);
  });

  test.each([
    ["starts", starting],
    ["cannot store it", 503],
  ] as const)("AG12 that was sent before is not known while the server %s", async (_, turn) => {
    await serve("dies", turn);
    expect(await send()).toMatchObject({ type: "unknown" });
    expect(await send(orderId(7))).toEqual({ type: "unknown", id: orderId(7) });
    expect(sent.at(-1)?.id).toBe(orderId(7));
  });

  test.each([
    ["starts", starting, starting.why],
    ["cannot store it", 503, "the server cannot store the order; its log says why"],
  ] as const)("is not decided if the server %s and never had it", async (_, turn, why) => {
    await serve(turn);
    expect(await send()).toEqual({ type: "undecided", why });
    expect(sent).toHaveLength(1);
  });

  test("is not decided if nothing listens where the server was", async () => {
    await serve(done);
    await new Promise((resolve) => server?.close(resolve));
    expect(await send()).toEqual({ type: "undecided", why: "no server answers with this data folder" });
  });

  test("waits as long as it was told to, a minute at a time", async () => {
    await serve({ type: "undecided", why: "GitHub is away" }, done);
    const patient = { ...wish, patienceMs: 120_000 };
    expect(await sendOrder(home, patient, sleepingClock())).toEqual(done);
    expect(sent.map(({ waitMs }) => waitMs)).toEqual([60_000, 60_000]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  });

  test("AG12 is over when the server says so, also if an earlier attempt broke", async () => {
    await serve("dies", { type: "undecided", why: "GitHub is away" });
    expect(await send()).toEqual({ type: "undecided", why: "GitHub is away" });
  });
});
