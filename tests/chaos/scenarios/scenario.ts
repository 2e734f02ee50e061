/** What stories of a cluster need: a stage that ends with the test, and what is to be asked of it. */
import { expect, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { diceOf } from "../../support/dice.ts";
import { taskBody } from "../../support/story.ts";
import { createCrowd } from "../actors.ts";
import { openStage, type Player, type Stage, type StageOptions } from "../stage.ts";
import { ask, takingsOf } from "../watch.ts";

/** Why they are not played: each takes a minute. `npm run long` plays them. */
export const isShort = process.env.SIGNALBOX_CLUSTER_LONG === undefined;

export async function opened(options: StageOptions): Promise<Stage> {
  const stage = await openStage(options);
  onTestFinished(async () => void (await stage.close()));
  return stage;
}

/** People work in a repository until the test ends. @returns what ends it earlier */
export function peopleIn(stage: Stage, repository: string, restMs = 300): () => Promise<void> {
  const roll = diceOf(1, repository);
  const crowd = createCrowd(stage.as("maria", repository), stage.as("alice", repository), roll);
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await crowd.act();
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  })();
  const end = (): Promise<void> => {
    isOver = true;
    return working;
  };
  onTestFinished(end);
  return end;
}

const known = z.tuple([z.object({ installation: z.number() })]);

/** Once it is served. */
export function installationOf({ cluster }: Stage, repository: string): Promise<number> {
  const query = "SELECT installation_id::int AS installation FROM repository WHERE owner || '/' || name = $1";
  return eventually(async () => known.parse(await ask(cluster.url, query, [repository]))[0].installation);
}

/** Who took an installation last. */
export async function ownerOf(stage: Stage, installation: number): Promise<Player> {
  const taken = (await takingsOf(stage.cluster.url)).findLast((each) => each.installation === installation);
  const owner = stage.everybody().find(({ name }) => name === taken?.who);
  if (owner === undefined) throw new Error(`Nobody has installation ${installation} yet.`);
  return owner;
}

/** Resolves once nobody serves the installations any more. */
export async function quietly(stage: Stage): Promise<void> {
  await eventually(async () => {
    for (const worker of stage.members("worker"))
      expect(await healthOf(worker)).toMatchObject({ tenures: 0 });
  });
}

/** A task in a repository, with workers that have made it ready and serve nobody now. */
export async function taskAtRest(stage: Stage, repository: string) {
  const alice = stage.as("alice", repository);
  const task = await alice.open("Task", taskBody("It is done."), ["kind:task"], []);
  const installation = await installationOf(stage, repository);
  await eventually(async () => expect((await alice.see(task)).labels).toContain("status:ready"));
  await quietly(stage);
  return { alice, task, installation };
}

export function eventually<T>(look: () => T | Promise<T>, timeout = 60_000): Promise<T> {
  return vi.waitFor(look, { timeout, interval: 20 });
}

export async function healthOf({ url }: Player): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url()}/health`);
  return z.record(z.string(), z.unknown()).parse(await answer.json());
}
