/**
 * A repository that has issues when signalbox comes. Its issues are read in pages, and whatever happens
 * meanwhile, the index ends as one that is built from GitHub alone.
 */
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Hub } from "../../src/hub/hub.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { type BusSettings, startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask } from "../support/freeing.ts";
import { hurried, hurry } from "../support/hurry.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";

const running: (TestBus | MortalBus)[] = [];
afterEach(async () => {
  for (const bus of running.splice(0)) await bus.stop();
});

const perPage = 100;

async function fill(actor: Actor, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, i) => i + 1).values();
  const work = async (): Promise<void> => {
    for (const n of numbers) await actor.open(`The page stays empty (${n})`, `Seen with version ${n}.`);
  };
  await Promise.all([work(), work(), work(), work()]);
}

const aliceAt = (hub: Hub): Actor => actorOf(hub.url, hub.tokenOf("alice"), "alice", "acme/demo");

const pageAnswer = z.object({
  data: z.object({
    repository: z.object({
      issues: z.object({
        nodes: z.array(z.object({ number: z.number(), comments: z.object({ totalCount: z.number() }) })),
      }),
    }),
  }),
});

interface Pages {
  /** The numbers of the issues of each page that was answered. */
  readonly answered: readonly (readonly number[])[];
  /** Resolves when as many pages have been answered. */
  readonly reached: (count: number) => Promise<void>;
}

function watchPages(hub: Hub): Pages {
  const answered: (readonly number[])[] = [];
  const waiting = new Set<() => void>();
  hub.observe((seen) => {
    const page = seen.kind === "response" ? pageAnswer.safeParse(seen.body) : undefined;
    if (page?.success !== true) return;
    answered.push(page.data.data.repository.issues.nodes.map(({ number }) => number));
    for (const tell of waiting) tell();
  });
  return {
    answered,
    reached: async (count) => {
      while (answered.length < count) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
}

/** Leaves time to do something between two pages. */
function slowDown(hub: Hub): void {
  hub.faults.add({
    on: "request",
    match: { operation: "IssuePage" },
    effect: { kind: "slow", ms: 200 },
  });
}

async function rebuild(home: string): Promise<unknown> {
  const contact = readContact(home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  const response = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  return response.json();
}

const nothingDiffers = (issues: number) => ({ repositories: 1, issues, differences: [] });

async function opened(settings: BusSettings = {}): Promise<TestBus> {
  const bus = await startBus({ ...settings, startsServer: false });
  running.push(bus);
  return bus;
}

describe("a repository that has issues when signalbox comes", () => {
  test("B09 a server killed while it reads the pages goes on with the next one, and ends as a rebuild does", async () => {
    const issues = 602;
    let pages: Pages | undefined;
    const bus = await startMortalBus(async (hub) => {
      pages = watchPages(hub);
      slowDown(hub);
      const alice = aliceAt(hub);
      const task = await openTask(alice);
      await fill(alice, issues - 2);
      await openQuestion(alice, task);
    });
    running.push(bus);
    await pages?.reached(3);
    await bus.signal("SIGKILL");
    const before = pages?.answered.length ?? 0;
    expect(before).toBeLessThan(issues / perPage);
    await bus.raise();
    expect(await bus.settled()).toBe(true);
    const begins = (pages?.answered ?? []).map(([first = 0]) => first);
    // The last page before its death may have been answered and not kept.
    const again = begins.slice(before).filter((first) => begins.slice(0, before - 1).includes(first));
    expect(again).toEqual([]);
    expect(new Set(begins)).toEqual(new Set([1, 101, 201, 301, 401, 501, 601]));
    expect((await bus.as("alice").see(1)).labels).toContain("status:blocked");
    expect(await rebuild(bus.home)).toEqual(nothingDiffers(issues));
  });

  test("C18 a page that GitHub does not answer in time is halved", async () => {
    const bus = await opened();
    await fill(bus.as("alice"), 120);
    const pages = watchPages(bus.hub);
    // What GitHub ended for its time is not sent again as it was.
    bus.hub.faults.add({
      on: "request",
      match: { operation: "IssuePage" },
      effect: { kind: "fail", status: 502 },
      times: 1,
    });
    await hurried(bus, bus.startServer());
    await hurried(bus, bus.settled());
    expect(pages.answered.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(await rebuild(bus.home)).toEqual(nothingDiffers(120));
  });

  test("B05 what changes while its pages are read is right in the end, with and without deliveries", async () => {
    const bus = await opened();
    const alice = bus.as("alice");
    const task = await openTask(alice);
    await fill(alice, 249);
    const pages = watchPages(bus.hub);
    slowDown(bus.hub);
    const changing = pages.reached(1).then(async () => {
      bus.hub.faults.add({ on: "delivery", match: { action: "edited" }, effect: { kind: "drop" } });
      await alice.edit(2, { title: "Another title" });
      await alice.comment(3, "Happens here as well.");
      await alice.close(4);
      await openQuestion(alice, task);
    });
    await bus.startServer();
    await changing;
    bus.hub.faults.clear();
    await hurry(bus);
    await bus.sweep();
    expect((await alice.see(task)).labels).toContain("status:blocked");
    expect((await bus.server().board.card("acme", "demo", 2))?.title).toBe("Another title");
    expect(await rebuild(bus.home)).toEqual(nothingDiffers(251));
  });
});
