/** One installation gets a thousand deliveries a second, and another one a comment now and then. */
import { cpus } from "node:os";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startChild } from "../../bench/children.ts";
import { burstResult } from "../../bench/load/messages.ts";
import { openTasks } from "../../bench/load/template.ts";
import { percentile } from "../../bench/statistics.ts";
import { taskBody } from "../../support/story.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { countOf } from "../fence-triggers.ts";
import type { System } from "../system.ts";
import { eventually, installationOf, startedSystem, whySkipped } from "./scenario.ts";

const flooded = "acme/demo";
const other = "globex/demo";
/** Somewhat more are sent than have to be admitted. */
const [sentPerSecond, atLeastPerSecond, floodSeconds, connections] = [1_100, 1_000, 20, 50];
const calmSamples = 15;
const minSamples = 8;
const restMs = 400;
const atMostMs = 1_000;
/** With less of the machine's processors idle, more could not be admitted whatever the program does. */
const saturatedBelow = 0.1;

describeUnless(whySkipped, "a flood of one installation", () => {
  test("delays another one by less than a second", { timeout: 600_000 }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2 });
    const alice = system.as("alice", other);
    const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
    const templates = await openTasks(system.hub, 8);
    await installationOf(system, flooded);
    const measure = await latencyMeter(system, await installationOf(system, other), () =>
      alice.comment(task, "/help"),
    );
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"));

    const calm: number[] = [];
    while (calm.length < calmSamples) calm.push(await measure());
    const generator = startChild("load/generator.ts");
    onTestFinished(generator.stop);
    let isOver = false;
    const flooding = generator
      .ask(
        {
          port: Number(new URL(system.alive("web")[0]?.url() ?? "").port),
          secret: system.hub.app.webhookSecret,
          templates,
          connections,
          firstSerial: 0,
          perSecond: sentPerSecond,
          count: sentPerSecond * floodSeconds,
          maxMs: floodSeconds * 1_000,
        },
        burstResult,
      )
      .finally(() => {
        isOver = true;
      });
    // It signs all of them first.
    await eventually(async () => expect(await countOf(system.postgres.url, "delivery")).toBeGreaterThan(500));
    const idle = idleSince();
    const busy: number[] = [];
    while (!isOver) busy.push(await measure());
    const { accepted, refused, seconds } = await flooding;
    const rate = accepted / seconds;
    const idleShare = idle();
    const calmMs = percentile(calm, 0.95);
    const busyMs = percentile(busy, 0.95);
    console.info(
      `Flood of ${Math.round(rate)}/s for ${Math.round(seconds)} s, ${refused} refused, ${Math.round(idleShare * 100)} % of the processors idle;`,
      `${busy.length} waits of ${Math.round(busyMs)} ms (p95), ${Math.round(calmMs)} ms without it`,
      ...system.errors().kinds,
    );
    const isSlowMachine = rate < atLeastPerSecond && idleShare < saturatedBelow;
    if (!isSlowMachine) expect(rate).toBeGreaterThanOrEqual(atLeastPerSecond);
    expect(refused).toBe(0);
    expect(busy.length).toBeGreaterThanOrEqual(isSlowMachine ? 1 : minSamples);
    expect(busyMs).toBeLessThan(isSlowMachine ? calmMs + atMostMs : atMostMs);
    expect(await countOf(system.postgres.url, "delivery")).toBeGreaterThanOrEqual(accepted);
  });
});

const arrival = z.tuple([z.object({ at: z.number() })]);

/**
 * Resolves to a function that measures how many milliseconds after a comment's delivery a worker sends GitHub a request
 * for its installation. It begins once there has been no such request for a while.
 */
async function latencyMeter(
  system: System,
  installation: number,
  comment: () => Promise<unknown>,
): Promise<() => Promise<number>> {
  // One connection for all queries: a new one each time would add to the load.
  const client = new pg.Client({ connectionString: system.postgres.url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  const query = `SELECT received_at::float AS at FROM delivery
    WHERE owner = $1 AND event = 'issue_comment' AND received_at >= $2 ORDER BY seq LIMIT 1`;
  return async () => {
    await eventually(() =>
      expect(firstRequestAfter(system, installation, Date.now() - restMs)).toBe(Infinity),
    );
    const begun = Date.now();
    await comment();
    const request = () => {
      const at = firstRequestAfter(system, installation, begun);
      expect(at).toBeLessThan(Infinity);
      return at;
    };
    const requestedAt = await eventually(request);
    const { rows } = await eventually(async () => {
      const found = await client.query(query, [installation, begun]);
      expect(found.rows).toHaveLength(1);
      return found;
    });
    const [{ at: cameAt }] = arrival.parse(rows);
    return requestedAt - cameAt;
  };
}

/** When GitHub got the first request for an installation after a time; `Infinity` if never. */
function firstRequestAfter(system: System, installation: number, after: number): number {
  const times = system
    .processes()
    .flatMap(({ githubProxy }) =>
      githubProxy.requests.flatMap((each) =>
        each.installation === installation && each.at >= after ? each.at : [],
      ),
    );
  return Math.min(...times);
}

/** @returns the share of the processors' time that was idle since */
function idleSince(): () => number {
  const times = () => {
    const all = cpus().flatMap((cpu) => Object.entries(cpu.times));
    const sum = (entries: typeof all) => entries.reduce((total, [, ms]) => total + ms, 0);
    return { idle: sum(all.filter(([name]) => name === "idle")), all: sum(all) };
  };
  const before = times();
  return () => {
    const now = times();
    return (now.idle - before.idle) / Math.max(1, now.all - before.all);
  };
}
