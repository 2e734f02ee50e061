/** Marks of quoted mails are looked for in time that grows with the text. Apart from the others, as mutants are not measured. */
import { expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";

test.each(["From: x\n", "On 2026-11-27 wrote:\n> x\n\n", "-- a\n", "a@", "2026-11-27 a@x.org:"])(
  "a hundred thousand characters of %j are read in no time",
  (mark) => {
    const before = performance.now();
    parseCommands(`${mark.repeat(100_000 / mark.length)}\n/help`);
    expect(performance.now() - before).toBeLessThan(3_000);
  },
);
