/** Tests that only a text which its reader was shown whole counts as shown: a command of theirs then names it. */
import { expect, test } from "vitest";
import {
  isPrintedWhole,
  noteShown,
  ShownInMemory,
} from "../../../src/operations/commands/remembered-texts.ts";
import { escalations } from "../../../src/operations/escalations.ts";

const place = { owner: "acme", repo: "demo", number: 40 };
const hash = "a".repeat(64);
const card = {
  ...place,
  title: "Escalation: run",
  question: "May the job run?",
  options: ["Yes.", "No."],
  createdAt: 1,
  readAt: 1,
  textHash: hash,
  urgency: "advisory",
  waiting: [],
  assignees: [],
};

async function listed(changes: object) {
  const ports = {
    board: { escalations: async () => [{ ...card, ...changes }], repositories: async () => [] },
    clock: { now: () => 2 },
    signal: new AbortController().signal,
  };
  return escalations.run(ports as never, {});
}

async function notedOf(changes: object, prints: "text" | "json" = "text") {
  const { output, text } = await listed(changes);
  const shown = new ShownInMemory();
  shown.note(place, { textHash: "b".repeat(64) });
  noteShown(shown, "escalations", output, prints === "json" ? undefined : text);
  return shown.textFor(place)?.textHash;
}

test("what a list shows whole is noted", async () => {
  expect(await notedOf({})).toBe(hash);
});

test.each([
  [
    "a question of seven lines",
    { question: `${"May the job run?\n".repeat(6)}It deletes all customer accounts.` },
  ],
  ["a long option", { options: [`${"Yes, ".repeat(60)}and delete all customer accounts.`, "No."] }],
  ["a context", { context: "It deletes all customer accounts." }],
  [
    "the reasons of a suggestion",
    { approve: "/approve", suggestion: { rationale: "It deletes all accounts." } },
  ],
])("what a list cut is not noted, and what was noted before is forgotten: %s", async (_, changes) => {
  expect(await notedOf(changes)).toBeUndefined();
  expect(await notedOf(changes, "json")).toBe(hash);
});

test("an issue is noted if all of its text was printed, as a quote or not", () => {
  const output = { ...place, title: "Escalation: run", body: "One.\n\n\tTwo.", textHash: hash };
  const noted = (printed: string | undefined) => {
    const shown = new ShownInMemory();
    noteShown(shown, "show", output, printed);
    return shown.textFor(place)?.textHash;
  };
  expect(noted("acme/demo#40\n> Escalation: run\n\n  > One.\n  >\n  >   Two.")).toBe(hash);
  expect(noted("acme/demo#40\n> Escalation: run\n\n  > One.\n  …")).toBeUndefined();
  expect(noted("acme/demo#40\n> Escalation: ru…\n\n  > One.\n  > Two.")).toBeUndefined();
  expect(noted("")).toBeUndefined();
  expect(noted(undefined)).toBe(hash);
});

test("lines count in their order", () => {
  expect(isPrintedWhole("a\nb", "a\nb")).toBe(true);
  expect(isPrintedWhole("b\na", "a\nb")).toBe(false);
});
