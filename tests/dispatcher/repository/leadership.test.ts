/**
 * Two installations on one repository, through the dispatcher: the later one reads, writes nothing, and
 * reports it.
 */
import { afterEach, expect, test } from "vitest";
import type { Logger } from "../../../src/base/logger.ts";
import type { ForeignTrace } from "../../../src/engine/model/fact.ts";
import { openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { start, task, us } from "../../support/issues.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { recordIn } from "../../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const first = { id: "BOT_first", login: "first[bot]", type: "Bot" } as const;
const ids = ["I_11", "I_12", "I_13"];
const seenBy = (number: number): ForeignTrace => ({
  id: `IC_first${number}`,
  author: first,
  createdAt: start + number,
});
const settings = async (text: string): Promise<void> => {
  desk.github.settings.set("R_demo", { commit: `commit of ${text}`, file: { type: "text", text } });
  await desk.deliver([], { event: "push" });
  await desk.settled();
};
const rows = () =>
  desk.store.ledger.flatMap(({ kind, because }) =>
    kind === "passive" || kind === "leading" ? [[kind, because]] : [],
  );

async function openBeside(foreign: boolean): Promise<readonly string[]> {
  const warnings: string[] = [];
  const warn: Logger["warn"] = (_, message) => warnings.push(message);
  desk = await openDesk({
    ports: { logger: { debug: () => {}, info: () => {}, warn, error: () => {} } as Logger },
  });
  for (const number of [11, 12, 13])
    desk.github.put(task(number, foreign ? { foreign: [seenBy(number)] } : {}));
  await desk.deliver(ids);
  await desk.settled();
  return warnings;
}

test("H03 the second installation writes nothing, reports it once, and keeps reading", async () => {
  const warnings = await openBeside(true);
  await desk.deliver(ids);
  await desk.settled();
  expect(desk.github.writes).toEqual([]);
  expect(await desk.store.outbox.counts()).toMatchObject({ pending: 0 });
  expect(desk.dispatch.repositories.pauses.passive()).toBe(1);
  expect(desk.dispatch.repositories.pauses.count()).toBe(0);
  expect(rows()).toEqual([["passive", expect.stringMatching(/first\[bot\].*`leader: BOT_us`/)]]);
  expect(warnings.filter((message) => message.includes("first[bot]"))).toHaveLength(1);
  expect((await recordIn(desk.store.index, "I_12"))?.reading.kind).toBe("task");
});

test("H03 a setting that names our installation makes it write, and one that names the other stops it", async () => {
  await openBeside(true);
  await settings(`leader: ${us.id}`);
  expect(desk.github.issues.get("I_12")?.labels).toContain("status:ready");
  const written = desk.github.writes.length;
  await settings(`leader: ${first.id}`);
  desk.github.put(task(14));
  await desk.deliver(["I_14"]);
  await desk.settled();
  expect(desk.github.writes).toHaveLength(written);
  expect(rows().map(([kind]) => kind)).toEqual(["passive", "leading", "passive"]);
});

test("H03 the installation that wrote first continues when another one joins, also after a rebuild", async () => {
  await openBeside(false);
  desk.github.change("I_11", {
    own: [{ id: "IC_ours", key: "status", text: "", persisted: {}, createdAt: start, isMinimized: false }],
  });
  for (const number of [11, 12, 13]) desk.github.change(`I_${number}`, { foreign: [seenBy(number)] });
  await desk.deliver(ids);
  await desk.settled();
  expect(desk.dispatch.repositories.pauses.passive()).toBe(0);
  await desk.dispatch.rebuild();
  expect(desk.dispatch.repositories.pauses.passive()).toBe(0);
  expect(rows()).toEqual([]);
  desk.github.put(task(14));
  await desk.deliver(["I_14"]);
  await desk.settled();
  expect(desk.github.issues.get("I_14")?.labels).toContain("status:ready");
});

test("H03 an installation that rebuilds its index from scratch follows the leader again before it writes anything", async () => {
  await openBeside(true);
  const { github, clock } = desk;
  await desk.stop();
  desk = await openDesk({ before: { github, clock, store: memoryStore() } });
  await desk.dispatch.rebuild();
  await desk.settled();
  expect(github.writes).toEqual([]);
  expect(desk.dispatch.repositories.pauses.passive()).toBe(1);
});
