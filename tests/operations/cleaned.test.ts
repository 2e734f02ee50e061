/** Whatever others wrote reaches terminals, models and the log without secrets and without characters that nobody sees. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Brief } from "../../src/engine/presentation/brief.ts";
import { openRunFolder } from "../../src/harness/records/run-folder.ts";
import { startPacket } from "../../src/harness/start-packet.ts";
import { replyText } from "../../src/mcp/reply.ts";
import { commonPart } from "../../src/operations/changes/change-board.ts";
import { wholeVersion } from "../../src/operations/changes/change-place.ts";
import { changesOutput } from "../../src/operations/changes/changes.ts";
import { asJsonLines } from "../../src/operations/export/exported.ts";
import { toOutput } from "../../src/operations/notes/note-output.ts";
import { operation } from "../../src/operations/operation.ts";
import { hasInvisible } from "../../src/protocol/characters.ts";
import { fenced } from "../../src/protocol/render/fenced.ts";
import { plain } from "../../src/protocol/render/plain.ts";
import { blockQuote } from "../../src/protocol/render/quoted.ts";
import { createLogs } from "../../src/server/log/logger.ts";
import { hideIn, secretForms } from "../support/secret-forms.ts";
import { card, memoryBoard, portsOf } from "./board.ts";
import { brief, list, show } from "./held.ts";

type Place = readonly [name: string, shows: (text: string) => string | Promise<string>];

const both = ({ output, text }: { readonly output: unknown; readonly text: string }): string =>
  `${JSON.stringify(output)}\n${text}`;
const said = (text: string) => ({
  title: text,
  body: text,
  track: text,
  priority: text,
  author: text,
  decision: text,
  holder: { name: text, token: 1, since: 0 },
});
const echo = operation({
  name: "echo",
  summary: "Says what it is given.",
  audience: "agents",
  input: z.object({ said: z.string() }),
  output: z.object({ said: z.string(), inside: z.array(z.record(z.string(), z.string())) }),
  positional: [],
  examples: [],
  effect: "reads",
  tool: "none",
  run: (_, { said: text }) => ({ said: text, inside: [{ [text]: text }] }),
  text: ({ said: text, inside }) => `${text} ${Object.keys(inside[0] ?? {}).join("")}`,
});
const briefed = (text: string): Brief => ({
  title: text,
  status: "ready",
  assignees: [],
  goal: text,
  acceptance: [{ text, done: false }],
  files: [text],
  requires: [text],
  blockers: [{ name: "#41", title: text, verdict: "open" }],
  discoveries: [{ name: "#50", title: text, finding: text, actionNeeded: text }],
  handovers: [],
  decisions: [{ name: "#40", title: text, decision: text, by: "maria", because: text }],
});

const places: readonly Place[] = [
  ["a line of ours at GitHub", (text) => plain(text).toString()],
  ["a quote at GitHub", (text) => blockQuote(text).toString()],
  ["a code block at GitHub", (text) => fenced(text).toString()],
  ["any operation", async (text) => both(await echo.run(portsOf(memoryBoard([])), { said: text }))],
  [
    "an operation that another server ran",
    async (text) => {
      const server = async () => ({ said: text, inside: [{ [text]: text }] });
      return both(await echo.run({ ...portsOf(memoryBoard([])), server }, { said: "" }));
    },
  ],
  [
    "show",
    async (text) => both(await show.run(portsOf(memoryBoard([card(12, said(text))])), { issue: "#12" })),
  ],
  ["list", async (text) => both(await list.run(portsOf(memoryBoard([card(12, said(text))])), {}))],
  [
    "a brief",
    async (text) => {
      const found = new Map([["I_12", briefed(text)]]);
      return both(await brief.run(portsOf(memoryBoard([card(12)], [], undefined, found)), { issue: "#12" }));
    },
  ],
  ["the packet of run", (text) => startPacket({ agent: "ada", issue: "acme/demo#12", token: 1 }, text, text)],
  [
    "an export",
    (text) => asJsonLines([{ ...card(12, said(text)), issue: "acme/demo#12", blockedBy: [], blocking: [] }]),
  ],
  [
    "a stream of changes",
    (text) => {
      const start = { version: 0, row: wholeVersion };
      const place = {
        epoch: "c000000",
        parts: new Map([[commonPart, { cards: start, gone: start, line: 0 }]]),
      };
      return JSON.stringify(
        changesOutput({
          place,
          isReset: false,
          isMore: false,
          gone: [],
          cards: [card(12, said(text))],
          lines: [],
        }),
      );
    },
  ],
  [
    "a note",
    (text) =>
      JSON.stringify(
        toOutput("c000000", {
          seq: 1,
          owner: "acme",
          repo: "demo",
          number: 12,
          kind: "told",
          to: "ada",
          from: undefined,
          priority: "soon",
          at: 0,
          text,
          refs: [text],
          outcome: "1",
          isRead: false,
          isDropped: false,
        }),
      ),
  ],
  ["a line of the log", (text) => logged("json", text)],
  ["a line of the log on a terminal", (text) => logged("pretty", text)],
  [
    "what a tool answers",
    async (text) =>
      replyText({ own: [], shown: (await echo.run(portsOf(memoryBoard([])), { said: text })).text }),
  ],
  [
    "the record of a run",
    (text) => {
      const home = mkdtempSync(join(tmpdir(), "signalbox-"));
      try {
        const folder = openRunFolder(home, "01ARZ3NDEKTSV4RRFFQ69G5FAV", []);
        folder.writeInput(text);
        folder.writeOutput(text);
        return ["input.md", "output.md"]
          .map((name) => readFileSync(join(folder.path, name), "utf8"))
          .join("");
      } finally {
        rmSync(home, { recursive: true });
      }
    },
  ],
];

function logged(format: "json" | "pretty", text: string): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogs({ level: "info", format, destination }).logger.error({ title: text }, text, new Error(text));
  return lines.join("").replaceAll("\n", "");
}

describe.each(places)("%s", (_, shows) => {
  test.each(secretForms)("shows no secret: %s", async (_name, text, secret) => {
    expect(await shows(`before ${text} after`)).not.toContain(secret);
  });

  test.each(secretForms)(
    "shows no secret in which a hidden character stands: %s",
    async (_name, text, secret) => {
      for (const hidden of ["\u200b", "\u{e0041}", "\u202e"]) {
        const shown = await shows(`before ${hideIn(text, secret, hidden)} after`);
        expect(shown.replaceAll(hidden, "")).not.toContain(secret);
      }
    },
  );

  test("shows no character that a terminal obeys or that nobody sees, and keeps the words", async () => {
    const shown = await shows("be\u001b[31mfore \u{e0049}\u{e0067}\u202e\u0007\u009bafter");
    expect(hasInvisible(shown.replaceAll(/\\u001b|\\u0007/g, ""))).toBe(false);
    expect(shown).toContain("after");
  });
});

test("ordinary text stays as it is, in several lines and with tabs", async () => {
  const text = "Use `token: string` for the lease.\n\tSee https://example.com/a:b@c and 12:30@noon.";
  const { output } = await echo.run(portsOf(memoryBoard([])), { said: text });
  expect(output).toMatchObject({ said: text });
});
