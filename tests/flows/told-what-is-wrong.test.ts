/** An agent learns what became of its words: that a handover cannot be read, which option an answer by number meant. */
import { afterEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const as = (agent: string, line: string) =>
  signalbox(line.split(" "), { SIGNALBOX_HOME: bus.home, SIGNALBOX_AGENT: agent });

async function takeTask(): Promise<number> {
  bus = await startCrew({ ada: { login: "ada" } });
  const task = await bus.as("alice").open("Sign in", "### Goal\n\nPeople can sign in.", ["kind:task"], []);
  await bus.settled();
  await bus.as("ada").comment(task, "/claim");
  await bus.settled();
  return task;
}

const handoverText = (task: number, status: string): string =>
  [
    `### Completes\n\n#${task}`,
    `### Status\n\n${status}`,
    "### Changes\n\nnone",
    "### Verified\n\n- npm test: passed",
    "### Context\n\nIt was easy.",
    "### Next steps\n\n1. Nothing.",
  ].join("\n\n");

test("a handover that cannot be read is told to its agent, and wait and show say what to fix, until another takes its place", async () => {
  const task = await takeTask();
  const ada = bus.as("ada");
  const broken = await ada.open("Handover: Sign in", handoverText(task, "finished"), ["kind:handover"], []);
  await bus.settled();
  const inbox = await as("ada", "inbox --json");
  expect(JSON.parse(inbox.out).notes).toMatchObject([
    {
      kind: "handover-refused",
      issue: broken,
      priority: "now",
      text: expect.stringMatching(/^Your handover cannot be read, .*\n- Status: `finished` is not one of/),
    },
  ]);
  const waited = await as("ada", `wait ${broken} --timeout 20s`);
  expect(waited).toMatchObject({
    code: 2,
    out: expect.stringMatching(/: It cannot be read, .*Edit its text.*\n- Status: `finished` is not one of/),
  });
  const shown = await as("ada", `show ${broken}`);
  expect(shown.out).toMatch(/\nVerdict\n {2}It cannot be read, .*\n {2}- Status: `finished` is not one of/);

  await ada.open("Handover: Sign in", handoverText(task, "complete"), ["kind:handover"], []);
  await bus.settled();
  const { notes } = JSON.parse((await as("ada", "inbox --json")).out);
  expect(notes.filter(({ issue }: { issue: number }) => issue === broken)).toEqual([]);
});

test("an answer that is an option's number is its words wherever it is read, and ends the wait of the task's holder", async () => {
  const task = await takeTask();
  const asked = [
    `### Blocking task\n\n#${task}`,
    "### Category\n\narchitecture",
    "### Urgency\n\nblocking",
    "### Context\n\nBoth work.",
    "### Options\n\n1. Opaque tokens\n2. Signed tokens",
  ];
  const question = await bus.as("ada").open("Q: Which?", asked.join("\n\n"), ["kind:question"], []);
  await bus.settled();
  const waiting = as("ada", `wait ${task} --timeout 30s`);
  await bus.as("bob").comment(question, "/answer 2");
  await bus.settled();
  const waited = await waiting;
  expect(waited).toMatchObject({
    code: 0,
    out: expect.stringContaining(`acme/demo#${task} is not blocked (in-progress) after`),
  });
  expect(waited.out).toContain("Signed tokens");
  expect((await as("ada", `brief ${task}`)).out).toContain("Signed tokens");
  expect((await as("ada", `show ${question}`)).out).toContain("\nDecision\n  > Signed tokens\n");
  const statuses = await bus.as("ada").comments(question);
  expect(statuses.map(({ body }) => body).join("\n")).toContain("> Signed tokens");
});
