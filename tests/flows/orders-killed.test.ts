/** The server is killed at each durable step while an agent claims, and the agent sends the same order again. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderSteps } from "../../src/dispatcher/ports/durable-step.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";
import { orderId } from "../support/orders.ts";
import { stepsOfFlows } from "../support/store-of-flows.ts";

/** @param parallel how many tasks ada may hold at once */
async function nameAda({ as }: MortalBus, parallel: number): Promise<void> {
  const maria = as("maria");
  const { data } = await maria.octokit.rest.users.getByUsername({ username: "alice" });
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "Name the agents",
    content: Buffer.from(
      `agents: { ada: { account: ${data.node_id} } }\nleases: { parallel: ${parallel} }\n`,
    ).toString("base64"),
  });
}

/** Resolves to undefined if the server died before it answered. */
async function send(bus: MortalBus, place: number, issue: number): Promise<unknown> {
  const { token } = readContact(bus.home) ?? {};
  try {
    const response = await fetch(`${bus.serverUrl()}/control/order`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        id: orderId(place),
        owner: "acme",
        repo: "demo",
        agent: "ada",
        issue,
        text: "/claim as ada",
      }),
    });
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Sends it until it is answered. Resolves to all answers, and to how often the server died. */
async function sendOn(
  bus: MortalBus,
  place: number,
  issue: number,
): Promise<{ readonly told: readonly unknown[]; readonly deaths: number }> {
  const told: unknown[] = [];
  for (let deaths = 0; ; deaths++) {
    const answers = await Promise.all([1, 2, 3].map(() => send(bus, place, issue)));
    told.push(...answers.filter((answer) => answer !== undefined));
    const isAlive = await bus.settled();
    if (isAlive && answers.every((answer) => answer !== undefined)) return { told, deaths };
    if (!isAlive) await bus.raise();
  }
}

/** How often the issue was awarded, and how often it was assigned. */
function effectsOn(bus: MortalBus, nodeId: string): readonly [number, number] {
  const rows = bus.ledger().filter(({ issue_id }) => issue_id === nodeId);
  const assigned = rows.filter(({ kind, what }) => kind === "done" && what.startsWith("assign "));
  return [rows.filter(({ kind }) => kind === "lease").length, assigned.length];
}

const steps = [...orderSteps, ...stepsOfFlows];

/** One server for all, killed and started again for each step: each claims a task of its own. */
let bus: MortalBus;
beforeAll(async () => {
  bus = await startMortalBus();
  await nameAda(bus, steps.length);
});
afterAll(() => bus.stop());

describe("an order", () => {
  test.each(steps.map((step, place) => [step, place + 1] as const))(
    'AG12 sent three times, and again after a kill at "%s", is one award with one token and one assignment',
    { timeout: 300_000 },
    async (step, place) => {
      const maria = bus.as("maria");
      const issue = await maria.open("Sign in", "### Goal\n\nPeople sign in.", ["kind:task"], []);
      await bus.settled();
      await bus.doom(step, 1);
      const { told, deaths } = await sendOn(bus, place, issue);
      expect(deaths).toBe(1);
      expect(told.length).toBeGreaterThanOrEqual(3);
      expect(new Set(told.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(told[0]).toMatchObject({ type: "done", issue, lease: { token: expect.any(Number) } });
      expect(await send(bus, place, issue)).toEqual(told[0]);
      const { data } = await maria.octokit.rest.issues.get({ ...maria.repository, issue_number: issue });
      expect((data.assignees ?? []).map(({ login }) => login)).toEqual(["alice"]);
      expect(effectsOn(bus, data.node_id)).toEqual([1, 1]);
    },
  );
});
