/** Tests when an answer to what was written comes, by whether the server takes it up. */
import { expect, test } from "vitest";
import { TaskDone } from "../../../src/operations/holding/task-done.ts";
import type { Freshness } from "../../../src/operations/ports.ts";
import type { AsCaller } from "../../../src/operations/writes/as-caller.ts";
import { handOver } from "../../../src/operations/writes/hand-over.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { ask, discover } from "../held.ts";

const never = (): never => {
  throw new Error("It is not needed here.");
};

/** Opens #13, and keeps the body. */
function rig(freshness: Freshness, arrivesAfterMs = Infinity) {
  const board = memoryBoard([card(12)]);
  const bodies: string[] = [];
  let passed = 0;
  const ports = portsOf(
    board,
    (ms) => {
      passed = ms;
      if (ms >= arrivesAfterMs) board.put(card(13, { kind: "question" }));
    },
    () => freshness,
  );
  const caller: AsCaller = {
    digest: never,
    newId: () => "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    seal: async ({ text }) => text,
    sealComment: never,
    urlOf: ({ number }) => `https://github.com/acme/demo/issues/${number}`,
    ghLine: never,
    login: async () => ({
      id: "U_bob",
      name: "bob",
      opened: never,
      commented: never,
      readText: never,
      readWork: never,
      writer: {
        edit: never,
        comment: never,
        close: never,
        reopen: never,
        adopt: never,
        open: async (_, { body }) => {
          bodies.push(body);
          return 13;
        },
      },
    }),
  };
  return { ports: { ...ports, asCaller: async () => caller }, board, bodies, passed: () => passed };
}

const asked = { task: "12", question: "Which store?", context: "Both work." };

test.each([
  ["a delivery comes at once", "fresh", 200, { seen: true }, 200],
  ["only the look brings it", "fresh", 550, { seen: true }, 550],
  ["no server runs", "no server", Infinity, { seen: false }, 550],
] as const)(
  "if %s, the answer comes as soon as that is known",
  async (_, freshness, arrives, seen, after) => {
    const { ports, board, passed } = rig(freshness, arrives);
    expect((await ask.run(ports, asked)).output).toMatchObject({
      wrote: "issue",
      issue: "acme/demo#13",
      ...seen,
    });
    expect(passed()).toBe(after);
    const reads = board.reads();
    await ports.clock.sleep(5_000);
    await new Promise(setImmediate);
    expect(board.reads()).toBe(reads);
  },
);

test("a server that does not answer in time is not waited for", async () => {
  const { ports, passed } = rig("unsure");
  const slow = { ...ports, freshen: () => new Promise<Freshness>(() => {}) };
  const { output, text } = await ask.run(slow, asked);
  expect(output).toMatchObject({ seen: false });
  expect(text).toContain("The server has not taken it up yet.");
  expect(passed()).toBe(2_000);
});

test.each(["12, acme/web#3, track:backend, everyone", "- 12\n- acme/web#3\n- `track:backend`\n- everyone"])(
  "a discovery is for issues by number, tracks and everyone: %j",
  async (to) => {
    const { ports, bodies } = rig("fresh", 0);
    const input = {
      to,
      title: "Tokens never end",
      finding: "See #9.",
    };
    await discover.run({ ...ports, agent: "ada" }, input);
    expect(bodies[0]).toContain(
      "### Found by\n\nada\n\n### Relevant to\n\n#12, acme/web#3, backend, everyone\n",
    );
  },
);

const card13 = card(13, { kind: "handover" });
const handedOver = {
  task: "12",
  status: "complete",
  changes: ["src/a.ts: asks"],
  verified: ["npm test: passed"],
  context: "It had been done before.",
  nextSteps: "None.",
};

/**
 * Task 12 is done by this handover: the server shows the run nothing else from the moment at which it is opened, or once it
 * has been seen so often.
 */
function rigDone(handover: string, timesSeen = 0) {
  const rigged = rig("fresh");
  const { board, bodies, ports } = rigged;
  const done = { task: { owner: "acme", repo: "demo", number: 12 }, handover };
  let seen = 0;
  const card: typeof board.card = async (...issue) => {
    if (bodies.length > 0 && seen >= timesSeen) throw new TaskDone("Its task is done.", done);
    if (bodies.length > 0) {
      seen += 1;
      return card13;
    }
    return board.card(...issue);
  };
  return { ...rigged, ports: { ...ports, board: { ...board, card } } };
}

test("a handover that is accepted before anything of it is read is one that was opened, and accepted", async () => {
  const { ports } = rigDone("#13");
  const { output, text, isMet } = await handOver.run(ports, handedOver);
  expect(output).toMatchObject({ wrote: "issue", issue: "acme/demo#13", found: { state: "accepted" } });
  expect(text).toMatch(/^Opened acme\/demo#13: .*\nAccepted\.$/);
  expect(isMet).toBe(true);
});

test("with --wait, it has been waited for", async () => {
  const { ports } = rigDone("#13");
  const { output } = await handOver.run(ports, { ...handedOver, wait: true });
  expect(output).toMatchObject({ wrote: "issue", verdict: { outcome: "accepted", problems: [] } });
});

test("where another handover of the run was accepted meanwhile, this one is not said to be", async () => {
  const { ports } = rigDone("#11");
  const { output } = await handOver.run(ports, handedOver);
  expect(output).toMatchObject({ wrote: "issue", issue: "acme/demo#13", seen: false });
  expect(output).not.toHaveProperty("found");
});

test.each([0, 1])(
  "another one that was accepted does not stand for it, also where it was seen %i times before",
  async (timesSeen) => {
    const { ports } = rigDone("#11", timesSeen);
    const { output, text, isMet } = await handOver.run(ports, { ...handedOver, wait: true });
    expect(output).toMatchObject({
      wrote: "issue",
      issue: "acme/demo#13",
      verdict: { outcome: "broken off" },
    });
    expect(text).toContain("acme/demo#13 is not accepted yet");
    expect(isMet).toBe(false);
  },
);
