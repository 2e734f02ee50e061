/**
 * Kills the server while tasks of three repositories land: from the moment in which the last of them is ready, at
 * each durable step. The end is the same as without a kill. Where SIGNALBOX_EVERY_STEP is set (`npm run long`), it is
 * killed at each occurrence of a step, elsewhere at one.
 */
import { expect, test } from "vitest";
import type { DurableStep } from "../../src/dispatcher/ports/durable-step.ts";
import { botLogin } from "../support/freeing.ts";
import { landingSeed, landingStory, names, type Work } from "../support/landing-story.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";

async function raisedUntilSettled(bus: MortalBus): Promise<number> {
  let deaths = 0;
  for (; !(await bus.settled()); deaths++) await bus.raise();
  return deaths;
}

/** Three tasks that name one another, all handed over; the workflow of the last one has not reported yet. */
async function prepare(bus: MortalBus, round: number): Promise<readonly Work[]> {
  const { alice, begin, handOver, passed } = landingStory(() => bus);
  const next = await Promise.all(
    names.map(async (name) => {
      const { data } = await alice(name).octokit.rest.issues.listForRepo({
        owner: "acme",
        repo: name,
        state: "all",
        per_page: 1,
      });
      return `acme/${name}#${(data[0]?.number ?? 0) + 1}`;
    }),
  );
  const works: Work[] = [];
  for (const [at, name] of names.entries())
    works.push(await begin(name, next.toSpliced(at, 1).join(", "), `work-${round}`));
  for (const work of works) await handOver(work);
  for (const work of works.slice(0, -1)) await passed(work);
  return works;
}

/** The commits by which each pull request came to main. */
async function mergesOf(bus: MortalBus, { name, pull }: Work): Promise<number> {
  const { body } = await bus.testHub.as("alice")("GET", `/repos/acme/${name}/commits?per_page=100`);
  const messages: readonly string[] = Array.from(body, ({ commit }) => commit.message);
  return messages.filter((message) => message.startsWith(`Merge pull request #${pull} `)).length;
}

const isEvery = process.env.SIGNALBOX_EVERY_STEP !== undefined;

/**
 * The one played elsewhere is the first, or comes between two merges. Decisions are many, and most of them change nothing
 * outside: a third of them is played.
 */
const steps: readonly (readonly [step: DurableStep, one: number, every: number])[] = [
  ["cycle committed", 1, 3],
  ["effects marked as sending", 4, 1],
  ["effects sent", 1, 1],
  ["receipt saved", 4, 1],
];

/** Without an end: the story comes to the step only so often. */
function* occurrences(every: number): Generator<number> {
  for (let occurrence = 1; ; occurrence += every) yield occurrence;
}

test.each(steps)(
  "AG72 three repositories land together, killed at: %s",
  { timeout: 300_000 },
  async (step, one, every) => {
    const bus = await startMortalBus(undefined, landingSeed);
    const { alice, passed, merged, waitFor } = landingStory(() => bus);
    try {
      let rounds = 0;
      for (const occurrence of isEvery ? occurrences(every) : [one]) {
        const works = await prepare(bus, occurrence);
        const [demo, , api] = works;
        if (demo === undefined || api === undefined) throw new Error("There are three.");
        const waiting = await waitFor(demo);
        expect(await raisedUntilSettled(bus)).toBe(0);
        expect(await merged(works)).toEqual([false, false, false]);

        await bus.doom(step, occurrence);
        await passed(api);
        const deaths = await raisedUntilSettled(bus);
        expect({ occurrence, merged: await merged(works) }).toEqual({
          occurrence,
          merged: [true, true, true],
        });
        for (const work of works) {
          expect(await mergesOf(bus, work)).toBe(1);
          expect(await alice(work.name).see(work.task)).toMatchObject({
            state: "closed",
            reason: "completed",
          });
          const { data } = await alice(work.name).octokit.rest.issues.listForRepo({
            owner: "acme",
            repo: work.name,
            labels: "kind:escalation",
            state: "all",
          });
          expect(data).toEqual([]);
        }
        expect((await alice("demo").see(waiting)).labels).toContain("status:ready");
        const told = (await alice("demo").comments(waiting)).filter(
          ({ author, body }) => author === botLogin && body.includes("@alice"),
        );
        expect({ occurrence, told: told.length }).toEqual({ occurrence, told: 1 });
        rounds += 1;
        if (isEvery && deaths === 0) break;
        expect({ occurrence, deaths }).toEqual({ occurrence, deaths: 1 });
      }
      expect(rounds, "landing comes to the step").toBeGreaterThan(isEvery ? 3 : 0);
    } finally {
      await bus.stop();
    }
  },
);
