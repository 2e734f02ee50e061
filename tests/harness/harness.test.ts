/** What the programs printed, of which version and when: tests/harness/recordings/README.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HarnessName, type HarnessResult, noResult } from "../../src/harness/harness.ts";
import { splitLines } from "../../src/harness/line-splitter.ts";
import { harnesses } from "../../src/harness/table.ts";
import { usageSince, usageTogether } from "../../src/harness/usage.ts";

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
        denials: [],
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

  test("a turn of Codex tells the usage of its whole thread, and an error among opencode's steps fails the run", () => {
    expect(resultOf("codex", recorded("codex.jsonl").repeat(2)).usage?.outputTokens).toBe(20);
    const [error = "", ok = ""] = [recorded("opencode-error.jsonl"), recorded("opencode.jsonl")];
    expect(resultOf("opencode", error + ok).ok).toBe(false);
  });

  test("what Claude Code was not allowed is listed, however many inputs it had", () => {
    expect(resultOf("claude", recorded("claude-denied.txt"))).toMatchObject({
      ok: true,
      denials: ["Bash: gh issue list"],
    });
    const odd = '{"type":"result","subtype":"success","result":"x","permission_denials":"none"}';
    expect(resultOf("claude", odd)).toMatchObject({ ok: true, denials: [] });
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

describe("which conversation it is", () => {
  const id = "5d2f4c1e-6f0b-4e1b-9c53-2a7f1d0e8b64";
  test.each([
    ["claude", "new", ["claude", "-p"], ["claude", "-p", "--session-id", id]],
    ["claude", "resumed", ["claude", "-p"], ["claude", "-p", "--resume", id]],
    ["claude", "resumed", ["claude", "-p", "--continue"], ["claude", "-p", "--continue"]],
    ["claude", "new", ["claude", "-p", "--session-id=x"], ["claude", "-p", "--session-id=x"]],
    ["codex", "new", ["codex", "exec", "--json"], ["codex", "exec", "--json"]],
    ["codex", "resumed", ["codex", "exec", "--json"], ["codex", "exec", "--json", "resume", id]],
    ["codex", "resumed", ["codex", "exec", "--json", "-"], ["codex", "exec", "--json", "resume", id, "-"]],
    ["codex", "resumed", ["codex", "exec", "resume", "--last"], ["codex", "exec", "resume", "--last"]],
    ["opencode", "new", ["opencode", "run"], ["opencode", "run"]],
    ["opencode", "resumed", ["opencode", "run"], ["opencode", "run", "--session", id]],
    ["opencode", "resumed", ["opencode", "run", "-c"], ["opencode", "run", "-c"]],
    ["plain", "resumed", ["./agent"], ["./agent"]],
  ] as const)("%s, %s: %j becomes %j", (name, type, given, expected) => {
    expect(harnesses[name].converse(given, { type, id })).toEqual(expected);
  });

  test.each([
    ["claude", "No conversation found with session ID: 5d2f4c1e-6f0b-4e1b-9c53-2a7f1d0e8b64"],
    [
      "codex",
      "Error: thread/resume: thread/resume failed: no rollout found for thread id 019ad6e1-4b7c-7e02-9f35-8c1d2e6a7b90 (code -32600)",
    ],
    ["opencode", "\u001b[91m\u001b[1mError: \u001b[0mSession not found"],
  ] as const)("%s says that it has no such conversation", (name, line) => {
    expect(harnesses[name].unknownConversation?.test(line)).toBe(true);
  });
});

describe("flags without which an agent can neither ask nor hand over", () => {
  const allow = ["--allowedTools", "Bash(signalbox:*)"];
  const network = ["-c", "sandbox_workspace_write.network_access=true"];
  test.each([
    ["claude", ["claude", "--permission-mode", "acceptEdits"], "--allowedTools"],
    ["claude", ["claude", ...allow], undefined],
    ["claude", ["claude", "--permission-mode", "bypassPermissions"], undefined],
    ["codex", ["codex", "exec", "--sandbox", "workspace-write"], "network_access=true"],
    ["codex", ["codex", "exec", "--sandbox", "workspace-write", ...network], undefined],
    ["codex", ["codex", "exec", "--sandbox", "danger-full-access"], undefined],
    ["opencode", ["opencode", "run"], undefined],
    ["plain", ["./agent"], undefined],
  ] as const)("%s: %j", (name, argv, expected) => {
    const missing = harnesses[name].missingFlags(argv);
    if (expected === undefined) expect(missing).toBeUndefined();
    else expect(missing).toContain(expected);
  });
});

describe("the usage of a run in a conversation that went on", () => {
  const of = (inputTokens: number) => ({
    inputTokens,
    cachedInputTokens: 0,
    outputTokens: inputTokens / 10,
    costUsd: undefined,
  });
  test("it is the difference, and the whole where the program counts anew", () => {
    expect(usageSince(of(450), usageTogether([of(100), of(200)]))).toEqual(of(150));
    expect(usageSince(of(100), of(300))).toEqual(of(100));
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
