import { afterEach, expect, test } from "vitest";
import { measures } from "../../src/engine/measures/table.ts";
import { type FiguresOutput, figuresOutput } from "../../src/operations/figures/figures-shape.ts";
import { weeksUntil } from "../../src/operations/figures/weeks.ts";
import * as operations from "../operations/held.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";
import { loseIndex, rowsOfIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Jumps to so many hours after the beginning of next week. Later jumps are given as hours of that week, too. */
function nextWeek(): (hours: number) => Promise<void> {
  const [, week] = weeksUntil(bus.clock.now() + 7 * 24 * hourMs, 1);
  return async (hours) => {
    await bus.settled();
    bus.clock.advance((week?.from ?? 0) + hours * hourMs - bus.clock.now());
  };
}

const question = (task: number): string =>
  form({
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "nice-to-have",
    Context: "I tried both.",
  });

async function figures(at: number): Promise<FiguresOutput> {
  await bus.settled();
  const { output } = await operations.metrics.run(
    {
      board: bus.server().board,
      clock: { ...bus.clock, now: () => at },
      repository: undefined,
      caller: undefined,
      freshen: async () => "fresh",
      progress: () => {},
    },
    { weeks: 1 },
  );
  return figuresOutput.parse(output);
}

/** Times in minutes, to the nearest five: the story itself takes some seconds. */
function numbersOf({ measures: all }: FiguresOutput, week: number): Record<string, unknown> {
  const rounded = (unit: string, [name, value]: [string, number]): [string, number] =>
    unit === "time" && !name.startsWith("cases")
      ? [name, Math.round(value / minuteMs / 5) * 5]
      : [name, Math.round(value * 1_000) / 1_000];
  return Object.fromEntries(
    all.map(({ name, unit, numbers }) => {
      const entries = Object.entries(numbers[week] ?? {}).map((entry) => rounded(unit, entry));
      return [name, numbers[week] === null ? null : Object.fromEntries(entries)];
    }),
  );
}

async function rebuildIndex(): Promise<void> {
  await bus.settled();
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
  await bus.settled();
}

/** What figures are counted from, however it is stored. */
function moments(): readonly string[] {
  const rows = rowsOfIndex(bus.home, "SELECT * FROM moment ORDER BY issue_id, place");
  return rows.map((row) => JSON.stringify(row));
}

const fromRecords = measures.filter(({ source }) => source === "records").map(({ name }) => name);
const ofRecords = ({ measures: all }: FiguresOutput) =>
  all.filter(({ name }) => fromRecords.includes(name)).map(({ name, numbers }) => ({ name, numbers }));

/** Of a week that has begun, the days so far count. */
const isOver = ({ weeks }: FiguresOutput) => weeks.map((week) => week.isOver);

const handover = (task: number): string =>
  form({
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- src/a.ts: written",
    Verified: "- npm test: passed",
    Context: "It was easy.",
    "Next steps": "None",
  });

test("IF33 the figures of people and agents at work are those worked out by hand, and again after a rebuild", async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  const until = nextWeek();
  const task = (title: string, who: readonly string[]): Promise<number> =>
    alice.open(title, form({ Goal: "It works." }), ["kind:task"], who);
  const ask = (who: Actor, of: number): Promise<number> =>
    who.open("Q: Which one?", question(of), ["kind:question"]);

  await until(9); // Monday, 9:00
  const first = await task("First", ["alice"]);
  const q1 = await ask(alice, first);
  await until(9.5);
  await bob.comment(q1, "/answer The left one.");
  await until(10);
  const second = await task("Second", ["alice"]);
  const q2 = await ask(alice, second);
  await until(10.25);
  const q3 = await ask(alice, second);
  await until(10.5);
  await maria.comment(q2, "/answer The right one.");
  await until(11);
  await bob.comment(q3, "/answer Both.");
  await until(12);
  const escalation = await alice.open(
    "Escalation: Which store?",
    form({
      Regarding: `#${first}`,
      Urgency: "advisory",
      Context: "Two are there.",
      Question: "Which one?",
      Options: "1. Files\n2. SQLite",
      "Impact of delay": "None yet.",
    }),
    ["kind:escalation"],
  );
  await until(13);
  await maria.comment(escalation, "/decide 2 because it survives a crash");
  await until(14);
  const report = await alice.open("Handover: First", handover(first), ["kind:handover"]);
  await until(15);
  await maria.comment(report, "/accept because I looked at it");
  await until(16);
  await alice.close(second);
  const third = await task("Third", []);
  await bus.settled();
  await bus.as("ada").comment(third, "/claim");
  await bus.settled();
  await bus.as("ada").comment(third, "/release because tired");
  await until(17);
  await bus.as("bea").comment(third, "/claim");
  await until(7 * 24 + 9); // Monday a week later, 9:00
  const fourth = await ask(bob, third);
  await alice.reopen(first);
  await until(8 * 24 + 9);

  const now = bus.clock.now();
  const seen = await figures(now);
  expect(isOver(seen)).toEqual([true, false]);
  const week = numbersOf(seen, 0);
  expect(week).toMatchObject({
    // q1 took 30 min, q2 30 min, q3 45 min; bob and maria are people.
    "time-to-answer": { cases: 3, p50: 30, p90: 45, casesByPerson: 3, p50ByPerson: 30, casesByAgent: 0 },
    // First: 9:00 to 9:30 and 12:00 to 13:00, 90 min. Second: 10:00 to 10:30 and 10:15 to 11:00, together 60 min.
    "blocking-time": { cases: 2, mean: 75, p90: 90 },
    // Of fewer than five, no share.
    "autonomy-rate": { part: 0, of: 3 },
    "escalation-rate": { part: 1, of: 3 },
    "escalation-precision": { part: 1, of: 1 },
    "missed-escalations": { part: 0, of: 0 },
    agreement: { part: 0, of: 0 },
    // Three answers, a decision and an acceptance, all on Monday; one closed task is closed still.
    "human-acts": { cases: 5, perDay: 5, perTask: 5 },
    "handover-completeness": { part: 1, of: 1 },
    // It took `/accept`.
    "handover-quality": { part: 0, of: 1 },
    // First was closed at 15:00, and reopened six days later; second was closed at 16:00.
    "rework-rate": { part: 1, of: 2 },
    // From ada to bea.
    "context-lost": { cases: 1 },
    // Second: 10:00 to 16:00. First is open again, and GitHub forgets when it was closed.
    "lead-time": { cases: 1, p50: 360 },
    // One in seven days.
    throughput: { cases: 1, perDay: 0.143 },
  });
  expect(week["autonomy-rate"]).not.toHaveProperty("share");
  // First was unblocked by q1 and second by q2 and q3, each with one comment, at once.
  expect(week["wake-latency"]).toMatchObject({ cases: 2, p50: 0, p95: 0 });
  // The question of the second week waited for a day, so people were asked about it.
  expect(numbersOf(seen, 1)).toMatchObject({
    "escalation-rate": { part: 1, of: 1 },
    "human-acts": { cases: 0, perDay: 0 },
    "rework-rate": { part: 0, of: 0 },
  });
  const { data } = await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: fourth });
  expect(seen.oldestQuestion).toBe(data.created_at);
  expect(seen.inProgress).toBe(0);

  const before = moments();
  expect(before.length).toBeGreaterThan(20);
  await rebuildIndex();
  expect(moments()).toEqual(before);
  const again = await figures(now);
  expect(ofRecords(again)).toEqual(ofRecords(seen));
  // The ledger of the new index does not reach back.
  expect(again.ledgerSince).not.toBe(seen.ledgerSince);
  expect(numbersOf(again, 0)).toMatchObject({ "context-lost": null, "handover-quality": null });
});

test("IF33 the figures of the coordinator's answers are those worked out by hand, and again after a rebuild", async () => {
  bus = await startBus({ seed: seedWithStore("store", "") });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  const until = nextWeek();
  const ask = (who: Actor, of: number): Promise<number> =>
    who.open("Q: Which time zone do timestamps in the ledger have?", question(of), ["kind:question"]);

  await until(9);
  const task = await alice.open("Export", form({ Goal: "It works." }), ["kind:task"]);
  const asked = await ask(alice, task);
  await bus.settled();
  const [suggested] = (
    await alice.octokit.rest.issues.listForRepo({ ...alice.repository, labels: "suggested" })
  ).data;
  const suggestion = suggested?.number ?? 0;
  const [shown] = await alice.comments(suggestion);
  await until(9.5);
  await maria.comment(suggestion, /\/approve [0-9a-f]{8}/.exec(shown?.body ?? "")?.[0] ?? "");
  await until(10);
  const again = await ask(bob, task);
  await bus.settled();
  const { data: repeated } = await alice.octokit.rest.issues.listForRepo({
    ...alice.repository,
    labels: "suggested",
  });
  const [repeatShown] = await alice.comments(repeated[0]?.number ?? 0);
  bus.clock.advance(2_000);
  await maria.comment(
    repeated[0]?.number ?? 0,
    /\/approve [0-9a-f]{8}/.exec(repeatShown?.body ?? "")?.[0] ?? "",
  );
  await bus.settled();
  expect([await alice.see(asked), await bob.see(again)]).toMatchObject([
    { state: "closed" },
    { state: "closed" },
  ]);
  const beforehand = numbersOf(await figures(bus.clock.now()), 1);
  expect(beforehand).toMatchObject({
    // The first waited half an hour for maria, the second two seconds.
    "time-to-answer": { cases: 2, p50: 0, p90: 30, casesByCoordinator: 2, casesByPerson: 0 },
    "autonomy-rate": { part: 0, of: 2 },
    "missed-escalations": { part: 0, of: 2 },
    // Only the approvals.
    "human-acts": { cases: 2, perDay: 2 },
  });
  await until(2 * 24 + 9);
  await maria.reopen(again);
  await bus.settled();
  const now = bus.clock.now();
  const seen = await figures(now);
  expect(numbersOf(seen, 1)).toMatchObject({
    // What is disputed counts as unanswered again, and against the coordinator.
    "time-to-answer": { cases: 1, p50: 30, casesByCoordinator: 1 },
    "autonomy-rate": { part: 0, of: 1 },
    "missed-escalations": { part: 1, of: 2 },
  });
  const before = moments();
  await rebuildIndex();
  expect(moments()).toEqual(before);
  expect(ofRecords(await figures(now))).toEqual(ofRecords(seen));
});
