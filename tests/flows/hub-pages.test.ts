/** A newcomer triages an escalation on the hub's pages, as on GitHub: by a form, without a command or a script. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { questionBody, taskBody } from "../support/story.ts";
import { enterAs } from "../support/visitor.ts";

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

const escalation = (question: number): string =>
  [
    ["Regarding", `#${question}`],
    ["Urgency", "blocking"],
    ["Context", "We tried both."],
    ["Question", "Which store?"],
    ["Options", "1. SQLite\n2. Files"],
    ["Impact of delay", "One day."],
  ]
    .map(([title, text]) => `### ${title}\n\n${text}`)
    .join("\n\n");

test("maria decides an escalation by the form of its page, and the task that waits is freed", async () => {
  const alice = bus.as("alice");
  const task = await alice.open("Store deliveries", taskBody("They survive a crash."), ["kind:task"]);
  const question = await alice.open("Q: Which store?", questionBody(`#${task}`), ["kind:question"]);
  await bus.settled();
  const asked = await alice.open("Decide: which store?", escalation(question), ["kind:escalation"]);
  await bus.settled();

  const maria = await enterAs(bus.hub.entryLink("/acme/demo/issues"), "maria");
  const list = await maria.get(
    `/acme/demo/issues?${new URLSearchParams({ q: 'is:open label:"kind:escalation"' })}`,
  );
  expect(list.html).toContain(`href="/acme/demo/issues/${asked}"`);
  const before = await maria.get(`/acme/demo/issues/${asked}`);
  expect(before.html).toContain("<code>/decide 1</code>");
  // The status shows the question that the escalation is about; nobody reads and answers it in its second.
  bus.clock.advance(2_000);
  await maria.post(`/acme/demo/issues/${asked}/comments`, {
    body: "/decide 1 because it is one file",
    act: "comment",
  });
  await bus.settled();

  const decided = await maria.get(`/acme/demo/issues/${asked}`);
  expect(decided.html).toContain("✓</span> Closed");
  expect(decided.html).toMatch(/signalbox<\/strong> <span class="tag">bot/);
  expect((await bus.as("maria").comments(asked)).filter(({ author }) => author === "maria")).toHaveLength(1);
  const freed = await maria.get(`/acme/demo/issues/${task}`);
  expect(freed.html).toContain("status:ready");
  expect(freed.html).toMatch(
    /aria-label="Closed">✓<\/span>\s*<a href="\/acme\/demo\/issues\/\d+"><bdi>Q: Which store\?/,
  );
  expect((await alice.see(task)).labels).toContain("status:ready");
});

test("mallory decides nothing by the same form", async () => {
  const alice = bus.as("alice");
  const task = await alice.open("Serve pages", taskBody("They are fast."), ["kind:task"]);
  const question = await alice.open("Q: Which framework?", questionBody(`#${task}`), ["kind:question"]);
  await bus.settled();
  const asked = await alice.open("Decide: which framework?", escalation(question), ["kind:escalation"]);
  await bus.settled();
  const mallory = await enterAs(bus.hub.entryLink(`/acme/demo/issues/${asked}`), "mallory");
  await mallory.get(`/acme/demo/issues/${asked}`);
  await mallory.post(`/acme/demo/issues/${asked}/comments`, { body: "/decide 1", act: "comment" });
  await bus.settled();
  expect(await alice.see(asked)).toMatchObject({ state: "open" });
  expect((await alice.see(task)).labels).toContain("status:blocked");
});
