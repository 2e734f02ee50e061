/** Consumers of a contract may be tracks, and versions of an interface are found though they share no task. */
import { afterEach, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";
import { openContract, openTask, ours } from "../support/votes-story.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };
const hour = 60 * 60_000;
const agreed = { state: "closed", reason: "completed" };

let bus: TestBus;
afterEach(() => bus.stop());

const statusOn = async (issue: number): Promise<string> => (await ours(bus, issue))[0] ?? "";

async function onTrack(title: string, track: string, login?: string): Promise<number> {
  const body = `### Goal\n\nIt is done.\n\n### Track\n\n${track}`;
  const task = await bus.as("alice").open(title, body, ["kind:task"], []);
  await bus.settled();
  if (login !== undefined) await bus.as(login).comment(task, "/claim");
  await bus.settled();
  return task;
}

async function provided(): Promise<number> {
  const task = await openTask(bus.as("alice"), "Orders API");
  await bus.settled();
  await bus.as("ada").comment(task, "/claim");
  await bus.settled();
  return task;
}

describe("a track as consumer", () => {
  test("AG62 whoever holds a task there has to agree, also one that begins meanwhile; its other tasks are left alone", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const api = await provided();
    const shop = await onTrack("Shop", "web", "bea");
    const basket = await onTrack("Basket", "web");
    const contract = await openContract(alice, { Provider: `#${api}`, Consumers: "track:Web" });
    await bus.settled();
    expect(await statusOn(contract)).toContain(`Waiting for \`ada\` (#${api}), \`bea\` (#${shop})`);
    expect(await alice.blockers(shop)).toEqual([]);
    expect((await alice.see(basket)).labels).toContain("status:ready");
    await bus.as("ada").comment(contract, "/ack");
    await bus.as("cleo").comment(basket, "/claim");
    await bus.settled();
    await bus.as("bea").comment(contract, "/ack");
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject({ state: "open" });
    expect(await statusOn(contract)).toContain(`Waiting for \`cleo\` (#${basket})`);
    await bus.as("cleo").comment(contract, "/ack");
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject(agreed);
    const { out } = await signalbox(["brief", String(basket)], inHubsFolder(bus));
    expect(out).toContain("orders-api 1.2.0 (types)");
  });

  test("AG62 a track that no one works on holds nothing up", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const api = await provided();
    await onTrack("Shop", "web");
    const contract = await openContract(alice, {
      Provider: `#${api}`,
      Consumers: "track:web, track:none-yet",
    });
    await bus.settled();
    await bus.as("ada").comment(contract, "/ack");
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject(agreed);
  });
});

test("AG62 a version in force is found though no task is shared, and the author is told to name it", async () => {
  bus = await startCrew(crew);
  const alice = bus.as("alice");
  const api = await provided();
  const first = await openContract(alice, { Provider: `#${api}`, Consumers: `#${api}` });
  await bus.settled();
  await bus.as("ada").comment(first, "/ack");
  await bus.settled();
  expect(await alice.see(first)).toMatchObject(agreed);
  const other = await openTask(alice, "Another API");
  const second = await openContract(alice, {
    Provider: `#${other}`,
    Consumers: `#${other}`,
    Version: "2.0.0",
    Interface: "Orders-API",
  });
  await bus.settled();
  bus.clock.advance(5 * hour);
  await bus.settled();
  expect(await statusOn(second)).toContain(`\`#${first}\` is in force for this interface.`);
  expect(await alice.see(second)).toMatchObject({
    state: "open",
    labels: expect.arrayContaining(["needs-fix"]),
  });
});
