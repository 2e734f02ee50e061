/** Marks of quoted mails are looked for in time that grows with the text. Apart from the others, as mutants are not measured. */
import { expect, test } from "vitest";
import { ownProse } from "../../../src/protocol/commands/own-lines.ts";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";

const marks = [
  "From: x\n",
  "On 2026-11-27 wrote:\n> x\n\n",
  "-- a\n",
  "a@",
  "2026-11-27 a@x.org:",
  "x\n\n--\nab\n",
];

test.each(marks)("a hundred thousand characters of %j are read in no time", (mark) => {
  const before = performance.now();
  const text = mark.repeat(100_000 / mark.length);
  parseCommands(`${text}\n/help`);
  ownProse(text);
  expect(performance.now() - before).toBeLessThan(3_000);
});
