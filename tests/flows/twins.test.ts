/** Tests messages that are sent twice: at once, in the wrong order, or because an answer was lost. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { writeEnvelope } from "../../src/protocol/envelope/envelope.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { ledgerOf, openTask, questionText } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { handOn } from "../support/hand-on.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const posting = { method: "POST", path: "/issues$", login: "bob" };

/** A question with a key, as bob, from the server's machine. */
async function ask(task: number): Promise<{ readonly number: number; readonly wrote: string }> {
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("bob") };
  const words = ["ask", String(task), "Which store?", "--context", "Both work.", "--key", "store", "--json"];
  const ran = await signalbox(words, env);
  expect(ran).toMatchObject({ code: 0, err: "" });
  const { issue, wrote } = JSON.parse(ran.out);
  return { number: Number(String(issue).split("#")[1]), wrote };
}

async function questions(): Promise<readonly { number: number; state: string; reason: string | null }[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all" });
  return data
    .filter(({ title }) => title.startsWith("Q: "))
    .map(({ number, state, state_reason: reason }) => ({ number, state, reason: reason ?? null }))
    .toSorted((a, b) => a.number - b.number);
}

async function forgetTheIndex(): Promise<void> {
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
  await bus.settled();
}

test("IF10 of two questions with one key, sent at once, one counts and the other is closed as its duplicate", async () => {
  bus = await startBus();
  const task = await openTask(bus.as("alice"));
  await bus.settled();
  // Both have looked before either is there.
  bus.hub.faults.add({ on: "request", match: posting, effect: { kind: "slow", ms: 4_000 }, times: 2 });
  await Promise.all([ask(task), ask(task)]);
  await bus.settled();
  const [first, second, ...more] = await questions();
  expect(more).toEqual([]);
  expect([first?.state, second?.state].toSorted()).toEqual(["closed", "open"]);
  const [counts, twin] = first?.state === "open" ? [first, second] : [second, first];
  expect(twin).toMatchObject({ reason: "duplicate" });
  const blockers = () => bus.as("alice").blockers(task);
  expect(await blockers()).toEqual([counts?.number]);
  expect(await bus.as("alice").comments(twin?.number ?? 0)).toEqual([]);
  expect(await ledgerOf(bus, twin?.number ?? 0)).toContainEqual(
    expect.objectContaining({ because: expect.stringContaining(`same message as #${counts?.number}`) }),
  );
  expect(await ask(task)).toEqual({ number: counts?.number, wrote: "nothing new" });

  await forgetTheIndex();
  expect(await questions()).toEqual([first, second]);
  expect(await blockers()).toEqual([counts?.number]);
  expect(await ask(task)).toEqual({ number: counts?.number, wrote: "nothing new" });
});

test("IF10 a twin whose older one is reported later keeps its effect, also where the index is lost", async () => {
  bus = await startBus({ keepsDeliveries: true });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await openTask(alice);
  const envelope = writeEnvelope({ v: "1.1", id: "01JZ0000000000000000000000" });
  const send = () => bob.open("Q: Which token?", `${questionText(task)}\n\n${envelope}`, ["kind:question"]);
  const older = await send();
  const younger = await send();
  const hear = async (number: number): Promise<void> => {
    await bus.hub.idle();
    for (const each of bus.testHub.received)
      if (each.event === "issues" && each.payload.issue?.number === number)
        expect(await handOn(bus.server().url, each)).toBe(202);
    await bus.settled();
  };
  await hear(task);
  await hear(younger);
  const blockers = await alice.blockers(task);
  expect(blockers).toEqual([younger]);
  await hear(older);
  expect(await alice.blockers(task)).toEqual(blockers);
  const seen = await questions();
  expect(seen.filter(({ state }) => state === "open").map(({ number }) => number)).toEqual(blockers);
  expect(seen.find(({ state }) => state === "closed")).toMatchObject({ reason: "duplicate" });

  await forgetTheIndex();
  expect(await questions()).toEqual(seen);
  expect(await alice.blockers(task)).toEqual(blockers);
});

test("IF10 an answer that was lost, and a restart, leave one question; another author's copy is a question of its own", async () => {
  bus = await startBus();
  const task = await openTask(bus.as("alice"));
  await bus.settled();
  const cut = { kind: "cut", when: "after" } as const;
  bus.hub.faults.add({ on: "request", match: posting, effect: cut, times: 1 });
  const first = await ask(task);
  expect(first.wrote).toBe("issue");
  await bus.settled();
  await bus.stopServer();
  await bus.startServer();
  expect(await ask(task)).toEqual({ ...first, wrote: "nothing new" });
  expect(await questions()).toHaveLength(1);

  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: first.number });
  const copy = await bus.as("maria").open(data.title, data.body ?? "", []);
  await bus.settled();
  expect(await questions()).toMatchObject([
    { number: first.number, state: "open" },
    { number: copy, state: "open" },
  ]);
});

test("a message that the index has is found there, without a request to list the caller's issues", async () => {
  bus = await startBus();
  const task = await openTask(bus.as("alice"));
  await bus.settled();
  const first = await ask(task);
  await bus.settled();
  const asked: string[] = [];
  const stop = bus.hub.observe((seen) => {
    if (seen.kind === "response") asked.push(`${seen.method} ${seen.path}`);
  });
  expect(await ask(task)).toEqual({ ...first, wrote: "nothing new" });
  stop?.();
  expect(asked.filter((each) => /\/issues\b/.test(each))).toEqual([]);
});

/** Bodies as they were found in public repositories, with #1 in place of the task. */
const found = (name: string): string =>
  readFileSync(new URL(`../fixtures/cases/${name}.question.md`, import.meta.url), "utf8");

test.each([
  ["two seconds apart", "22-dup", 2_000, false],
  ["two seconds apart, with a restart of the server in between", "22-dup", 2_000, true],
  ["at the same moment", "22c-dup-same-second", 0, false],
  ["at the same moment, while the server is down", "22c-dup-same-second", 0, true],
])(
  "N51 a question that a program asks twice, %s, is one question and one escalation",
  async (_, file, apart, isRestarted) => {
    bus = await startBus();
    const alice = bus.as("alice");
    const task = await openTask(bus.as("bob"));
    expect(task).toBe(1);
    await bus.settled();
    const ask = () => alice.open("Which pin?", found(file), ["kind:question"]);
    if (apart > 0) {
      await ask();
      await bus.settled();
      bus.clock.advance(apart);
      if (isRestarted) await bus.stopServer();
      await ask();
    } else {
      if (isRestarted) await bus.stopServer();
      await Promise.all([ask(), ask()]);
    }
    if (isRestarted) await bus.startServer();
    await bus.settled();
    bus.clock.advance(11 * 60_000);
    await bus.sweep();
    const { data } = await alice.octokit.rest.issues.listForRepo({
      ...alice.repository,
      state: "all",
      per_page: 100,
    });
    const asked = data.filter(({ title }) => title.endsWith("Which pin?") && !title.startsWith("Escalation"));
    const [counts, ...others] = asked.toSorted((a, b) =>
      a.state_reason === "duplicate" ? 1 : b.state_reason === "duplicate" ? -1 : 0,
    );
    expect(others).toEqual([expect.objectContaining({ state: "closed", state_reason: "duplicate" })]);
    expect(counts).toMatchObject({ state: "open" });
    expect(await alice.blockers(task)).toEqual([counts?.number]);
    expect(others[0]?.labels).toEqual([expect.objectContaining({ name: "kind:question" })]);
    expect(await alice.comments(others[0]?.number ?? 0)).toEqual([]);
    const escalated = data.filter(({ labels }) =>
      labels.some((label) => (typeof label === "string" ? label : label.name) === "kind:escalation"),
    );
    expect(escalated).toHaveLength(1);
  },
);
