/** What goes wrong in a chaos run: deliveries, requests, and the server's process. */
import { orderSteps } from "../../../src/dispatcher/ports/durable-step.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { pick, type Roll } from "../dice.ts";
import { botLogin } from "../freeing.ts";
import type { MortalBus } from "../mortal-bus.ts";
import { requestFaults } from "../request-faults.ts";
import { stepsOfFlows } from "../store-of-flows.ts";

/** The deliveries of a round, roughly. */
const deliveries = 400;

/** Half of the deliveries are lost, doubled or late; GitHub fails now and then. */
export function spoil({ hub }: MortalBus, roll: Roll): void {
  for (let at = 0; at < deliveries; at++) {
    const fate = roll(6);
    if (fate > 2) continue;
    const effect = fate < 2 ? ({ kind: "drop" } as const) : ({ kind: "duplicate", times: 2 } as const);
    hub.faults.add({ on: "delivery", effect, skip: roll(3), times: 1 });
  }
  hub.faults.add({ on: "delivery", effect: { kind: "reorder", window: 4, seed: roll(1_000), flushMs: 20 } });
  for (let count = 0; count < 4; count++) {
    const effect = pick(roll, requestFaults);
    if (effect === undefined) continue;
    const often = { skip: roll(60), times: 1 + roll(4) };
    hub.faults.add({ on: "request", match: { login: botLogin }, effect, ...often });
  }
}

/** Resolves when the server is certain to die at some step. */
export async function doomSomewhere(bus: MortalBus, roll: Roll): Promise<void> {
  const step = pick(roll, [...stepsOfFlows, ...orderSteps]);
  if (step !== undefined) await bus.doom(step, 1 + roll(12));
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
