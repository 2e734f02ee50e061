/**
 * Claude Code: `claude -p --output-format json`, with the prompt on standard input. It prints one object of type
 * `result`; with `--verbose` a list that ends with it, and as `stream-json` one event a line.
 */
import { z } from "zod";
import type { Harness, HarnessResult } from "./harness.ts";
import { jsonLine, lastPart, withFlag } from "./json-line.ts";
import { readEvents } from "./line-splitter.ts";

const tokens = z.number().nonnegative().default(0);
const resultShape = z.object({
  type: z.literal("result"),
  subtype: z.string().default(""),
  is_error: z.boolean().default(false),
  result: z.string().default(""),
  errors: z.array(z.string()).default([]),
  session_id: z.string().max(200).optional(),
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

export const claude: Harness = {
  name: "claude",
  program: "claude",
  variables: ["CLAUDECODE"],
  command: (given) =>
    withFlag(withFlag(given, ["-p", "--print"], ["-p"]), ["--output-format"], ["--output-format", "json"]),
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
}: Result): HarnessResult {
  return {
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
