/** One installation gets as many deliveries as a web process takes, and another one a comment now and then. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startChild } from "../../bench/children.ts";
import { type BurstResult, burstResult } from "../../bench/load/messages.ts";
import { openTasks } from "../../bench/load/template.ts";
import { noPostgres } from "../../support/postgres.ts";
import { taskBody } from "../../support/story.ts";
import type { Stage } from "../stage.ts";
import { ask, countOf } from "../watch.ts";
import { eventually, installationOf, isShort, opened } from "./opened.ts";

const [flooded, quiet] = ["acme/demo", "globex/demo"];
const [samples, restMs, atMostMs] = [20, 1_500, 1_000];
const [inBurst, connections, maxMs] = [10_000, 50, 20_000];

describe.skipIf(isShort || noPostgres)("a flood of one installation", () => {
  test("keeps another one waiting for less than a second more", { timeout: 600_000 }, async () => {
    const stage = await opened({ webs: 1, workers: 2 });
    const alice = stage.as("alice", quiet);
    const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
    const templates = await openTasks(stage.hub, 8);
    await installationOf(stage, flooded);
    const installation = await installationOf(stage, quiet);
    await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"));
    const comment = () => alice.comment(task, "/help");

    const calm = await wakes(stage, installation, comment);
    const generator = startChild("load/generator.ts");
    onTestFinished(generator.stop);
    const port = Number(new URL(stage.members("web")[0]?.url() ?? "").port);
    const secret = stage.hub.app.webhookSecret;
    const fire = (firstSerial: number): Promise<BurstResult> =>
      generator.ask(
        { port, secret, templates, count: inBurst, connections, firstSerial, maxMs },
        burstResult,
      );
    let isOver = false;
    const flooding = (async () => {
      const bursts: BurstResult[] = [];
      while (!isOver) bursts.push(await fire(bursts.length * inBurst));
      return bursts;
    })();
    await eventually(async () => expect(await countOf(stage.cluster.url, "delivery")).toBeGreaterThan(500));
    const busy = await wakes(stage, installation, comment).finally(() => {
      isOver = true;
    });
    const bursts = await flooding;
    const accepted = sum(bursts.map((burst) => burst.accepted));
    const rate = Math.round(accepted / sum(bursts.map(({ seconds }) => seconds)));
    const refused = sum(bursts.map((burst) => burst.refused));
    console.info(
      `Flood of ${rate}/s, ${refused} refused: waits of ${p95(busy)} ms (p95), ${p95(calm)} ms without it`,
      ...stage.errors().kinds,
    );
    expect(accepted).toBeGreaterThan(1_000);
    expect(p95(busy)).toBeLessThan(p95(calm) + atMostMs);
    expect(await countOf(stage.cluster.url, "delivery")).toBeGreaterThanOrEqual(accepted);
  });
});

const arrival = z.array(z.object({ at: z.number() }));

/** How long after a comment's delivery came in a worker asked GitHub about it, again and again. */
async function wakes(
  stage: Stage,
  installation: number,
  comment: () => Promise<unknown>,
): Promise<readonly number[]> {
  const query =
    "SELECT received_at::float AS at FROM delivery WHERE owner = $1 AND event = 'issue_comment' ORDER BY seq DESC LIMIT 1";
  const newest = async () => arrival.parse(await ask(stage.cluster.url, query, [installation]))[0]?.at ?? 0;
  const found: number[] = [];
  while (found.length < samples) {
    const before = await newest();
    await comment();
    const cameAt = await eventually(async () => {
      const at = await newest();
      expect(at).toBeGreaterThan(before);
      return at;
    });
    found.push((await eventually(() => asked(stage, installation, cameAt))) - cameAt);
    // Its reply is a delivery, too.
    await wait(restMs);
  }
  return found;
}

/** When GitHub was first asked for the installation after a time. */
function asked(stage: Stage, installation: number, after: number): number {
  const times = stage
    .everybody()
    .flatMap(({ github }) =>
      github.passed.flatMap((each) =>
        each.installation === installation && each.at >= after ? each.at : [],
      ),
    );
  if (times.length === 0) throw new Error("GitHub was not asked yet.");
  return Math.min(...times);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN);
}
