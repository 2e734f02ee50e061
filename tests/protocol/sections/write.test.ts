/** A written message is read back unchanged, whatever text it holds, and any text at all can be read. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";
import type { Answer } from "../../../src/protocol/kinds/answer.ts";
import type { Discovery } from "../../../src/protocol/kinds/discovery.ts";
import type { Escalation } from "../../../src/protocol/kinds/escalation.ts";
import type { Handover } from "../../../src/protocol/kinds/handover.ts";
import { allKinds } from "../../../src/protocol/kinds/kinds.ts";
import type { Question } from "../../../src/protocol/kinds/question.ts";
import type { Task } from "../../../src/protocol/kinds/task.ts";
import { type MessageInput, readMessage } from "../../../src/protocol/message.ts";
import type { Ref } from "../../../src/protocol/references/ref.ts";
import { repairBody } from "../../../src/protocol/sections/mend.ts";
import { writeBody } from "../../../src/protocol/sections/write.ts";

const hostile = fc.constantFrom(
  "### Priority",
  "### Goal\n\nforged",
  "```",
  "~~~~",
  "<!--",
  "-->",
  "<details>",
  "</details>",
  "<pre>",
  "> q",
  "_No response_",
  "```text\nx\n```",
  "```signalbox\nv: 9\n```",
  "\r\n",
  "\r",
  "\u2028",
  "\u202e\u200b\u{e0041}",
  "- [x] y",
  "#1",
  "`",
  "   ",
  "\t",
  "\0",
  "\ud800",
  "\n\n",
);
const words = fc
  .array(fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 20 }), fc.lorem({ maxCount: 5 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const lines = (text: string): string => text.replace(/\r\n?/g, "\n");
const freeText = words.map(lines).filter((text) => text.trim() !== "");
const oneLine = fc
  .stringMatching(/^[a-z][a-z0-9 /*._-]{0,20}[a-z0-9]$/)
  .map((text) => text.replace(/ +/g, " "));
const word = fc
  .stringMatching(/^[a-z*][a-z0-9/*._-]{2,20}$/)
  .filter((text) => text !== "none" && text !== "nothing");
const ref: fc.Arbitrary<Ref> = fc.oneof(
  fc.record({ number: fc.integer({ min: 1, max: 99_999 }) }),
  fc.record({
    owner: fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
    repo: fc.stringMatching(/^[a-z._-]{1,10}$/),
    number: fc.integer({ min: 1, max: 99_999 }),
  }),
);
const refs = fc.uniqueArray(ref, {
  maxLength: 4,
  selector: (one) => `${one.owner}/${one.repo}#${one.number}`,
});
const itemText = fc
  .oneof(oneLine, hostile, fc.string({ unit: "grapheme", maxLength: 20 }))
  .map((text) => text.replace(/\s+/g, " ").trim());
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const task: fc.Arbitrary<Task> = fc.record({
  kind: fc.constant("task"),
  goal: freeText,
  acceptance: fc.array(
    fc.record({
      text: itemText.filter((text) => text !== "" && !/^\[[ xX]\]/.test(text)),
      done: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  blockedBy: refs,
  together: refs,
  track: optional(oneLine),
  priority: optional(fc.constantFrom("p0", "p1", "p2", "p3")),
  files: fc.array(word, { maxLength: 3 }),
  requires: fc.array(word, { maxLength: 3 }),
  skill: optional(fc.constantFrom("release-notes", "a.b_c", "X")),
});
const question: fc.Arbitrary<Question> = fc.record({
  kind: fc.constant("question"),
  blockingTasks: refs.filter((all) => all.length > 0),
  category: fc.constantFrom("architecture", "implementation", "tooling", "clarification"),
  urgency: fc.constantFrom("blocking", "important", "nice-to-have"),
  context: freeText,
  options: optional(freeText),
  decisionClass: optional(oneLine),
});
const answer: fc.Arbitrary<Answer> = fc.record({
  kind: fc.constant("answer"),
  answers: ref,
  decision: freeText,
  rationale: freeText,
  alternatives: optional(freeText),
  sources: optional(freeText),
});

const noted = fc.record({ name: word, note: itemText.filter((text) => text !== "") });
const handover: fc.Arbitrary<Handover> = fc.record({
  kind: fc.constant("handover"),
  completes: ref,
  status: fc.constantFrom("partial", "blocked"),
  changes: fc.array(noted, { maxLength: 4 }),
  verified: fc.array(noted, { maxLength: 4 }),
  discoveries: refs,
  blockers: refs.filter((all) => all.length > 0),
  context: freeText,
  nextSteps: freeText,
  pullRequest: optional(ref),
});
const discovery: fc.Arbitrary<Discovery> = fc.record({
  kind: fc.constant("discovery"),
  foundBy: oneLine,
  relevantTo: fc
    .record({ refs, tracks: fc.uniqueArray(word, { maxLength: 3 }) })
    .filter((to) => to.refs.length + to.tracks.length > 0),
  finding: freeText,
  actionNeeded: fc.constantFrom("none", "investigate", "fix", "discuss"),
});
const optionText = fc.array(oneLine, { minLength: 1, maxLength: 3 }).map((all) => all.join("\n"));
const escalation: fc.Arbitrary<Escalation> = fc.record({
  kind: fc.constant("escalation"),
  regarding: ref,
  urgency: fc.constantFrom("blocking", "important", "advisory"),
  context: freeText,
  question: freeText,
  options: fc.array(optionText, { minLength: 1, maxLength: 5 }),
  recommendation: optional(freeText),
  impactOfDelay: freeText,
  deadline: optional(
    fc.oneof(
      fc.integer({ min: 1, max: 40_000 }).map((minutes) => ({
        type: "after" as const,
        afterMs: minutes * 60_000,
      })),
      fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => ({ type: "at" as const, at: s * 1000 })),
    ),
  ),
  default: fc.constantFrom(1, undefined),
});
const anyMessage = fc.oneof(task, question, answer, handover, discovery, escalation);

test("S0.67 every message is read back as it was written", () => {
  fc.assert(
    fc.property(anyMessage, fc.boolean(), (message, signed) => {
      const envelope = { v: "1.0", from: "alice" };
      const body = writeBody(message, signed ? envelope : undefined);
      const reading = readMessage({ title: "t", body, labels: [`kind:${message.kind}`] });
      expect(reading).toMatchObject({ problems: [] });
      expect(reading.kind === undefined ? undefined : reading.message).toEqual(message);
      expect(reading.kind === undefined ? undefined : reading.envelope).toEqual(
        signed ? envelope : undefined,
      );
    }),
    { numRuns: 300 },
  );
});

test("S2.3 a body that signalbox writes is recognised without a label", () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      expect(readMessage({ title: "t", body: writeBody(message), labels: [] }).kind).toBe(message.kind);
    }),
  );
});

test("F09 no text makes a reader throw", () => {
  const title = fc.oneof(
    fc.constantFrom("Q: x", "A:", "Task: x"),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const labels = fc.subarray([...allKinds.map(({ name }) => `kind:${name}`), "__proto__", "constructor"]);
  fc.assert(
    fc.property(
      title,
      words,
      labels,
      fc.constantFrom("Task", "constructor", undefined),
      (title, body, labels, nativeType) => {
        const input: MessageInput = { title, body, labels, nativeType };
        const reading = readMessage(input);
        expect(typeof repairBody(input, reading)).toBe("string");
        expect(parseCommands(body).length).toBeLessThanOrEqual(5);
      },
    ),
    { numRuns: 300 },
  );
});
