/** The results of the reading operations on an in-memory board. */
import { describe, expect, test } from "vitest";
import type { Proposal } from "../../src/engine/model/proposal.ts";
import { catalogue } from "../../src/operations/catalogue.ts";
import { commandWords } from "../../src/operations/operation.ts";
import { misfitsOf } from "../support/outputs.ts";
import { card, memoryBoard, portsOf } from "./board.ts";
import { agents, ask, brief, claim, escalations, explain, list, ready, show } from "./held.ts";

describe("every operation", () => {
  test.each(catalogue.map((operation) => [operation.name, operation] as const))(
    "%s has a summary, examples that begin with its name, and only positional arguments it knows",
    (_, operation) => {
      expect(operation.summary).not.toBe("");
      expect(operation.examples.length).toBeGreaterThan(0);
      for (const example of operation.examples)
        expect(example.startsWith(commandWords(operation))).toBe(true);
      for (const property of operation.positional) expect(operation.input.shape).toHaveProperty(property);
    },
  );

  test("listing tasks assigned to a user and to no one at once is refused", async () => {
    await expect(ready.run(portsOf(memoryBoard([])), { assignee: "bob", unassigned: true })).rejects.toThrow(
      "- unassigned: unassigned and assignee are mutually exclusive",
    );
  });

  test("invalid input is refused with each problem and an example", async () => {
    await expect(ready.run(portsOf(memoryBoard([])), { limit: Number.NaN, repo: "demo" })).rejects.toThrow(
      /`ready` was not understood:\n- repo: must be owner\/name[\s\S]*- limit: must be a whole number from 1 to 1000\n[\s\S]*For example: signalbox ready/,
    );
  });
});

describe("what programs read", () => {
  test("an output with a field that its schema lacks, or without one that it promises, is found", () => {
    const tasks = [{ ...card(1), assignees: undefined }];
    expect(misfitsOf("ready", { asOf: null, isFresh: true, tasks, more: 1 })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"additionalProperty":"more"'),
        expect.stringContaining('"missingProperty":"assignees"'),
      ]),
    );
  });

  test.each([
    ["invalid-input", show, { issue: "twelve" }],
    ["unknown-issue", show, { issue: "99" }],
    ["unknown-repository", ready, { repo: "no/such" }],
    ["unknown-agent", agents, { agent: "eve" }],
    ["wrong-kind", brief, { issue: "12" }],
    ["agent-needed", claim, { issue: "12" }],
    ["not-here", ask, { task: "13", question: "Which?", context: "Both." }],
  ] as const)("an error has the code %s, whatever its message says", async (code, operation, input) => {
    const ports = portsOf(memoryBoard([card(12, { kind: "question" }), card(13)]));
    await expect(operation.run(ports, input)).rejects.toMatchObject({ code });
  });
});

describe("ready", () => {
  test("S1.13 ready lists tasks with their urgency, track and people", async () => {
    const board = memoryBoard([card(1, { priority: "p1", track: "api", assignees: ["bob"] }), card(2)]);
    const { text } = await ready.run(portsOf(board), {});
    expect(text).toBe("acme/demo#1\tTitle of 1\tp1\tapi\t@bob\nacme/demo#2\tTitle of 2");
  });

  test("ready says so when there are no tasks", async () => {
    const result = await ready.run(portsOf(memoryBoard([])), {});
    expect(result).toEqual({
      output: { asOf: null, isFresh: false, tasks: [] },
      text: "No task is ready.",
      isMet: true,
    });
  });

  test("ready passes filters on", async () => {
    const board = memoryBoard([], [], [{ id: "R_demo", owner: "Acme", repo: "web" }]);
    await ready.run(portsOf(board), { repo: "acme/web", track: "ui", assignee: "bob", limit: 5 });
    await ready.run(portsOf(board), { unassigned: true });
    expect(board.asked).toEqual([
      { repository: { owner: "acme", repo: "web" }, track: "ui", assignee: "bob", limit: 5 },
      { repository: undefined, track: undefined, assignee: null, limit: 30 },
    ]);
  });

  test("ready refuses a repository that is not served, and names those that are", async () => {
    const ports = portsOf(memoryBoard([]));
    await expect(ready.run(ports, { repo: "no/such" })).rejects.toThrow(
      /signalbox does not serve no\/such\. It serves acme\/demo:/,
    );
    await expect(escalations.run(ports, { repo: "no/such" })).rejects.toThrow(/does not serve no\/such/);
    const fromEnvironment = { ...ports, repository: { owner: "no", repo: "such" } };
    await expect(ready.run(fromEnvironment, {})).rejects.toThrow(/does not serve no\/such/);
    const empty = portsOf(memoryBoard([], [], []));
    await expect(ready.run(empty, { repo: "no/such" })).rejects.toThrow(/has no repositories yet/);
  });

  test("ready shows no control characters of a title", async () => {
    const hostile = "a\u001b]0;owned\u0007b\u202ec\nd\u200be";
    const { text } = await ready.run(portsOf(memoryBoard([card(1, { title: hostile })])), {});
    expect(text).toBe("acme/demo#1\ta]0;ownedbc de");
  });
});

describe("list", () => {
  test("list prints reference, kind, status or state, title, priority, track and people", async () => {
    const board = memoryBoard([
      card(1, { priority: "p1", track: "api", assignees: ["bob"] }),
      card(2, { kind: "question", status: undefined }),
      card(3, { state: "closed" }),
    ]);
    const { text } = await list.run(portsOf(board), {});
    expect(text.split("\n")).toEqual([
      "acme/demo#1\ttask\tready\tTitle of 1\tp1\tapi\t@bob",
      "acme/demo#2\tquestion\topen\tTitle of 2",
      "acme/demo#3\ttask\tclosed\tTitle of 3",
    ]);
    expect((await list.run(portsOf(memoryBoard([])), {})).text).toBe("Nothing matches.");
  });

  test.each([
    [{ kind: "story" }, "- kind: "],
    [{ words: [""] }, "- words.0: "],
    [{ assignee: "bob", unassigned: true }, "use only one"],
    [{ repo: "no/such" }, "does not serve no/such"],
  ])("list refuses %j", async (input, message) => {
    await expect(list.run(portsOf(memoryBoard([])), input)).rejects.toThrow(message);
  });
});

describe("show", () => {
  test("a signature is shown as what it proves", async () => {
    const told = async (given: Parameters<typeof card>[1]) =>
      (await show.run(portsOf(memoryBoard([card(12, given)])), { issue: "acme/demo#12" })).text;
    expect(await told({ signature: "fails" })).toContain(
      "signature not valid for this issue: it proves nothing",
    );
    expect(await told({ signature: "holds" })).toContain("signed: the signature is right");
    expect(await told({})).not.toContain("signature");
  });

  test("S0.85 show displays an issue with the edges in both directions and its decision", async () => {
    const detail = card(12, {
      status: "blocked",
      blockedBy: [
        { ref: "acme/demo#39", title: "Done", state: "completed" },
        { ref: "acme/demo#40", title: "Which?", state: "completed" },
      ],
      inTheWay: [
        { ref: "acme/demo#40", title: "Which?", state: "closed without an accepted answer" },
        { ref: "1 that signalbox may not read", title: "", state: "not readable" },
      ],
      blocking: [{ ref: "acme/web#3", title: "Ship", state: "open" }],
      decision: "The first.",
    });
    const { text } = await show.run(portsOf(memoryBoard([detail])), { issue: "acme/demo#12" });
    expect(text.split("\n")).toEqual([
      "acme/demo#12  task, open, blocked",
      "> Title of 12",
      "by @alice",
      "",
      "Blocked by",
      "  acme/demo#40 (closed without an accepted answer) Which?",
      "  1 that signalbox may not read (not readable)",
      "  acme/demo#39 (completed) Done",
      "",
      "Blocks",
      "  acme/web#3 (open) Ship",
      "",
      "Decision",
      "  > The first.",
      "",
      "Body",
      "  > ### Goal",
      "  >",
      "  > Work",
    ]);
  });

  test("S0.86 show lists what names the issue, and no dependency twice", async () => {
    const blocker = { ref: "acme/demo#40", title: "Q: Which?", state: "open" };
    const handover = { ref: "acme/demo#41", title: "Handover: half", state: "completed", kind: "handover" };
    const detail = card(12, { inTheWay: [blocker], namedBy: [{ ...blocker, kind: "question" }, handover] });
    const { text } = await show.run(portsOf(memoryBoard([detail])), { issue: "acme/demo#12" });
    expect(text).toContain("Named by\n  acme/demo#41 (handover, completed) Handover: half\n");
    expect(text.match(/acme\/demo#40/g)).toHaveLength(1);
  });

  test("of many issues that name it, show lists the newest, and says how many are left", async () => {
    const namedBy = Array.from({ length: 23 }, (_, at) => ({
      ref: `acme/demo#${90 - at}`,
      title: "Other",
      state: "open",
      kind: "task",
    }));
    const { text } = await show.run(portsOf(memoryBoard([card(12, { namedBy })])), {
      issue: "acme/demo#12",
    });
    expect(text).toContain("  acme/demo#71 (task, open) Other\n  and 3 more: --json");
  });

  test.each(["12", "#12", "acme/demo#12", "https://github.com/acme/demo/issues/12"])(
    "show finds the issue written as %s",
    async (issue) => {
      const result = await show.run(portsOf(memoryBoard([card(12)])), { issue });
      expect(result.output).toMatchObject({ number: 12 });
    },
  );

  test.each(["", "twelve", "#12 #13", "#0", "a b#12", "`#12`", "--help", "#".repeat(600)])(
    "show refuses %j as an issue",
    async (issue) => {
      await expect(show.run(portsOf(memoryBoard([card(12)])), { issue })).rejects.toThrow(
        /is not an issue; write/,
      );
    },
  );

  test("S4.62 show asks for the repository if there are several and none is named", async () => {
    const two = [
      { id: "R_demo", owner: "acme", repo: "demo" },
      { id: "R_demo", owner: "acme", repo: "web" },
    ];
    const ports = portsOf(memoryBoard([card(12)], [], two));
    await expect(show.run(ports, { issue: "12" })).rejects.toThrow(/#12 could be in acme\/demo, acme\/web/);
    const said = { ...ports, repository: { owner: "acme", repo: "demo" } };
    expect((await show.run(said, { issue: "12" })).output).toMatchObject({ number: 12 });
  });

  test("show says that nothing is known while there is no repository", async () => {
    const ports = portsOf(memoryBoard([], [], []));
    await expect(show.run(ports, { issue: "12" })).rejects.toThrow(/has no repositories yet/);
  });
});

describe("explain", () => {
  test("explain shows once what was decided and done, with reason and rule, in order", async () => {
    const ledger = [
      {
        at: 2000,
        kind: "done",
        what: "labelled ready",
        because: "#40 was answered",
        rule: "readiness",
        askedBy: "bob (write)",
      },
      {
        at: 1000,
        kind: "decided",
        what: "labelled blocked",
        because: "#40 is open",
        rule: "readiness",
        askedBy: undefined,
      },
      {
        at: 1500,
        kind: "done",
        what: "labelled blocked",
        because: "#40 is open",
        rule: "readiness",
        askedBy: undefined,
      },
    ];
    const { text } = await explain.run(portsOf(memoryBoard([card(12)], ledger)), { issue: "12" });
    expect(text).toBe(
      [
        "acme/demo#12  task, open, ready",
        "> Title of 12",
        "",
        "1970-01-01T00:00:01Z  labelled blocked",
        "  because #40 is open (readiness)",
        "1970-01-01T00:00:02Z  labelled ready",
        "  because #40 was answered (readiness, asked by bob (write))",
      ].join("\n"),
    );
  });

  test.each([
    ["edited", "the body was edited by bob", "the body was edited by bob"],
    ["refused", "labels +answered", "labels +answered (refused)"],
  ])("explain names the outcome %s only if the text does not say it", async (kind, what, shown) => {
    const line = { at: 1000, kind, what, because: "It is so.", rule: "fold", askedBy: undefined };
    const { text } = await explain.run(portsOf(memoryBoard([card(12)], [line])), { issue: "12" });
    expect(text).toContain(`1970-01-01T00:00:01Z  ${shown}\n  because It is so. (fold)`);
  });

  test("explain shows the coordinator's result: gates, passages with scores, and its track record", async () => {
    const asked = card(12, { kind: "question" });
    const proposal: Proposal = {
      textHash: "a",
      basis: "b",
      isSuggestion: true,
      proposed: { type: "escalate", quotes: [], options: ["One.", "Two."], recommendation: undefined },
      gates: [
        { gate: "authority", passes: true, reasons: ["Nothing in it is reserved for people."] },
        { gate: "policy", passes: false, reasons: ["No row of the policy lets the coordinator decide it."] },
      ],
      passages: [{ citation: "docs/a.md@c0ffee#L1-L2", title: "A", score: 1.234, isSuperseded: true }],
      trackRecord: { accepted: 12, rejected: 1, lowerBound: 0.667 },
    };
    const board = memoryBoard([asked], [], undefined, undefined, new Map([[asked.id, proposal]]));
    const { text, output } = await explain.run(portsOf(board), { issue: "12" });
    expect(text).toContain(
      [
        "The coordinator proposes a decision for people",
        "  passed   authority: Nothing in it is reserved for people.",
        "  stopped  policy: No row of the policy lets the coordinator decide it.",
        "  found    docs/a.md@c0ffee#L1-L2 A (1.23, superseded)",
        "  suggested; 12 of 13 approved, lower bound 0.67",
      ].join("\n"),
    );
    expect(output).toMatchObject({ proposal });
  });

  test("explain names what blocks a task, and nothing else", async () => {
    const done = { ref: "acme/demo#41", title: "Done", state: "completed" };
    const inTheWay = [
      { ref: "acme/demo#40", title: "Open", state: "open" },
      { ref: "its own body", title: "", state: "to be fixed" },
    ];
    const board = memoryBoard([card(12, { status: "blocked", blockedBy: [done], inTheWay })]);
    const { text } = await explain.run(portsOf(board), { issue: "12" });
    expect(text).toContain("Waits for\n  acme/demo#40 (open) Open\n  its own body (to be fixed)\n");
    expect(text).not.toContain("Done");
    expect(text).toContain("The ledger has no entries for it.");
  });
});
