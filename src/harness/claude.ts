/**
 * Claude Code: `claude -p --output-format json`, with the prompt on standard input. It prints one object of type
 * `result`; with `--verbose` a list that ends with it, and as `stream-json` one event a line.
 */
import { z } from "zod";
import type { Harness, HarnessResult } from "./harness.ts";
import { hasFlag, jsonLine, lastPart, withFlag } from "./json-line.ts";
import { readEvents } from "./line-splitter.ts";

const tokens = z.number().nonnegative().default(0);
const resultShape = z.object({
  type: z.literal("result"),
  subtype: z.string().default(""),
  is_error: z.boolean().default(false),
  result: z.string().default(""),
  errors: z.array(z.string()).default([]),
  session_id: z.string().max(200).optional(),
  permission_denials: z
    .array(
      z.object({
        tool_name: z.string(),
        tool_input: z.object({ command: z.string().optional() }).default({}).catch({}),
      }),
    )
    .default([])
    .catch([]),
  total_cost_usd: z.number().nonnegative().optional(),
  usage: z
    .object({
      input_tokens: tokens,
      cache_creation_input_tokens: tokens,
      cache_read_input_tokens: tokens,
      output_tokens: tokens,
    })
    .optional(),
});
type Result = z.infer<typeof resultShape>;
const lineShape = z.union([resultShape, z.array(z.unknown())]);

const ownChoice = ["--resume", "-r", "--continue", "-c", "--session-id", "--no-session-persistence"];
const allowing =
  /^--(?:allowed-?tools|dangerously-skip-permissions|settings|permission-prompt-tool)|bypassPermissions/i;
const workingFlags =
  '--permission-mode acceptEdits --allowedTools "Bash(signalbox:*)" "Bash(gh:*)" "Bash(git:*)" mcp__signalbox';

export const claude: Harness = {
  name: "claude",
  program: "claude",
  variables: ["CLAUDECODE"],
  command: (given) =>
    withFlag(withFlag(given, ["-p", "--print"], ["-p"]), ["--output-format"], ["--output-format", "json"]),
  converse: (argv, { type, id }) =>
    hasFlag(argv, ownChoice) ? argv : [...argv, type === "new" ? "--session-id" : "--resume", id],
  unknownConversation: /No conversation found with session ID/,
  countsConversation: false,
  missingFlags: (argv) => (argv.some((word) => allowing.test(word)) ? undefined : workingFlags),
  createReader: () =>
    readEvents((found, line) => {
      const read = jsonLine(line, lineShape);
      const result = Array.isArray(read) ? lastResult(read) : read;
      return result === undefined ? found : toResult(result);
    }),
};

function lastResult(events: readonly unknown[]): Result | undefined {
  return events.map((event) => resultShape.safeParse(event).data).findLast((event) => event !== undefined);
}

function toResult({
  subtype,
  is_error,
  result,
  errors,
  session_id,
  total_cost_usd,
  usage,
  permission_denials,
}: Result): HarnessResult {
  return {
    denials: permission_denials.slice(0, maxDenials).map(denialText),
    text: lastPart(result === "" ? errors.join("\n") : result),
    ok: !is_error && subtype === "success",
    resumeId: session_id,
    usage: usage && {
      inputTokens: usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
      cachedInputTokens: usage.cache_read_input_tokens,
      outputTokens: usage.output_tokens,
      costUsd: total_cost_usd,
    },
  };
}

const maxDenials = 20;
const maxDenialCharacters = 200;

function denialText({ tool_name, tool_input: { command } }: Result["permission_denials"][number]): string {
  return (command === undefined ? tool_name : `${tool_name}: ${command}`).slice(0, maxDenialCharacters);
}
