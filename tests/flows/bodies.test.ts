/**
 * Tests bodies as people, forms, editors and programs write them, opened as issues: how each is read, and
 * what its author is told. Checks what GitHub shows afterwards, not the parser's result.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin } from "../support/freeing.ts";

let bus: TestBus;
/** An open task, for bodies to name. */
let other: number;
beforeAll(async () => {
  bus = await startBus();
  other = await bus.as("bob").open("Other", "### Goal\n\nAnother part.", ["kind:task"]);
});
afterAll(() => bus.stop());

/** What a task with that body leads to. `N` in it stands for the other task's number. */
async function outcomeOf(body: string) {
  const alice = bus.as("alice");
  const task = await alice.open("Task", body.replaceAll("#N", `#${other}`), ["kind:task"]);
  await bus.settled();
  const { labels } = await alice.see(task);
  const own = (await alice.comments(task)).filter(({ author }) => author === botLogin);
  expect(own.length).toBeLessThanOrEqual(1);
  const card = await bus.server().board.card("acme", "demo", task);
  return {
    labels: labels.filter((label) => label !== "kind:task"),
    isHeld: (await alice.blockers(task)).includes(other),
    told: own[0]?.body ?? "",
    brief: card && (await bus.server().board.brief(card.id)),
  };
}

const held = { labels: ["status:blocked"], isHeld: true, told: "" };
const free = { labels: ["status:ready"], isHeld: false, told: "" };
const unread = { labels: ["needs-fix", "status:blocked"], isHeld: false };

describe("bodies that are read as intended", () => {
  test.each([
    ["F01 with CRLF", "### Goal\r\n\r\nBuild.\r\n\r\n### Blocked by\r\n\r\n#N\r\n"],
    [
      "F01 with CR, spaces at the ends of lines and no last newline",
      "### Goal  \r\rBuild. \r### Blocked by\t\r#N",
    ],
    [
      "F08 with zero-width characters in its labels",
      "### Go\u200bal\n\nBuild.\n\n### Block\u2060ed by\u200b\n\n#N",
    ],
    ["F08 with labels in full-width letters", "### Ｇｏａｌ\n\nBuild.\n\n### Ｂｌｏｃｋｅｄ by\n\n#N"],
    ["F11 with labels of older forms", "### Objective\n\nBuild.\n\n### Depends on\n\n#N"],
    [
      "F12 with its sections in another order, and some of its own",
      "### Umgebung\n\nLinux\n\n### Blocked by\n\n#N\n\n### Goal\n\nBuild.",
    ],
  ])("%s: the task waits for what it names, and no one is notified", async (_, body) => {
    const { brief, ...outcome } = await outcomeOf(body);
    expect(outcome).toEqual(held);
    expect(brief).toMatchObject({ goal: "Build.", blockers: [{ name: `#${other}` }] });
  });

  test.each([
    ["a fence", "```\n### Blocked by\n\n#N\n```"],
    ["an HTML comment", "<!--\n### Blocked by\n\n#N\n-->"],
    ["a quote", "> ### Blocked by\n>\n> #N"],
  ])("F06 a heading inside %s does not start a section, so its task is ready", async (_, inside) => {
    const { brief: _brief, ...outcome } = await outcomeOf(`### Goal\n\nBuild.\n\n${inside}`);
    expect(outcome).toEqual(free);
  });

  test("F13 checklists of every spelling are announced with their done items", async () => {
    const list = "- [X] one\n- [x] two\n* [ ] three\n  - [ ] four";
    const { brief, ...outcome } = await outcomeOf(`### Goal\n\nBuild.\n\n### Acceptance\n\n${list}`);
    expect(outcome).toEqual(free);
    expect(brief?.acceptance).toEqual([
      { text: "one", done: true },
      { text: "two", done: true },
      { text: "three", done: false },
      { text: "four", done: false },
    ]);
  });
});

describe("what cannot be read is reported where its author looks, and blocks its task if it may hide a blocker", () => {
  test("F05 none of several sections with the same heading counts", async () => {
    const twice = "### Goal\n\nBuild.\n\n### Priority\n\np3\n\n### Acceptance\n\nx\n\n### Priority\n\np0";
    const outcome = await outcomeOf(twice);
    expect(outcome).toMatchObject({ labels: ["needs-fix", "status:ready"], isHeld: false });
    expect(outcome.told).toContain("Priority appears 2 times, on lines 5, 13, so none of them counts.");
    const emptied = await outcomeOf(
      "### Goal\n\nBuild.\n\n### Blocked by\n\n#N\n\n### Blocked by\n\n_No response_",
    );
    expect(emptied).toMatchObject(unread);
  });

  test.each([
    ["code fence", "```sh\nmake"],
    ["HTML comment", "<!-- later"],
  ])("F07 a %s left open, which swallows what the task waits for, blocks the task", async (what, open) => {
    const outcome = await outcomeOf(`### Goal\n\nBuild.\n\n${open}\n\n### Blocked by\n\n#N`);
    expect(outcome).toMatchObject(unread);
    expect(outcome.told).toContain(
      `The ${what} opened on line 5 is never closed, so the sections after it cannot be read`,
    );
  });

  test.each([
    ["an anchor", "v: &a 1\nid: *a", "it uses an anchor"],
    ["a tag", "v: !!js/function 'x'", "it uses a tag"],
    ["the prototype", "v: 1\n__proto__: {from: root}", "`__proto__` is not a key"],
    ["a key twice", "v: 1\nfrom: alice\nfrom: root", "or repeats a key"],
  ])("F10 a machine block with %s grants nothing", async (_, block, problem) => {
    const outcome = await outcomeOf(`### Goal\n\nBuild.\n\n\`\`\`signalbox\n${block}\n\`\`\``);
    expect(outcome).toMatchObject({ labels: ["needs-fix", "status:ready"], isHeld: false });
    expect(outcome.told).toMatch(/The `signalbox` block cannot be read/);
    expect(outcome.told).toContain(problem);
  });
});
