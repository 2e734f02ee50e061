/** Plain texts: of the commands on a line of their own none is lost, and no word of a decision. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";

const sentences = [
  "I looked at it with alice@example.com on 27 November 2026.",
  "There are two ways: files, and SQLite.",
  "It has to be done by 2026-12-01, at 10:12 at the latest.",
  "Use v1.2.3; see https://example.com/a?b=1:2 and `src/a.ts:12`.",
  "Why? Because – as Bob said – it is *much* simpler!",
  "Заметка: так проще. 注：更简单。",
  "3 of 4 tests pass (see #12), the last one by 2027.",
  'We call it "the wrote: problem".',
  "On Monday Alice wrote that it works.",
  "Price < 10 & size > 3, a/b/c, 50 %.",
];
const labels = ["Note: it is simpler.", "Date: 2026-11-27", "Owner: bob@example.com", "Estimate: two days"];
const paragraph = fc
  .array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 3 })
  .chain((some) => fc.constantFrom(" ", "\n").map((between) => some.join(between)));
const block = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  fc.constantFrom(...labels),
  fc
    .array(fc.constantFrom(...sentences, ...labels), { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `- ${item}`).join("\n")),
  fc.constantFrom("## Decision of 2026-11-27", "# Plan:", "### Files or SQLite?", "Two ways:", "What I did:"),
  fc.constantFrom(...sentences, ...labels).map((text) => `> ${text}`),
  fc.constantFrom(...sentences, ...labels).map((text) => `\`\`\`\n${text}\n${text}\n\`\`\``),
  fc.constantFrom("---", "***", "| a | b |\n|---|---|\n| Date | 2026-11-27 |", "1. One\n2. Two"),
);
const text = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join("\n\n"));
const commands = ["/claim", "/claim as ada for 2h", "/urgency important", "/block #12", "/explain", "/help"];

test("a command between plain blocks is read, whatever stands around it", () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...commands), text, (before, command, after) => {
      const [alone] = parseCommands(command);
      const whole = [before, command, after].filter((part) => part !== "").join("\n\n");
      expect(parseCommands(whole)).toEqual([alone]);
    }),
    { numRuns: 1_000 },
  );
});

test("a decision has every plain word that follows it", () => {
  fc.assert(
    fc.property(text, paragraph, text, (before, first, rest) => {
      const decision = rest === "" ? first : `${first}\n\n${rest}`;
      const whole = [before, `/answer ${decision}`].filter((part) => part !== "").join("\n\n");
      expect(parseCommands(whole)).toEqual([{ name: "answer", decision }]);
    }),
    { numRuns: 1_000 },
  );
});
