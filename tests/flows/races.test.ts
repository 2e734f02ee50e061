/**
 * A hundred agents want one task at once: one holds it, the others are told whose it is, round after round. Through the
 * store that the server uses, and through the running server's door for orders. SIGNALBOX_RACES makes it more rounds
 * (`npm run long`).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { OrderResult, OrderWish } from "../../src/dispatcher/orders/place.ts";
import { nothingSettled } from "../../src/dispatcher/repository/changes.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { openIndex } from "../../src/server/maintenance/open-index.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { openDesk } from "../support/dispatch-desk.ts";
import { demo, start, task } from "../support/issues.ts";
import { readLedger } from "../support/ledger.ts";
import { manualClock } from "../support/manual-clock.ts";
import { MemoryGitHub } from "../support/memory-github.ts";
import { memoryStore } from "../support/memory-store.ts";
import { claimOf, rosterText } from "../support/orders.ts";
import { randomFor, shuffled } from "../support/seeded-random.ts";
import { databaseOfFlows, rememberDatabase } from "../support/store-of-flows.ts";

const rounds = Number(process.env.SIGNALBOX_RACES ?? 8);
const timeout = 90_000 + 3_000 * rounds;
const names = Array.from({ length: 100 }, (_, at) => `agent-${at}`);
const minute = 60_000;

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0)) await stop();
});

type Told = readonly (readonly [string, OrderResult])[];

/** The one who was told that it holds the task. All others were told whose it is. */
function winnerOf(told: Told): string {
  const winners = told.filter(([, { type }]) => type === "done").map(([name]) => name);
  expect(winners).toHaveLength(1);
  const [winner = ""] = winners;
  const reasons = told.flatMap(([, result]) => (result.type === "refused" ? result.reason : []));
  expect(reasons).toHaveLength(names.length - 1);
  for (const reason of reasons) expect(reason).toMatch(new RegExp(`^held by ${winner} since `));
  return winner;
}

function tokenIn(told: Told): number {
  const [token] = told.flatMap(([, result]) => (result.type === "done" ? (result.lease?.token ?? []) : []));
  return token ?? 0;
}

/** Rounds in which all claim the task at once and the winner gives it back. Returns the tokens, in order. */
async function race(
  place: (wish: OrderWish) => Promise<OrderResult>,
  issue: number,
  between: () => void,
): Promise<readonly number[]> {
  const tokens: number[] = [];
  let orders = 0;
  for (let round = 0; round < rounds; round++) {
    const order = shuffled(randomFor(round, "race"), names);
    const told = await Promise.all(
      order.map(async (name) => [name, await place(claimOf(issue, name, orders++))] as const),
    );
    const winner = winnerOf(told);
    tokens.push(tokenIn(told));
    const text = `/release as ${winner}`;
    expect(await place(claimOf(issue, winner, orders++, { text }))).toEqual({ type: "done", issue });
    between();
  }
  return tokens;
}

function expectGrowing(tokens: readonly number[]): void {
  expect(tokens).toHaveLength(rounds);
  expect(tokens).toEqual([...new Set(tokens)].sort((a, b) => a - b));
}

test("AG10 of a hundred claims at once one holds the task, by the store on disk", { timeout }, async () => {
  const home = mkdtempSync(join(tmpdir(), "signalbox-race-"));
  const clock = manualClock(start + 300_000);
  const database = await databaseOfFlows();
  rememberDatabase(home, database);
  const store = await openIndex({ home, databaseUrl: database?.url }, { clock });
  const { index, orders, inbox, outbox } = store;
  await index.saveRepositories([demo], []);
  await index.commit({ ...nothingSettled, cursor: { repositoryId: demo.id, at: 0 } });
  const text = rosterText(Object.fromEntries(names.map((name) => [name, "U_alice"])));
  await index.saveSettings(demo.id, { commit: "c", text, problem: undefined });
  const github = new MemoryGitHub(clock, [demo]);
  github.put(task(12, { assignees: [] }));
  const before = { github, clock, store: memoryStore() };
  const desk = await openDesk({ before, ports: { index, orders, inbox, outbox } });
  toStop.push(async () => {
    await desk.stop();
    await store.close();
    await database?.drop();
    rmSync(home, { recursive: true, force: true });
  });
  const tokens = await race(desk.dispatch.placeOrder, 12, () => clock.advance(2 * minute));
  await desk.settled();
  expectGrowing(tokens);
  const rows = readLedger(home).filter(({ kind }) => kind === "lease");
  expect(rows.map(({ what }) => what.includes("holds it"))).toEqual(tokens.flatMap(() => [true, false]));
});

test("AG10 of a hundred claims at once one holds the task, by the door of the running server", {
  timeout,
}, async () => {
  const crew: Crew = Object.fromEntries(names.map((name) => [name, { login: "crew" }]));
  const bus: TestBus = await startCrew(crew);
  toStop.push(() => bus.stop());
  const issue = await bus.as("alice").open("Sign in", "### Goal\n\nPeople sign in.", ["kind:task"], []);
  await bus.settled();
  const { url, token } = readContact(bus.home) ?? {};
  const place = async (wish: OrderWish): Promise<OrderResult> => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = { method: "POST", headers, body: JSON.stringify(wish) };
    return (await (await fetch(`${url}/control/order`, asked)).json()) as OrderResult;
  };
  const tokens = await race(place, issue, () => bus.clock.advance(2 * minute));
  await bus.settled();
  expectGrowing(tokens);
});
