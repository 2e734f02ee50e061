/** What the programs printed, of which version and when: tests/harness/recordings/README.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HarnessName, type HarnessResult, noResult } from "../../src/harness/harness.ts";
import { splitLines } from "../../src/harness/line-splitter.ts";
import { harnesses } from "../../src/harness/table.ts";

const recorded = (name: string): string =>
  readFileSync(join(import.meta.dirname, "recordings", name), "utf8");

/** Reads an output as it would arrive, in chunks that end anywhere. */
function resultOf(name: HarnessName, text: string, chunk = 10): HarnessResult {
  const reader = harnesses[name].createReader();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  return reader.result();
}

const said = "The queue now retries three times. I handed over with #19.";
const conversations = {
  claude: "5d2f4c1e-6f0b-4e1b-9c53-2a7f1d0e8b64",
  codex: "019ad6e1-4b7c-7e02-9f35-8c1d2e6a7b90",
  opencode: "ses_61c2f08b4ffeQm3vJx9TzKp0Ra",
} as const;

describe("what the programs print", () => {
  test.each([
    ["claude", "claude.txt", expect.any(Number)],
    ["claude", "claude-verbose.txt", expect.any(Number)],
    ["claude", "claude-stream.jsonl", expect.any(Number)],
    ["codex", "codex.jsonl", undefined],
    ["opencode", "opencode.jsonl", 0],
  ] as const)(
    "AG81 %s: %s has one result, whose shape is that of every other program",
    (name, file, costUsd) => {
      expect(resultOf(name, recorded(file))).toEqual({
        text: said,
        ok: true,
        resumeId: conversations[name],
        usage: {
          inputTokens: 300,
          cachedInputTokens: 60,
          outputTokens: 20,
          costUsd,
        },
      });
    },
  );

  test.each([
    ["claude", "claude-error.txt", "Credit balance is too low"],
    ["codex", "codex-error.jsonl", "your credit balance is too low"],
    ["opencode", "opencode-error.jsonl", "your credit balance is too low"],
  ] as const)("%s: %s reports failure, and why", (name, file, why) => {
    const { ok, text, resumeId } = resultOf(name, recorded(file));
    expect(ok).toBe(false);
    expect(text).toContain(why);
    expect(resumeId).toBe(conversations[name]);
  });

  test("Claude Code that reached its number of turns failed, and says why", () => {
    expect(resultOf("claude", recorded("claude-max-turns.txt"))).toMatchObject({
      ok: false,
      text: "Reached maximum number of turns (1)",
    });
  });

  test.each(["claude", "codex", "opencode"] as const)(
    "%s says only on its error stream why it did not start: standard output has no result",
    (name) => {
      const files = readdirSync(join(import.meta.dirname, "recordings"));
      for (const why of ["no-session", "unknown-flag"]) {
        expect(files.filter((file) => file.startsWith(`${name}-${why}.`))).toEqual([`${name}-${why}.stderr`]);
        expect(resultOf(name, recorded(`${name}-${why}.stderr`))).toEqual(noResult);
      }
    },
  );

  test("usage is summed over turns, and an error among opencode's steps fails the run", () => {
    expect(resultOf("codex", recorded("codex.jsonl").repeat(2)).usage?.outputTokens).toBe(40);
    const [error = "", ok = ""] = [recorded("opencode-error.jsonl"), recorded("opencode.jsonl")];
    expect(resultOf("opencode", error + ok).ok).toBe(false);
  });

  test.each(["claude", "codex", "opencode"] as const)(
    "%s: anything else is no result, and does not throw",
    (name) => {
      const garbage = [
        "",
        "null",
        "[1, 2",
        "{",
        "[[[[]]]]",
        '{"type":"result","usage":{"input_tokens":-1}}',
        "\u0000",
      ];
      const other = '{"type":"item.completed","item":{"type":"agent_message","text":7}}\n{"type":"error"}';
      for (const text of [...garbage, other, "x".repeat(100_000)])
        expect(resultOf(name, text, 1_000)).toEqual(noResult);
    },
  );

  test("of a program that signalbox does not know, the end is its message", () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `line ${n}`).join("\r\n");
    const { text, ok } = resultOf("plain", `${lines}\n`);
    expect(text.length).toBeLessThanOrEqual(16_000);
    expect(text.endsWith("line 4998\nline 4999")).toBe(true);
    expect(ok).toBeUndefined();
  });
});

describe("the command line of a program", () => {
  test.each([
    ["claude", ["claude"], ["claude", "-p", "--output-format", "json"]],
    [
      "claude",
      ["claude", "--print", "--output-format=stream-json", "--verbose"],
      ["claude", "--print", "--output-format=stream-json", "--verbose"],
    ],
    [
      "claude",
      ["npx", "claude", "--model", "opus"],
      ["npx", "claude", "--model", "opus", "-p", "--output-format", "json"],
    ],
    ["codex", ["codex"], ["codex", "exec", "--json"]],
    [
      "codex",
      ["/opt/codex", "--sandbox", "workspace-write"],
      ["/opt/codex", "exec", "--sandbox", "workspace-write", "--json"],
    ],
    [
      "codex",
      ["codex", "exec", "--json", "resume", "--last"],
      ["codex", "exec", "--json", "resume", "--last"],
    ],
    ["codex", ["codex", "e", "--full-auto"], ["codex", "e", "--full-auto", "--json"]],
    [
      "codex",
      ["docker", "exec", "-i", "box", "codex", "--full-auto"],
      ["docker", "exec", "-i", "box", "codex", "exec", "--full-auto", "--json"],
    ],
    ["opencode", ["opencode"], ["opencode", "run", "--format", "json"]],
    ["opencode", ["opencode", "run", "--auto"], ["opencode", "run", "--auto", "--format", "json"]],
    ["plain", ["./agent", "-p"], ["./agent", "-p"]],
  ] as const)("%s: %j becomes %j", (name, given, expected) => {
    expect(harnesses[name].command(given)).toEqual(expected);
  });
});

describe("lines", () => {
  test("characters and lines are whole however the chunks end, and a line that is too long is dropped", () => {
    const seen: string[] = [];
    const lines = splitLines((text) => seen.push(text), 10);
    for (const byte of Buffer.from(`für\r\n\n${"x".repeat(11)}\n0123456789\nend`))
      lines.push(Buffer.from([byte]));
    lines.end();
    expect(seen).toEqual(["für", "0123456789", "end"]);
  });
});
