/** The text that a command or an envelope says it is about. */
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";
import {
  formatTextName,
  formatWorkName,
  hashWork,
  isWholeHash,
} from "../../../src/protocol/commands/text-name.ts";
import { readEnvelope } from "../../../src/protocol/envelope/envelope.ts";

const hash = "6fe0".repeat(16);
const name = formatTextName(hash);

describe("A command names its text directly after its word or its option", () => {
  test.each<readonly [string, object]>([
    [`/answer ${name} Use SQLite.`, { name: "answer", decision: "Use SQLite." }],
    [`/answer ${name}\n\nUse SQLite.`, { name: "answer", decision: "Use SQLite." }],
    [`/decide ${name} 2 because it is there`, { name: "decide", option: 2, because: "it is there" }],
    [`/decide 2 ${name} because it is there`, { name: "decide", option: 2, because: "it is there" }],
    [`/decide option 2 ${name}`, { name: "decide", option: 2 }],
    [`/decide ${name} because neither`, { name: "decide", words: "neither" }],
    [`/vote for option #2 ${name} because it is there`, { name: "vote", option: 2, because: "it is there" }],
    [`/ack ${name}`, { name: "ack" }],
    [`/ack ${name} because it fits`, { name: "ack", because: "it fits" }],
    [`/object ${name} breaking because ours fails`, { name: "object", isBreaking: true }],
    [`/accept ${name} because I saw it run`, { name: "accept", because: "I saw it run" }],
    [
      `/vote for  option  12  ${name} because it is there`,
      { name: "vote", option: 12, because: "it is there" },
    ],
    [`/answer 12 ${name}  because it is there`, { name: "answer", decision: "12 because it is there" }],
    [`/answer 2 ${name}\n\nIt is there.`, { name: "answer", decision: "2 It is there." }],
  ])("%s", (written, command) => {
    expect(parseCommands(written)).toMatchObject([{ ...command, textHash: hash }]);
  });

  test("Eight digits and capitals are read, and kept in lower case", () => {
    expect(parseCommands("/vote 1 TEXT:6FE06FE0")).toEqual([
      { name: "vote", option: 1, textHash: "6fe06fe0" },
    ]);
  });

  test.each([
    "/approve 6fe06fe0",
    "/approve text:6fe06fe0",
    `/approve ${hash.toUpperCase()}`,
    `/approve ${name}`,
  ])("%s names what it approves", (written) => {
    const [command] = parseCommands(written);
    expect(command).toMatchObject({ name: "approve" });
    expect(hash.startsWith(command?.name === "approve" ? command.hash : "?")).toBe(true);
  });
});

describe("An acceptance names a handover's work", () => {
  const named = formatWorkName(hash);

  test("The name stands directly after the word, in any case", () => {
    const accepted = { name: "accept", because: "I saw it run", workHash: hash };
    expect(parseCommands(`/accept ${named} because I saw it run`)).toEqual([accepted]);
    expect(parseCommands(`/accept ${named.toUpperCase()} because I saw it run`)).toEqual([accepted]);
  });

  test.each([
    `/accept work:${hash.slice(0, 8)} because I saw it`,
    `/accept ${named}`,
    `/accept ${named}0 because so`,
  ])("%s is not written as it has to be", (written) => {
    expect(parseCommands(written)).toMatchObject([{ name: "malformed" }]);
  });

  test("Anywhere else it is a part of the reason", () => {
    const because = `the check showed ${named} green`;
    expect(parseCommands(`/accept because ${because}`)).toEqual([{ name: "accept", because }]);
  });

  test("Other commands take it for words", () => {
    expect(parseCommands(`/answer ${named} is ours`)).toEqual([
      { name: "answer", decision: `${named} is ours` },
    ]);
  });

  test("Each part of the work changes its hash, and none can pass for another", () => {
    const work = { textHash: hash, head: "a".repeat(40), base: "main" };
    const others = [
      { ...work, textHash: "0".repeat(64) },
      { ...work, head: "b".repeat(40) },
      { ...work, base: "release" },
      { ...work, head: "", base: `${work.head}main` },
      { textHash: hash, head: "", base: "" },
    ];
    expect(hashWork(work)).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set([work, ...others].map(hashWork)).size).toBe(others.length + 1);
  });
});

test("A text's name in a reason or a decision is a part of it", () => {
  const because = `it is ${name}`;
  expect(parseCommands(`/decide 2 because ${because}`)).toEqual([{ name: "decide", option: 2, because }]);
  expect(parseCommands(`/vote 2 ${name} because ${because}`)).toEqual([
    { name: "vote", option: 2, because, textHash: hash },
  ]);
});

test("Only 64 digits in lower case name exactly one text", () => {
  expect(isWholeHash(hash)).toBe(true);
  for (const other of [
    hash.slice(1),
    `${hash}0`,
    `0${hash}`,
    hash.toUpperCase(),
    `g${hash.slice(1)}`,
    "",
    "6fe06fe0",
  ])
    expect([other, isWholeHash(other)]).toEqual([other, false]);
});

describe("Elsewhere the same characters are words", () => {
  test.each<readonly [string, string]>([
    [`/answer Use ${name}`, `Use ${name}`],
    ["/answer text:cafe is served", "text:cafe is served"],
    ["/answer text:6fe06fe0a it is", "text:6fe06fe0a it is"],
    ["/answer 6fe06fe0 is the commit", "6fe06fe0 is the commit"],
  ])("%s", (written, decision) => {
    expect(parseCommands(written)).toEqual([{ name: "answer", decision }]);
  });

  test("A message to an agent keeps its words", () => {
    const [command] = parseCommands("/tell text:6fe06fe0 ada: look");
    expect(command?.textHash).toBeUndefined();
  });

  test.each([`/answer ${name}`, `/decide 2x ${name}`, "/approve text:6fe0", "/approve 6fe06fe06f"])(
    "%s is not written as it has to be",
    (written) => {
      expect(parseCommands(written)).toMatchObject([{ name: "malformed" }]);
    },
  );
});

describe("An envelope names the text that its words answer", () => {
  test("All 64 digits are read", () => {
    expect(readEnvelope(JSON.stringify({ v: "1.1", text: hash }))).toMatchObject({
      ok: true,
      envelope: { text: hash },
    });
  });

  test("Eight digits are none: whoever writes an envelope knows the hash", () => {
    expect(readEnvelope(JSON.stringify({ v: "1.1", text: "6fe06fe0" }))).toMatchObject({ ok: false });
  });
});
