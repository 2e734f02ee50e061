/** Reads issues as messages: their kind, their values, and what is wrong with them. */
import { describe, expect, test } from "vitest";
import { type MessageReading, type Problem, readMessage } from "../../src/protocol/message.ts";
import { repairBody } from "../../src/protocol/sections/mend.ts";
import { questionBody, withValue } from "./bodies.ts";

const read = (
  body: string | null,
  labels: readonly string[] = ["kind:question"],
  title = "Which store?",
): MessageReading => readMessage({ title, body, labels });
const problemsOf = (reading: MessageReading): readonly Problem[] =>
  reading.kind === undefined ? [] : reading.problems;
const sectionsOf = (reading: MessageReading) => problemsOf(reading).map(({ section }) => section);
const messageOf = (reading: MessageReading) => (reading.kind === undefined ? undefined : reading.message);

const question = {
  kind: "question",
  blockingTasks: [{ number: 12 }],
  category: "implementation",
  urgency: "blocking",
  context: "We store sessions in memory.",
};

test("S3.17–S3.20 a question, a task and an answer are read whole", () => {
  expect(messageOf(read(questionBody))).toEqual(question);
  const task =
    "### Goal\n\nLogin\n\n### Acceptance\n\n- [x] works\n- [ ] tested\n\n### Blocked by\n\n#3, acme/api#4\n\n### Together with\n\n#8\n\n### Track\n\nweb\n\n### Priority\n\nP1\n\n### Files\n\n- `src/**`\n\n### Requires\n\ntypescript, sql\n\n### Skill\n\n`release-notes`";
  expect(messageOf(read(task, ["kind:task"]))).toEqual({
    kind: "task",
    goal: "Login",
    acceptance: [
      { text: "works", done: true },
      { text: "tested", done: false },
    ],
    blockedBy: [{ number: 3 }, { owner: "acme", repo: "api", number: 4 }],
    together: [{ number: 8 }],
    track: "web",
    priority: "p1",
    files: ["src/**"],
    requires: ["typescript", "sql"],
    skill: "release-notes",
  });
  const answer =
    "### Answers\n\n#40\n\n### Decision\n\nSQLite\n\n### Rationale\n\nIt is there.\n\n### Sources\n\na.md";
  expect(messageOf(read(answer, ["kind:answer"]))).toEqual({
    kind: "answer",
    answers: { number: 40 },
    decision: "SQLite",
    rationale: "It is there.",
    sources: "a.md",
  });
});

describe("F02 a body that lacks everything", () => {
  test.each([null, "", "Only words."])("%j is reported with everything it lacks", (body) => {
    const reading = read(body, ["kind:question"], "Q".repeat(256));
    expect(sectionsOf(reading).toSorted()).toEqual(["Blocking task", "Category", "Context", "Urgency"]);
    expect(messageOf(reading)).toBeUndefined();
  });
});

test("F05 a forged second Priority section is refused, and neither counts", () => {
  const reading = read("### Goal\n\nLogin\n\n### Priority\n\np3\n\n### Files\n\nx\n\n### Priority\n\np0", [
    "kind:task",
  ]);
  expect(sectionsOf(reading)).toEqual(["Priority"]);
  expect(messageOf(reading)).toMatchObject({ goal: "Login", priority: undefined });
});

test("F05 a section that appears under both its old and its new label is refused", () => {
  const reading = read("### Goal\n\nx\n\n### Blocked by\n\n#1\n\n### Depends on\n\n#2", ["kind:task"]);
  expect(sectionsOf(reading)).toEqual(["Blocked by"]);
  expect(messageOf(reading)).toBeUndefined();
});

test("F07 an open fence that hides sections is reported, and the sections are not reported as missing", () => {
  const reading = read(questionBody.replace("implementation", "implementation\n\n```"));
  expect(problemsOf(reading).map(({ message }) => message)).toEqual([expect.stringContaining("line 9")]);
  expect(messageOf(reading)).toBeUndefined();
});

test("F07 an open fence that hides only unknown headings is tolerated", () => {
  const reading = read(
    questionBody.replace("_No response_\n", "_No response_\n\n### Log\n\n```\n### not ours"),
  );
  expect(problemsOf(reading)).toEqual([
    expect.objectContaining({ message: expect.stringContaining("never closed") }),
  ]);
  const atEnd = read(`${questionBody.trim()}\n\n### Log\n\n\`\`\`\n### not ours`);
  expect(problemsOf(atEnd)).toEqual([]);
});

test("F08 invisible characters are noted and the value keeps them", () => {
  const reading = read(withValue(questionBody, "Context", "pass\u202eword"));
  expect(messageOf(reading)).toMatchObject({ context: "pass\u202eword" });
  expect(reading).toMatchObject({ notes: [{ label: "Invisible characters", value: "On line 15." }] });
});

test("F10 an invalid envelope is a problem and grants nothing", () => {
  const reading = read(`${questionBody}\n\`\`\`signalbox\nv: 1\n__proto__: {from: root}\n\`\`\``);
  expect(problemsOf(reading)).toEqual([
    expect.objectContaining({ message: expect.stringContaining("__proto__") }),
  ]);
  expect(reading).not.toHaveProperty("envelope");
});

test("F11 older labels are still read", () => {
  expect(messageOf(read(questionBody.replace("Blocking task", "Blocks")))).toEqual(question);
});

test("F12 order does not matter and unknown sections are kept as notes", () => {
  const parts = questionBody.split(/(?=^### )/m).map((part) => part.trim());
  const reading = read([...parts.toReversed(), "### Umgebung\n\nLinux", "### Umgebung\n\nBSD"].join("\n\n"));
  expect(messageOf(reading)).toEqual(question);
  expect(reading).toMatchObject({
    problems: [],
    notes: [
      { label: "Umgebung", value: "Linux" },
      { label: "Umgebung", value: "BSD" },
    ],
  });
});

test("F14 an upload field is text like any other", () => {
  const upload =
    "![log](https://github.com/user-attachments/assets/1)\n[trace.zip](https://github.com/user-attachments/files/2)";
  expect(read(`${questionBody}\n### Attachments\n\n${upload}`)).toMatchObject({
    problems: [],
    // The page shows the picture, and not its alternative text.
    notes: [{ label: "Attachments", value: upload.replace("log", "") }],
  });
});

describe("values", () => {
  test.each([
    ["Urgency", "Nice to have", { urgency: "nice-to-have" }],
    ["Urgency", "BLOCKING", { urgency: "blocking" }],
    [
      "Blocking task",
      "https://github.com/acme/web/issues/3",
      { blockingTasks: [{ owner: "acme", repo: "web", number: 3 }] },
    ],
  ])("the section %s accepts %j", (label, value, expected) => {
    expect(messageOf(read(withValue(questionBody, label, value)))).toMatchObject(expected);
  });

  test.each([
    ["Urgency", "asap"],
    ["Category", "architecture, tooling"],
    ["Blocking task", "the login task"],
    ["Blocking task", "None"],
    ["Blocking task", "_No response_"],
    ["Context", "<!-- say something -->"],
  ])("the section %s refuses %j and says how to fix it", (label, value) => {
    const reading = read(withValue(questionBody, label, value));
    const [problem, ...others] = problemsOf(reading);
    expect({ section: problem?.section, others }).toEqual({ section: label, others: [] });
    expect(`${problem?.message} ${problem?.fix ?? ""}`).toMatch(
      / is not one of `| is missing or empty\. \S|Write /,
    );
    expect(messageOf(reading)).toBeUndefined();
  });

  test.each(["None", "_No response_"])("a nice-to-have question may block %j", (value) => {
    const body = withValue(withValue(questionBody, "Urgency", "nice-to-have"), "Blocking task", value);
    expect(messageOf(read(body))).toMatchObject({ blockingTasks: [] });
    expect(problemsOf(read(body))).toEqual([]);
  });

  test("an answer settles exactly one question", () => {
    const answer = (refs: string) =>
      read(`### Answers\n\n${refs}\n\n### Decision\n\nx\n\n### Rationale\n\ny`, ["kind:answer"]);
    expect(messageOf(answer("#1"))).toBeDefined();
    for (const refs of ["#1 #2", "none"]) expect(sectionsOf(answer(refs))).toEqual(["Answers"]);
  });

  test("a task whose blockers cannot be read is not treated as a task without blockers", () => {
    const reading = read("### Goal\n\nx\n\n### Blocked by\n\nthe other one", ["kind:task"]);
    expect(messageOf(reading)).toBeUndefined();
    expect(sectionsOf(reading)).toEqual(["Blocked by"]);
  });
});

describe("F13 a checklist", () => {
  test.each([
    ["- [X] a", [["a", true]]],
    [
      "- [x] a\n* [ ] b\n+ [ ]  c",
      [
        ["a", true],
        ["b", false],
        ["c", false],
      ],
    ],
    [
      "- [ ] a\n  - [x] b\n    1. [X] c",
      [
        ["a", false],
        ["b", true],
        ["c", true],
      ],
    ],
    [
      "- a\n- [ ] b\n  goes on",
      [
        ["a", false],
        ["b goes on", false],
      ],
    ],
    [
      "It works\n\n- [ ]\n- [] c",
      [
        ["It works", false],
        ["[] c", false],
      ],
    ],
    ["- [y] a", [["[y] a", false]]],
  ])("%j is read", (written, items) => {
    const reading = read(`### Goal\n\nx\n\n### Acceptance\n\n${written}`, ["kind:task"]);
    expect(messageOf(reading)).toMatchObject({ acceptance: items.map(([text, done]) => ({ text, done })) });
  });
});

describe("a repaired body", () => {
  const mended = (body: string | null, labels = ["kind:question"]) => {
    const input = { title: "t", body, labels };
    return repairBody(input, readMessage(input));
  };

  test("F02 a repaired body has each missing section, empty, and repairing it again changes nothing", () => {
    const text = mended("Some words.\r\n\r\n### Urgency\r\n\r\n_No response_");
    expect(text).toMatch(/^Some words\.\n\n### Urgency\n\n<!-- .* -->\n\n### Blocking task\n\n<!-- /);
    expect(sectionsOf(read(text)).toSorted()).toEqual(["Blocking task", "Category", "Context", "Urgency"]);
    expect(mended(text)).toBe(text);
  });

  test.each(["```", "~~~~js", "<!--", "<details>"])(
    "F07 a repaired body closes %j before the section that it hides",
    (opening) => {
      const broken = withValue(questionBody, "Options", "Redis or SQLite").replace(
        "memory.",
        `memory.\n\n${opening}\nx`,
      );
      expect(messageOf(read(broken))).toBeUndefined();
      expect(messageOf(read(mended(broken)))).toMatchObject({
        urgency: "blocking",
        options: "Redis or SQLite",
      });
    },
  );

  test("a repaired body still ends with its envelope", () => {
    const text = mended("### Context\n\nx\n\n```signalbox\nv: 1\nfrom: alice\n```\n");
    expect(read(text)).toMatchObject({ envelope: { from: "alice" } });
  });

  test.each([
    ["Urgency", "soon", "`soon` is not one of `blocking`, `important`, `nice-to-have`."],
    ["Blocking task", "the login", "`the login` is not an issue. Write `#12` or `owner/repo#12`."],
  ])(
    "F02 a repaired body marks a bad %s above its text, and repairing it again changes nothing",
    (label, words, fix) => {
      const bad = withValue(questionBody, label, words);
      const text = mended(bad);
      expect(text).toMatch(new RegExp(`### ${label}\n\n<!-- .* -->\n\n${words}\n`));
      expect(text).toContain(`${fix} -->`);
      expect(mended(text)).toBe(text);
      expect(sectionsOf(read(text))).toEqual([label]);
      const cured = text.replace(`\n${words}\n`, "\n#12 is blocking\n").replace("#12 is blocking", "#12");
      expect(
        sectionsOf(read(label === "Urgency" ? text.replace(`\n${words}\n`, "\nimportant\n") : cured)),
      ).toEqual([]);
    },
  );

  test("F05 a repaired body marks both sections of one name, however often it is repaired", () => {
    const text = mended(`${questionBody}\n### Urgency\n\nimportant\n`);
    expect(text.match(/<!-- Urgency appears 2 times/g)).toHaveLength(2);
    expect(mended(text).match(/<!-- Urgency appears 2 times/g)).toHaveLength(2);
  });

  test("a mark in a repaired body is never closed early, whatever the problem says", () => {
    const input = { title: "t", body: questionBody, labels: ["kind:question"] };
    const problems = [{ section: "Context", message: "x --> ### Goal", fix: "--!> y" }];
    expect(repairBody(input, readMessage(input), problems)).toContain("<!-- x - ### Goal -!- y -->");
  });

  test("F03 a body that was not read is left unchanged, and nothing in it is reported as missing", () => {
    const body = `### Context\n\n${"x".repeat(270_000)}`;
    expect(problemsOf(read(body)).map(({ message }) => message)).toEqual([
      "The body is larger than 262144 bytes, so none of it was read.",
    ]);
    expect(mended(body)).toBe(body);
  });

  test("repairing a valid body leaves it unchanged", () => {
    expect(mended(questionBody)).toBe(questionBody);
  });
});

describe("the version", () => {
  test("a body of an unknown major version is kept, marked and left alone", () => {
    const message = "The `signalbox` block has schema version 2, but this release reads 1.x.";
    expect(read("### Context\n\nx\n\n```signalbox\nv: 2.0\n```")).toEqual({
      kind: "question",
      problems: [{ message, fix: expect.stringContaining("It has no effect here.") }],
      notes: [],
    });
  });

  test("a body of any version 1.x is read", () => {
    expect(read(`${questionBody}\n\`\`\`signalbox\nv: '1.99'\nfuture: yes\n\`\`\``)).toMatchObject({
      message: question,
      problems: [],
      envelope: { v: "1.99" },
    });
  });
});

test.each([
  ["HTML", "<div>\n### Context\nBoth work.\n</div>", 2],
  ["a footnote", "[^1]: Note\n\n    ### Context\n\n    Both work.", 3],
  ["a quote", "> ### Context\n>\n> Both work.", 1],
  ["a list", "- ### Context\n\n  Both work.", 1],
  ["an HTML comment", "<? x\n### Context\nBoth work.\n?>", 2],
])("a section that is missing because it is in %s is reported with its line", (where, hidden, line) => {
  const body = questionBody.slice(0, questionBody.indexOf("### Context"));
  const reading = read(`${hidden}\n\n${body}`);
  const [problem, ...others] = problemsOf(reading);
  expect(others).toEqual([]);
  expect(problem?.message).toBe(`Context, on line ${line}, is in ${where}, where sections are not read.`);
});
