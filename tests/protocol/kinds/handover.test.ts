/** Handovers as agents write them: a good one is read completely, a poor one is told what it lacks. */
import { describe, expect, test } from "vitest";
import { readMessage } from "../../../src/protocol/message.ts";
import { repairBody } from "../../../src/protocol/sections/mend.ts";
import { ownMs } from "../../support/own-time.ts";

const good = `### Completes

#12

### Status

complete

### Changes

- [x] \`src/login.ts\` — asks for the password
- [x] src/session.ts: keeps the token
  in memory only
- \`Makefile\` new target

### Verified

- \`npm run build\` passed
- npm test: 41 passed
- lint: clean

### Discoveries

#50, #51

### Context

Tokens end after an hour, because #40 was decided so.

### Next steps

1. Log out.
2. Remember the user.

### Pull request

#34
`;
const read = (body: string) => readMessage({ title: "Handover: track 3", body, labels: ["kind:handover"] });
const problemsIn = (body: string) => {
  const reading = read(body);
  return reading.kind === undefined ? [] : reading.problems;
};

describe("a good handover", () => {
  test("S3.21–S3.28 S3.104 a good handover is read completely: status, changes with notes, checks with results, discoveries, decisions, next steps", () => {
    expect(read(good)).toMatchObject({
      kind: "handover",
      problems: [],
      message: {
        completes: { number: 12 },
        status: "complete",
        changes: [
          { name: "src/login.ts", note: "asks for the password" },
          { name: "src/session.ts", note: "keeps the token in memory only" },
          { name: "Makefile", note: "new target" },
        ],
        verified: [
          { name: "npm run build", note: "passed" },
          { name: "npm test", note: "41 passed" },
          { name: "lint", note: "clean" },
        ],
        discoveries: [{ number: 50 }, { number: 51 }],
        blockers: [],
        nextSteps: "1. Log out.\n2. Remember the user.",
        pullRequest: { number: 34 },
      },
    });
  });
});

describe("a poor handover", () => {
  const poor = "Done with track 3. Check the code.";

  test("S3.92 S3.105 a poor handover is refused, and everything it lacks is named", () => {
    const reading = read(poor);
    expect(reading).not.toHaveProperty("message");
    expect(problemsIn(poor).map(({ section }) => section)).toEqual([
      "Completes",
      "Status",
      "Changes",
      "Verified",
      "Context",
      "Next steps",
    ]);
    expect(problemsIn(poor).every(({ fix }) => fix !== undefined && fix.length > 10)).toBe(true);
  });

  test("a handover with a bare Makefile gets advice on how to write it, and the result is accepted", () => {
    const listing = (line: string) => good.replace(/(### Changes\n\n)[^#]*/, `$1${line}\n\n`);
    expect(problemsIn(listing("- Makefile: builds it")).map(({ fix }) => fix)).toEqual([
      expect.stringContaining("Put a file that does not look like one in backticks."),
    ]);
    expect(problemsIn(listing("- `Makefile`: builds it"))).toEqual([]);
  });

  test("S3.105 a poor handover is repaired with its gaps marked and its own body kept", () => {
    const input = { title: "t", body: poor, labels: ["kind:handover"] };
    const mended = repairBody(input, readMessage(input));
    expect(mended).toMatch(/^Done with track 3\. Check the code\.\n\n### Completes\n/);
    expect(mended).toContain("### Verified\n\n<!-- What was run and its result");
  });

  test.each([
    ["a file without a note", "Changes", "- src/login.ts", "Changes has a file without a note"],
    ["words instead of files", "Changes", "Check the code.", "Changes has no file"],
    ["a check without a result", "Verified", "- npm-test", "Verified has a check without a note"],
    ["nothing that was verified", "Verified", "None", "A complete handover says what was verified."],
    ["an unknown status", "Status", "done", "Status: `done` is not one of `complete`, `partial`, `blocked`."],
  ])("a handover with %s is refused", (_, label, value, message) => {
    const body = good.replace(new RegExp(`(### ${label}\n\n)[^#]*`), `$1${value}\n\n`);
    expect(problemsIn(body)).toEqual([
      expect.objectContaining({ section: label, message: expect.stringContaining(message) }),
    ]);
  });

  test.each(["partial", "blocked"])("a handover with the status %s has to name a blocker", (status) => {
    const body = good.replace("complete\n", `${status}\n`);
    expect(problemsIn(body)).toEqual([expect.objectContaining({ section: "Blockers" })]);
    expect(problemsIn(`${body}\n### Blockers\n\n#40\n`)).toEqual([]);
  });
});

test("text quoted in a problem cannot break out of it", () => {
  const body = good.replace("- [x] `src/login.ts` — asks", "- `` @maria `` asks");
  expect(problemsIn(body)[0]?.message).not.toContain("`` @maria ``");
});

test("F04 a change of two hundred thousand dots is refused at once, and the problem stays short", () => {
  const body = good.replace("- `Makefile` new target", `- ${".".repeat(200_000)}`);
  expect(ownMs(() => problemsIn(body))).toBeLessThan(1_000);
  const [problem] = problemsIn(body);
  expect(problem).toMatchObject({ section: "Changes" });
  expect(problem?.message.length).toBeLessThan(300);
  const long = problemsIn(good.replace("- `Makefile` new target", `- src/a.ts: ${"x".repeat(5_000)}`));
  expect(long).toMatchObject([{ section: "Changes" }]);
});
