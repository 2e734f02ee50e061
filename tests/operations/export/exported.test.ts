/** What exports look like to the programs that read them, whatever is in a title. */
import { describe, expect, test } from "vitest";
import type { Card } from "../../../src/operations/board/card.ts";
import { asCsv } from "../../../src/operations/export/csv.ts";
import { asJsonLines, asTable, withEdges } from "../../../src/operations/export/exported.ts";
import { hasInvisible } from "../../../src/protocol/characters.ts";

const card: Omit<Card, "title"> = {
  id: "I_1",
  owner: "acme",
  repo: "demo",
  number: 1,
  kind: "task",
  state: "open",
  status: "blocked",
  priority: "p1",
  track: undefined,
  assignees: ["alice", "bob"],
  updatedAt: 0,
};

describe("L06 a cell that a spreadsheet would compute begins with an apostrophe", () => {
  test.each([
    ['=HYPERLINK("http://evil","x")', `"'=HYPERLINK(""http://evil"",""x"")"\n`],
    ["+1", "'+1\n"],
    ["-1", "'-1\n"],
    ["@SUM(A1)", "'@SUM(A1)\n"],
    ["\t=1", "'\t=1\n"],
    ["\r=1", `"'\r=1"\n`],
    ["＝1+1", "'＝1+1\n"],
    ["a=1", "a=1\n"],
    ["acme/demo#12", "acme/demo#12\n"],
  ])("%j", (cell, line) => {
    expect(asCsv([[cell]])).toBe(line);
  });
});

test("cells with commas, quotes and line ends are one cell", () => {
  expect(asCsv([["a,b", 'c"d', "e\nf", ""]])).toBe('"a,b","c""d","e\nf",\n');
});

describe("an issue", () => {
  const edges = [
    { blocked: "acme/demo#1", blocker: "acme/demo#2" },
    { blocked: "acme/demo#1", blocker: "elsewhere-1" },
    { blocked: "acme/web#3", blocker: "acme/demo#1" },
  ];
  const [exported] = withEdges([{ ...card, title: "=1\u001b]0;evil\u0007 \u202e日本" }], { edges });

  test("has its dependencies in both directions", () => {
    expect(exported).toMatchObject({
      issue: "acme/demo#1",
      blockedBy: ["acme/demo#2", "elsewhere-1"],
      blocking: ["acme/web#3"],
    });
  });

  test("is one line of JSON, in which nothing reaches a terminal as a command", () => {
    const text = asJsonLines(exported === undefined ? [] : [exported]);
    expect(JSON.parse(text).title).toBe("=1]0;evil 日本");
    expect(hasInvisible(text.trimEnd())).toBe(false);
    expect(text).toContain("日本");
  });

  test("is a row of CSV whose title is cleaned", () => {
    const [head, row] = asTable(exported === undefined ? [] : [exported]).split("\n");
    expect(head).toBe("issue,kind,state,status,title,priority,track,assignees,blocked_by,blocking,updated");
    expect(row).toBe(
      "acme/demo#1,task,open,blocked,'=1]0;evil 日本,p1,,alice bob,acme/demo#2 elsewhere-1,acme/web#3,1970-01-01T00:00:00Z",
    );
  });
});
