/** Tests that text invisible on the page has no effect: neither a section nor a command, regardless of its author. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair } from "../support/freeing.ts";

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

const unseen: readonly (readonly [string, (text: string) => string])[] = [
  ["an instruction", (text) => `<? x\n\n${text}\n\n?>`],
  ["CDATA", (text) => `<![CDATA[\n\n${text}\n\n]]>`],
  ["a declaration", (text) => `<!X\n\n${text}\n\n>`],
  ["an HTML comment", (text) => `<!--\n\n${text}\n\n-->`],
  ["a footnote", (text) => `[^1]: Note\n\n    ${text.replaceAll("\n", "\n    ")}`],
  ["indented code", (text) => `    ${text.replaceAll("\n", "\n    ")}`],
  ["the title of a definition", (text) => `[a]: https://example.org "\n${text.replaceAll("\n\n", "\n")}\n"`],
  ["the title of a link", (text) => `See [it](https://example.org "\n${text.replaceAll("\n\n", "\n")}\n").`],
  ["an attribute", (text) => `See <b title="\n${text.replaceAll("\n\n", "\n")}\n">it</b>.`],
  ["an image's text", (text) => `See ![\n${text.replaceAll("\n\n", "\n")}\n](https://example.org/a.png).`],
  ["an HTML block", (text) => `<div>\n${text.replaceAll("\n\n", "\n")}\n</div>`],
  ["a quote that goes on", (text) => `> Quoted\n${text.replaceAll("\n\n", "\n")}`],
  ["a table", (text) => `| a |\n|---|\n${text.replaceAll("\n\n", "\n")}`],
];
/** A heading ends these on the page, too. */
const endedByHeadings = new Set([
  "the title of a definition",
  "the title of a link",
  "an attribute",
  "an image's text",
  "a quote that goes on",
  "a table",
]);

test.each(unseen)("N03 a command in %s has no effect", async (_, hide) => {
  const pair = await blockedPair(bus);
  const maria = bus.as("maria");
  await maria.comment(pair.question, hide("/answer Nobody saw this."));
  await bus.settled();
  expect((await maria.see(pair.question)).state).toBe("open");
  expect((await maria.see(pair.task)).labels).toEqual(["kind:task", "status:blocked"]);
  await maria.comment(pair.question, `${hide("Unseen")}\n\n/answer SQLite.`);
  await bus.settled();
  expect((await maria.see(pair.question)).state).toBe("closed");
});

test.each(unseen.filter(([name]) => !endedByHeadings.has(name)))(
  "N03 a section in %s is not read",
  async (_, hide) => {
    const alice = bus.as("alice");
    const other = await alice.open("Other", "### Goal\n\nAnother part.", ["kind:task"]);
    const body = `### Goal\n\nBuild.\n\n${hide(`### Blocked by\n\n#${other}`)}`;
    const task = await alice.open("Task", body, ["kind:task"]);
    await bus.settled();
    expect(await alice.blockers(task)).toEqual([]);
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  },
);
