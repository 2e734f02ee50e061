/**
 * What a terminal shows instead of the plain lines of a pipe: the result first, ages, colour beside words,
 * the next command last.
 */
import { describe, expect, test } from "vitest";
import { painter } from "../../../src/cli/terminal/look.ts";
import { type Look, plainLook } from "../../../src/operations/output/look.ts";
import { onTerminal, signalbox } from "../../cli/terminal.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { escalations, explain, ready, show } from "../held.ts";

const opening: Look["opening"] = ({ number }) => `https://github.com/acme/demo/issues/${number}`;
const look: Look = { ...plainLook, isTerminal: true, opening };
const coloured: Look = { ...look, paint: painter(true, {}) };
const board = memoryBoard([card(1, { priority: "p1", track: "api", assignees: ["bob"] }), card(22)]);
const at = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);

describe("output on a terminal", () => {
  test("ready on a terminal shows columns, the time of the reading and the next command", async () => {
    const ports = { ...portsOf(board), look };
    expect((await ready.run(ports, {})).text.split("\n")).toEqual([
      "acme/demo#1   Title of 1   p1  api  @bob",
      "acme/demo#22  Title of 22           unassigned",
      `2 ready. As of ${at(ports.clock.now() / 1000)} UTC. Next: signalbox brief acme/demo#1`,
    ]);
  });

  test("show on a terminal gives the state in two lines, then the relations, then the text", async () => {
    const inTheWay = [{ ref: "acme/demo#40", title: "Which?", state: "open" }];
    const detail = card(12, { status: "blocked", inTheWay, decision: "The first.", assignees: ["bob"] });
    const { text } = await show.run({ ...portsOf(memoryBoard([detail])), look }, { issue: "acme/demo#12" });
    expect(text.split("\n").slice(0, 5)).toEqual([
      "acme/demo#12  Title of 12",
      "task, blocked; assigned to @bob; opened by @alice",
      "Blocked by  acme/demo#40  Which? (open)",
      "Decided     The first.",
      "",
    ]);
    expect(text).toMatch(/ UTC\. Open it: https:\/\/github\.com\/acme\/demo\/issues\/12$/);
  });

  test("explain on a terminal begins with the reason for the current state", async () => {
    const inTheWay = [{ ref: "acme/demo#40", title: "Which?", state: "open" }];
    const told = memoryBoard([card(12, { status: "blocked", inTheWay })]);
    const { text } = await explain.run({ ...portsOf(told), look }, { issue: "12" });
    expect(text).toMatch(
      /^acme\/demo#12 is blocked by acme\/demo#40 Which\?\.\nNothing has been done to it so far\.\n/,
    );
  });

  test("an escalation on a terminal has its question, its options and how to decide it", async () => {
    const asked = {
      id: "I_24",
      owner: "acme",
      repo: "demo",
      number: 24,
      title: "Escalation: Break it?",
      assignees: [],
      urgency: "blocking",
      createdAt: 0,
      textHash: "3f9c2a1b",
      question: "Break it?",
      options: ["Now.", "Later."],
    };
    const with_ = { ...memoryBoard([]), escalations: async () => [asked] };
    const ports = { ...portsOf(with_), look, clock: { ...portsOf(with_).clock, now: () => 3 * 3_600_000 } };
    expect((await escalations.run(ports, {})).text.split("\n")).toEqual([
      "acme/demo#24  blocking, 3 h ago  Break it?",
      "     1  `Now.`",
      "     2  `Later.`",
      "     Comment /decide 1 because …. Open it: https://github.com/acme/demo/issues/24",
      "1 for people. As of 03:00:00 UTC.",
    ]);
  });

  test("coloured words stay aligned, and a title cannot add colour", async () => {
    const hostile = memoryBoard([card(1, { title: "a\u001b[31mb" })]);
    const { text } = await ready.run({ ...portsOf(hostile), look: coloured }, {});
    expect(text.startsWith("\u001b[32macme/demo#1\u001b[39m  a[31mb")).toBe(true);
  });
});

test("colour is used only on a terminal that supports it, and an error is also marked by a word", async () => {
  const nowhere = ["show", "12", "--home", "/nonexistent/signalbox"];
  const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;
  expect((await onTerminal(nowhere)).err.startsWith(`${red("error:")} There is no`)).toBe(true);
  expect((await onTerminal(nowhere, { NO_COLOR: "1" })).err).toMatch(/^error: There is no/);
  expect((await signalbox(nowhere)).err).toMatch(/^There is no/);
});
