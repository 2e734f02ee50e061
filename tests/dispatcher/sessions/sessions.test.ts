/** Signs of life are kept in memory and written together. */
import { describe, expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Session, SessionStore } from "../../../src/dispatcher/ports/agents/sessions.ts";
import { createSessions, type Sessions } from "../../../src/dispatcher/sessions/sessions.ts";
import { demo, start } from "../../support/issues.ts";
import { type ManualClock, manualClock } from "../../support/manual-clock.ts";
import { memorySessions } from "../../support/memory-sessions.ts";

const session = "01JDB3Z5M7Q8R9S0T1V2W3X4Y5";
const ada = { agent: "ada", id: session, repositoryId: demo.id };

interface Desk {
  readonly clock: ManualClock;
  readonly sessions: Sessions;
  readonly writes: readonly (readonly Session[])[];
  readonly breakStore: (is: boolean) => void;
  /** Lets a quarter of a minute pass. */
  readonly pass: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

function begin(store: SessionStore = memorySessions()): Desk {
  const clock = manualClock(start);
  const writes: (readonly Session[])[] = [];
  let isBroken = false;
  const sessions = createSessions({
    store: {
      heardSince: store.heardSince,
      save: async (all) => {
        if (isBroken) throw new Error("database is locked");
        writes.push(all);
        await store.save(all);
      },
    },
    clock,
    logger: silentLogger,
  });
  const stopping = new AbortController();
  const ended = sessions.load().then(() => sessions.run(stopping.signal));
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    clock,
    sessions,
    writes,
    breakStore: (is) => {
      isBroken = is;
    },
    pass: async () => {
      await turn();
      clock.advance(15_000);
      await turn();
    },
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

describe("signs of life", () => {
  test("fifty agents that beat every second cost one write in 15 seconds, and silence none", async () => {
    const { sessions, clock, writes, pass, stop } = begin();
    await pass();
    for (let second = 0; second < 14; second++) {
      for (let n = 0; n < 50; n++) sessions.heard({ ...ada, agent: `agent-${n}` });
      clock.advance(1_000);
    }
    expect(writes).toHaveLength(0);
    await pass();
    expect(writes.map((all) => all.length)).toEqual([50]);
    await pass();
    await pass();
    expect(writes).toHaveLength(1);
    await stop();
  });

  test("what was heard and not written yet is written when the server stops", async () => {
    const { sessions, writes, stop } = begin();
    sessions.heard({ ...ada, doing: "tests" });
    await stop();
    expect(writes.flat()).toMatchObject([{ agent: "ada", doing: "tests" }]);
  });

  test("while the store cannot be written, nothing is lost", async () => {
    const { sessions, writes, breakStore, pass, stop } = begin();
    await pass();
    breakStore(true);
    sessions.heard({ ...ada, doing: "tests" });
    await pass();
    breakStore(false);
    await pass();
    expect(writes.flat()).toMatchObject([{ agent: "ada", doing: "tests" }]);
    await stop();
  });

  test("while the store cannot be written, the latest sessions are kept for it, and no more", async () => {
    const { sessions, writes, breakStore, pass, stop } = begin();
    await pass();
    breakStore(true);
    for (let n = 0; n < 5_000; n++) sessions.heard({ ...ada, id: `${n}` });
    await pass();
    breakStore(false);
    await pass();
    const ids = writes.flat().map(({ id }) => Number(id));
    expect([ids.length, Math.min(...ids)]).toEqual([2_000, 3_000]);
    await stop();
  });

  test("a sign that says nothing leaves what was said before, and its leases", async () => {
    const { sessions, stop } = begin();
    const lease = { issue: 12, token: 7 };
    sessions.heard({ ...ada, doing: "tests", issue: 12, lease });
    sessions.heard(ada);
    expect(sessions.of("ada", demo.id)).toMatchObject([{ doing: "tests", issue: 12, leases: [lease] }]);
    await stop();
  });

  test("a restart goes on with earlier sessions, also with one that is heard before they are read", async () => {
    const store = memorySessions();
    const first = begin(store);
    first.sessions.heard({ ...ada, doing: "tests", lease: { issue: 12, token: 7 } });
    first.sessions.heard({ ...ada, agent: "bea" });
    await first.stop();
    const second = begin(store);
    second.sessions.heard(ada);
    await second.pass();
    expect(second.sessions.of("bea", demo.id)).toHaveLength(1);
    expect(second.sessions.of("ada", demo.id)).toMatchObject([
      { doing: "tests", leases: [{ issue: 12, token: 7 }], heardAt: expect.any(Number) },
    ]);
    await second.stop();
  });

  test("an agent that left is gone until it is heard again, and leaves once", async () => {
    const { sessions, stop } = begin();
    sessions.heard({ ...ada, doing: "tests" });
    expect([sessions.left(ada), sessions.left(ada)]).toEqual([true, false]);
    expect(sessions.of("ada", demo.id)).toMatchObject([{ endedAt: expect.any(Number), doing: undefined }]);
    sessions.heard(ada);
    expect(sessions.of("ada", demo.id)).toMatchObject([{ endedAt: undefined }]);
    await stop();
  });

  test("what is said in another repository does not count here, and what is said nowhere counts everywhere", async () => {
    const { sessions, stop } = begin();
    sessions.heard({ ...ada, repositoryId: "R_other" });
    expect(sessions.of("ada", demo.id)).toEqual([]);
    sessions.heard({ ...ada, repositoryId: undefined });
    expect(sessions.of("ada", demo.id)).toHaveLength(1);
    await stop();
  });

  test("a script that begins a session with every call does not fill the memory", async () => {
    const { sessions, stop } = begin();
    for (let n = 0; n < 1_000; n++) sessions.heard({ ...ada, id: `${n}` });
    expect(sessions.of("ada", demo.id)).toHaveLength(100);
    await stop();
  });
});
