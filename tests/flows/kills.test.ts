/**
 * Kills the server at every durable step and starts it again. The steps are those that the code names. Where
 * SIGNALBOX_EVERY_STEP is set (`npm run long`), it is killed at each occurrence of a step: the story is repeated until
 * the step no longer occurs that often. Elsewhere each step has one of its first three occurrences.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { durableSteps } from "../../src/dispatcher/ports/durable-step.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";
import { takePicture } from "../support/picture.ts";
import { stepsOfFlows } from "../support/store-of-flows.ts";
import { type Cast, playStory, shortStory } from "../support/story.ts";

/** What a kill at each step leaves behind. Every new step in the code needs an entry here. */
const titles: Readonly<Record<(typeof durableSteps)[number], string>> = {
  "delivery admitted": "B07 killed before GitHub has its answer, which then delivers again",
  "delivery acknowledged": "B08 killed before any work",
  "deliveries taken up": "B08 killed when they have their rows, before any work",
  "cycle read": "B08 killed in the middle of the work",
  "cycle committed": "B09 killed before anything is sent",
  "effects marked as sending": "B10 killed when it may have been sent",
  "effects sent": "B10 killed after it was sent, before the receipt",
  "receipt saved": "B11 killed between two writes of one transition",
};

/** The outcome of the story, as people see it. */
const ending = {
  issues: {
    login: expect.objectContaining({
      state: "open",
      labels: ["kind:task", "status:ready"],
      blockedBy: ["{token}"],
      status: [],
    }),
    token: expect.objectContaining({
      state: "closed as completed",
      labels: ["answered", "category:architecture", "kind:question", "urgency:blocking"],
      status: [expect.stringMatching(/^\*\*Answered\*\* by `maria`\.[\s\S]*No longer blocks \{login\}\./)],
    }),
  },
};

/** Plays the story with a kill at the `occurrence`-th time of a step. */
async function playAndDie(
  bus: MortalBus,
  step: keyof typeof titles,
  occurrence: number,
): Promise<{ readonly cast: Cast; readonly deaths: number }> {
  let deaths = 0;
  await bus.doom(step, occurrence);
  const cast = await playStory(shortStory, bus.as, async () => {
    deaths += await raisedUntilSettled(bus);
  });
  return { cast, deaths };
}

/** Resolves to the number of kills on the way. */
async function raisedUntilSettled(bus: MortalBus): Promise<number> {
  let deaths = 0;
  for (; !(await bus.settled()); deaths++) await bus.raise();
  return deaths;
}

async function expectEnding(bus: MortalBus, cast: Cast, occurrence: number): Promise<void> {
  const { picture, wakes } = await takePicture(bus.as("maria"), cast);
  expect({ occurrence, wakes, picture }).toEqual({
    occurrence,
    wakes: { twins: [], asleep: [], count: 1 },
    picture: ending,
  });
}

/** The story comes to each step more often than this, so that a kill at one of the first occurrences always strikes. */
const certainly = 3;
const isEveryTime = process.env.SIGNALBOX_EVERY_STEP !== undefined;

/** One hub for all: each story opens issues of its own. */
let bus: MortalBus;
beforeAll(async () => {
  bus = await startMortalBus();
});
beforeEach(async () => {
  await raisedUntilSettled(bus);
  await bus.spare();
});
afterAll(() => bus.stop());

describe("a server killed at any step loses and duplicates nothing", () => {
  const cases = stepsOfFlows.map((step, place) => [titles[step], step, 1 + (place % certainly)] as const);
  test.each(cases)("%s (%s)", { timeout: 300_000 }, async (_, step, chosen) => {
    const casts: Cast[] = [];
    const play = async (occurrence: number): Promise<number> => {
      const { cast, deaths } = await playAndDie(bus, step, occurrence);
      await expectEnding(bus, cast, occurrence);
      casts.push(cast);
      return deaths;
    };
    if (isEveryTime) {
      for (let deaths = 1; deaths > 0; ) {
        deaths = await play(casts.length + 1);
        expect(deaths).toBeLessThanOrEqual(1);
      }
      expect(casts.length, "the story comes to the step").toBeGreaterThan(certainly);
    } else expect(await play(chosen), "the story comes to the step").toBe(1);
    if (step !== "delivery admitted") return;
    expect(await bus.redeliverFailed()).toBeGreaterThan(0);
    await raisedUntilSettled(bus);
    for (const cast of casts) await expectEnding(bus, cast, 0);
  });
});
