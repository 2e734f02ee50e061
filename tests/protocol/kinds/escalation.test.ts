/** Escalations and discoveries: what their own section types accept and refuse. */
import { describe, expect, test } from "vitest";
import { readMessage } from "../../../src/protocol/message.ts";

const escalation = `### Regarding

#40

### Urgency

advisory

### Context

Two stores are in use.

### Question

Which one stays?

### Options

1. SQLite
   + it is there
   - one file

2) Files, see below:
- plain
3. Neither

### Impact of delay

Work stops after 4 hours.

### Deadline

2026-12-24 16:00 UTC

### Default

Option 2
`;
const discovery = `### Found by

alice

### Relevant to

#12, track: backend, acme/web#3
- \`docs\`

### Finding

The token never ends.

### Action needed

Fix
`;
const problemsIn = (body: string): readonly string[] => {
  const reading = readMessage({ title: "t", body, labels: [] });
  return reading.kind === undefined ? [] : reading.problems.map(({ message }) => message);
};
const withValue = (body: string, label: string, value: string): string =>
  body.replace(
    new RegExp(`(### ${label}\n\n)[^]*?(?=###|$)`),
    (_, heading: string) => `${heading}${value}\n\n`,
  );

describe("an escalation", () => {
  test("S3.79–S3.85 an escalation is read completely, without a label", () => {
    expect(readMessage({ title: "t", body: escalation, labels: [] })).toMatchObject({
      kind: "escalation",
      problems: [],
      message: {
        regarding: { number: 40 },
        urgency: "advisory",
        options: ["SQLite\n+ it is there\n- one file", "Files, see below:\n- plain", "Neither"],
        impactOfDelay: "Work stops after 4 hours.",
        deadline: { type: "at", at: Date.UTC(2026, 11, 24, 16) },
        default: 2,
      },
    });
  });

  test.each([
    ["4h", { type: "after", afterMs: 14_400_000 }],
    ["2026-12-24", { type: "at", at: Date.UTC(2026, 11, 24) }],
    ["2026-12-24T16:00:30Z", { type: "at", at: Date.UTC(2026, 11, 24, 16, 0, 30) }],
  ])("an escalation accepts %s as a deadline", (value, deadline) => {
    const reading = readMessage({ title: "t", body: withValue(escalation, "Deadline", value), labels: [] });
    expect(reading).toMatchObject({ message: { deadline } });
  });

  test.each([
    ["Deadline", "soon", "Deadline is not a point in time."],
    ["Deadline", "2026-13-45", "Deadline is not a point in time."],
    ["Default", "4", "Default is not the number of any of the 3 options."],
    ["Options", "SQLite or files", "Options has 0 numbered options."],
    ["Options", "1. SQLite\n2.", "Options: option 2 is empty."],
  ])("an escalation refuses %s: %j", (label, value, message) => {
    expect(problemsIn(withValue(escalation, label, value))).toContain(message);
  });
});

describe("a discovery", () => {
  test("S3.29–S3.32 a discovery is read with the issues and tracks that it concerns", () => {
    expect(readMessage({ title: "t", body: discovery, labels: [] })).toMatchObject({
      kind: "discovery",
      problems: [],
      message: {
        foundBy: "alice",
        relevantTo: {
          refs: [{ number: 12 }, { owner: "acme", repo: "web", number: 3 }],
          tracks: ["backend", "docs"],
        },
        actionNeeded: "fix",
      },
    });
  });

  test("a discovery that concerns no issue and no track is refused", () => {
    expect(problemsIn(withValue(discovery, "Relevant to", "none"))).toEqual([
      "Relevant to mentions no issue or track.",
    ]);
  });
});
