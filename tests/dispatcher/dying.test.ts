import { afterEach, describe, expect, test } from "vitest";
import { type DurableStep, durableSteps } from "../../src/dispatcher/ports/durable-step.ts";
import type { IssueSeen, NodeId } from "../../src/engine/model/fact.ts";
import { openDesk, type PassContext, type PortsInstead } from "../support/dispatch-desk.ts";
import { answer, bob, completed, question, task } from "../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

/** Dies the `nth` time it reaches `step`: from then on nothing of that process reaches disk or network. */
function dyingAt(
  desk: Pick<PassContext, "store" | "github">,
  step: DurableStep,
  nth: number,
): { readonly ports: PortsInstead; readonly isDead: () => boolean } {
  let passed = 0;
  let isDead = false;
  const pass = (at: DurableStep): void => {
    if (at === step && ++passed === nth) isDead = true;
    if (isDead) throw new Error("The process is dead.");
  };
  const { index, outbox, inbox } = desk.store;
  const mortal = <T extends object>(port: T, after: Partial<Record<keyof T, DurableStep>>): T =>
    new Proxy(port, {
      get: (target, name: keyof T & string) => {
        const method = target[name];
        if (typeof method !== "function") return method;
        return (...args: readonly unknown[]) => {
          if (isDead) throw new Error("The process is dead.");
          const result: unknown = Reflect.apply(method, target, args);
          const done = after[name];
          return done === undefined || !(result instanceof Promise)
            ? result
            : result.then((value: unknown) => {
                pass(done);
                return value;
              });
        };
      },
    });
  const ports = {
    onStep: pass,
    index: mortal(index, { commit: "cycle committed" }),
    outbox: mortal(outbox, { sending: "effects marked as sending", receipt: "receipt saved" }),
    inbox: mortal(inbox, {}),
    writer: mortal(desk.github.writer, {}),
    tracker: mortal(desk.github.tracker, {}),
  };
  return { ports, isDead: () => isDead };
}

/**
 * An answer arrives, the process dies while processing it, and another one takes over. Returns whether `step`
 * was reached.
 */
async function die(step: DurableStep, nth: number): Promise<boolean> {
  desk = await openDesk();
  desk.github.put(task(12));
  desk.github.put(question(40, "#12"));
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  const at = desk.github.second();
  desk.github.put(answer(41, "#40", { author: bob, createdAt: at, updatedAt: at }));
  await desk.stop();

  const before = { github: desk.github, store: desk.store, clock: desk.clock };
  const { ports, isDead } = dyingAt(desk, step, nth);
  const dying = await openDesk({ before, ports });
  await dying.deliver(["I_41"]);
  while (
    !isDead() &&
    (dying.store.effects.size > 0 ||
      (await dying.store.inbox.counts()).pending > 0 ||
      // A look at an open question stays until it is due.
      dying.store.refreshes().some(({ dueAt }) => dueAt <= dying.clock.now()))
  )
    await new Promise((resolve) => setImmediate(resolve));
  await dying.stop();

  desk = await openDesk({ before });
  for (let n = 0; n < 5; n++) await desk.later(5_000);
  return isDead();
}

const rows: Readonly<Record<string, string>> = {
  "cycle read": "B08",
  "cycle committed": "B09",
  "effects marked as sending": "B10",
  "effects sent": "B10",
  "receipt saved": "B11",
};

function issue(id: NodeId): IssueSeen {
  const found = desk.github.issues.get(id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}

const own = (id: NodeId, key: string): number =>
  issue(id).own.filter((each) => each.key.startsWith(key)).length;

describe("a process that dies", () => {
  const steps = durableSteps.filter((step) => !step.startsWith("deliver"));

  test.each(steps.map((step) => ({ step, row: rows[step] })))(
    '$row a process that dies right after "$step" loses and duplicates nothing, each time',
    async ({ step }) => {
      let deaths = 0;
      while (await die(step, deaths + 1)) {
        deaths++;
        expect(issue("I_12").labels).toContain("status:ready");
        expect(issue("I_40").labels).toContain("answered");
        expect(issue("I_40").issueState).toEqual(completed);
        expect(issue("I_41").issueState).toEqual(completed);
        expect(own("I_12", "wake:")).toBe(1);
        expect(own("I_12", "status")).toBe(0);
        expect(own("I_40", "status")).toBe(1);
        expect(desk.store.effects.size).toBe(0);
        await desk.stop();
      }
      expect(deaths).toBeGreaterThanOrEqual(2);
    },
  );
});
