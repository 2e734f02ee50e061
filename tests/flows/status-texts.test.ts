/** Tests the statuses of questions and tasks: who was asked, until when, and disputed answers. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";
import { visibleLength } from "../support/visible.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const minutes = 60_000;
const statusOf = async (issue: number): Promise<string> => {
  const comments = await bus.as("maria").comments(issue);
  const text =
    comments.findLast(({ author, body }) => author !== "maria" && body.startsWith("**"))?.body ?? "";
  expect(visibleLength(text)).toBeLessThanOrEqual(350);
  return text;
};

async function ask(title: string, more: Readonly<Record<string, string>> = {}) {
  const alice = bus.as("alice");
  const task = await alice.open("Store deliveries", form({ Goal: "They survive a crash." }), ["kind:task"]);
  const sections = { "Blocking task": `#${task}`, Category: "implementation", Urgency: "blocking" };
  const body = form({ ...sections, Context: "Both work.", ...more });
  const question = await alice.open(`Q: ${title}`, body, ["kind:question"]);
  await bus.settled();
  return { alice, task, question };
}

test("N14 a question and the task that waits for it say who was asked and until when, and follow the assignee", async () => {
  bus = await startBus();
  const { alice, task, question } = await ask("Which store?");
  bus.clock.advance(11 * minutes);
  await bus.settled();
  const due = /due \d{4}-\d\d-\d\d \d\d:\d\d UTC/;
  expect(await statusOf(question)).toMatch(/^\*\*Open\.\*\* #1 Store deliveries waits for it\. To answer, /);
  expect(await statusOf(question)).toMatch(
    new RegExp(`\n\nEscalated to \`maria\` in #3, ${due.source}\\.\n`),
  );
  await alice.open(
    "Discovery: Tokens end",
    form({
      "Found by": "alice",
      "Relevant to": `#${task}`,
      Finding: "After a day.",
      "Action needed": "none",
    }),
    ["kind:discovery"],
  );
  await bus.settled();
  expect(await statusOf(task)).toMatch(
    new RegExp(`- #2 Which store\\?: open, escalated to \`maria\` in #3, ${due.source}\n`),
  );
  await bus.as("maria").assign(3, ["bob"]);
  await bus.settled();
  for (const issue of [question, task])
    expect(await statusOf(issue)).toMatch(/scalated to `bob` in #3, due /);
});

test("N14 a question says which option applies from when if no one decides", async () => {
  bus = await startBus({
    seed: seedWithStore(
      "store",
      "coordinator: {mode: off}\nescalations: {defaults: [blocking], deadline: 1h}",
    ),
  });
  const { question } = await ask("Which store?", { Urgency: "important" });
  await bus.as("bob").open(
    "Escalation: Which store?",
    form({
      Regarding: `#${question}`,
      Urgency: "blocking",
      Context: "Both work.",
      Question: "Which store?",
      Options: "1. Files.\n2. SQLite.",
      "Impact of delay": "It waits.",
      Deadline: "2h",
      Default: "2",
    }),
    ["kind:escalation"],
  );
  await bus.settled();
  expect(await statusOf(question)).toMatch(
    /Escalated to `maria` in #3; if no one decides by \d{4}-\d\d-\d\d \d\d:\d\d UTC, option 2 is taken\./,
  );
});

test("N14 a disputed answer is a status of its own: reopened, or contradicted by a later answer", async () => {
  bus = await startBus();
  const { question } = await ask("Which store?");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  await maria.comment(question, "/answer SQLite: one file.");
  await bus.settled();
  bus.clock.advance(2_000);
  await bob.reopen(question);
  await bus.settled();
  const disputed = await statusOf(question);
  expect(disputed).toMatch(/^\*\*Disputed:\*\* `bob` reopened this, so its answer no longer counts\./);
  expect(disputed).toContain(
    "To answer it again, comment `/answer <decision>` (not `alice`, who asked). `maria` had decided:\n\n> SQLite: one file.",
  );
  bus.clock.advance(2_000);
  await bob.comment(question, "/answer Files.");
  await bus.settled();
  expect(await statusOf(question)).toMatch(/^\*\*Answered\*\* by `bob`\./);
  await maria.comment(question, "/answer PostgreSQL.");
  await bus.settled();
  expect(await statusOf(question)).toMatch(
    /^\*\*Disputed:\*\* a later answer differs\. Until a person decides, this one counts, by `bob`:\n\n> Files\.\n\nEscalated to `maria` in #3, due /,
  );
  await maria.comment(3, "/decide 1");
  await bus.settled();
  expect(await statusOf(question)).toMatch(/^\*\*Answered\*\* by `bob`\./);
});
