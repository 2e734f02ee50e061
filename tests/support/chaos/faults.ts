/** The faults of a chaos run: in deliveries, in requests, and of the server's process. */
import { orderSteps } from "../../../src/dispatcher/ports/durable-step.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { botLogin } from "../freeing.ts";
import type { MortalBus } from "../mortal-bus.ts";
import { requestFaults } from "../request-faults.ts";
import { pick, type Random } from "../seeded-random.ts";
import { stepsOfFlows } from "../store-of-flows.ts";

/** The deliveries of a round, roughly. */
const deliveries = 400;

/** Loses, duplicates or delays half of the deliveries, and lets some requests to GitHub fail. */
export function injectFaults({ hub }: MortalBus, random: Random): void {
  for (let at = 0; at < deliveries; at++) {
    const drawn = random(6);
    if (drawn > 2) continue;
    const effect = drawn < 2 ? ({ kind: "drop" } as const) : ({ kind: "duplicate", times: 2 } as const);
    hub.faults.add({ on: "delivery", effect, skip: random(3), times: 1 });
  }
  hub.faults.add({
    on: "delivery",
    effect: { kind: "reorder", window: 4, seed: random(1_000), flushMs: 20 },
  });
  for (let count = 0; count < 4; count++) {
    const effect = pick(random, requestFaults);
    if (effect === undefined) continue;
    const often = { skip: random(60), times: 1 + random(4) };
    hub.faults.add({ on: "request", match: { login: botLogin }, effect, ...often });
  }
}

/** Resolves once it is certain that the server is killed at some step. */
export async function killAtSomeStep(bus: MortalBus, random: Random): Promise<void> {
  const step = pick(random, [...stepsOfFlows, ...orderSteps]);
  if (step !== undefined) await bus.doom(step, 1 + random(12));
}

/** What the index and GitHub differed in; undefined if the server could not finish. */
export async function rebuild(bus: MortalBus): Promise<unknown> {
  const { token } = readContact(bus.home) ?? {};
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${bus.serverUrl()}/control/rebuild`, { method: "POST", headers });
    return response.status === 200 ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
