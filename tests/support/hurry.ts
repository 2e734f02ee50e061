/**
 * Simulated waiting in a story: time runs fast until everything is processed, or passes in small steps. Never
 * jump to the end: work in progress would not get the time in between.
 */
import type { TestBus } from "./bus.ts";

const stepMs = 200;
const everyMs = 5;
const maxSteps = 20;

/** Resolves when nothing is pending, not even for a later time; until then time runs forty times as fast. */
export function hurry(bus: TestBus): Promise<void> {
  return hurried(bus, bus.settled());
}

/** Resolves with `work`; until then time runs forty times as fast. */
export async function hurried({ clock }: Pick<TestBus, "clock">, work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await Promise.race([done, tick()]);
    clock.advance(stepMs);
  }
  await done;
}

/** Resolves when `ms` have passed and nothing is due now; what is due later is still pending. */
export async function pass(bus: TestBus, ms: number): Promise<void> {
  const until = bus.clock.now() + ms;
  const maxMs = Math.max(1_000, ms / maxSteps);
  for (let left = ms; left > 0; left = until - bus.clock.now()) {
    bus.clock.advance(Math.min(maxMs, left));
    await calm(bus);
  }
}

/** Resolves when hub and server have nothing to do now; what is due later is still pending. */
export async function calm({ hub, server }: TestBus): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await tick();
    await hub.idle();
    await server().idle();
  }
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, everyMs));
}
