/** `--json` with fields, and `--jq`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/sqlite/store.ts";
import { fill } from "../contracts/store/samples.ts";
import { demo, question, task } from "../support/issues.ts";
import { onTerminal, type Ran, signalbox } from "./terminal.ts";

const home = mkdtempSync(join(tmpdir(), "signalbox-json-"));
afterAll(() => rmSync(home, { recursive: true, maxRetries: 10 }));

const hostile = "Red \u001b[31m\u202ebox";
const labels = ["kind:task", "status:ready"];
beforeAll(async () => {
  const store = openStore(home);
  await store.index.saveRepositories([demo], []);
  await fill(store.index, task(1, { labels, title: hostile }), task(2, { labels }), question(3, "#1"));
  store.close();
});

const run = (...words: readonly string[]): Promise<Ran> => signalbox([...words, "--home", home]);
const lines = ({ out }: Ran): readonly string[] => out.split("\n").slice(0, -1);

describe("IF36 --json with fields", () => {
  test("gives these of each item of a list, and says how up to date it is", async () => {
    const { out } = await run("ready", "--json", "number,title");
    const { asOf, ...rest } = JSON.parse(out);
    expect(asOf).toMatch(/^\d{4}-/);
    expect(rest).toEqual({
      isFresh: false,
      tasks: [
        { number: 1, title: "Red [31mbox" },
        { number: 2, title: "Task 2" },
      ],
    });
  });

  test("gives these of one thing, in the order given, and none that are absent", async () => {
    expect(JSON.parse((await run("show", "acme/demo#3", "--json", "kind,holder,number")).out)).toEqual({
      kind: "question",
      number: 3,
    });
  });

  test.each([
    [["ready", "--json", "number,nothing"], 'has no field "nothing"'],
    [["ready", "--json", ","], "has no field."],
    [["show", "acme/demo#3", "--json", "__proto__"], 'has no field "__proto__"'],
  ])("%j names the right ones", async (words, problem) => {
    const { code, out, err } = await run(...words);
    const { error } = JSON.parse(err);
    expect([code, out, error.code]).toEqual([1, "", "invalid-input"]);
    expect(error.message).toContain(problem);
    expect(error.message).toMatch(/Its fields are:\n(?: {2}\w+\n)*? {2}number\n/);
  });

  test("refuses a wrong field before anything is done", async () => {
    const { err } = await signalbox([
      "claim",
      "1",
      "--agent",
      "ada",
      "--json",
      "nothing",
      "--home",
      "/no/such",
    ]);
    expect(err).toContain("has no field");
  });
});

describe("IF36 --jq", () => {
  test.each([
    [".tasks[].number", ["1", "2"]],
    [".tasks[1].title", ["Task 2"]],
    [".tasks[1] | {number, title}", ['{"number":2,"title":"Task 2"}']],
    ["null, true, [1]", ["", "true", "[1]"]],
    [".tasks | length # how many", ["2"]],
    ["-1", ["-1"]],
    ["empty", [""]],
  ])("%s prints texts as they are and everything else as JSON, one a line", async (filter, printed) => {
    const ran = await run("ready", `--jq=${filter}`);
    expect([ran.code, ran.err.includes("error")]).toEqual([0, false]);
    expect(ran.out === "" ? [""] : lines(ran)).toEqual(printed);
  });

  test("takes the fields that --json names", async () => {
    expect(lines(await run("ready", "--json", "number", "--jq", ".tasks[0]"))).toEqual(['{"number":1}']);
  });

  test.each([
    [".tasks |", "syntax error"],
    [".tasks[0].nothing.of.it[1:2] | error", "--jq: null"],
    [".asOf[0]", "Cannot index string with number"],
    ['1, error("late")', "late"],
    ['include "x"; 1', "syntax error"],
  ])("%s is an error, and nothing is printed", async (filter, problem) => {
    const { code, out, err } = await run("ready", "--jq", filter);
    expect([code, out]).toEqual([1, ""]);
    expect(JSON.parse(err.trim().split("\n").at(-1) ?? "")).toMatchObject({
      error: { code: "invalid-input", message: expect.stringContaining(problem) },
    });
  });

  test("a filter that is no jq is found before anything is done", async () => {
    expect((await signalbox(["ready", "--jq", ".[", "--home", "/no/such"])).err).toContain("--jq: ");
  });
});

test("IF35 neither JSON nor a filter's text has others' escape sequences, on a terminal or in a pipe", async () => {
  const { out } = await onTerminal(["ready", "--json", "title", "--home", home]);
  expect(["\u001b", "\u202e"].filter((character) => out.includes(character))).toEqual([]);
  expect(JSON.parse(out).tasks[0].title).toBe("Red [31mbox");
  expect((await run("ready", "--json", "title")).out).toBe(out);
  const filtered = await onTerminal(["ready", "--jq", ".tasks[0].title", "--home", home]);
  expect(filtered.out).toBe("Red [31mbox\n");
});
