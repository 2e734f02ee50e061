/**
 * Codex: `codex exec --json`, which reads its prompt from standard input if no argument gives one, and prints one
 * event a line. A run may have several turns.
 */
import { z } from "zod";
import type { Harness, HarnessResult, Usage } from "./harness.ts";
import { jsonLine, lastPart, withFlag, withSubcommand } from "./json-line.ts";
import { readEvents } from "./line-splitter.ts";

const tokens = z.number().nonnegative().default(0);
const eventShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("thread.started"), thread_id: z.string().max(200) }),
  z.object({
    type: z.literal("item.completed"),
    item: z.object({ type: z.literal("agent_message"), text: z.string() }),
  }),
  z.object({
    type: z.literal("turn.completed"),
    usage: z.object({ input_tokens: tokens, cached_input_tokens: tokens, output_tokens: tokens }).optional(),
  }),
  z.object({ type: z.literal("turn.failed"), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal("error"), message: z.string() }),
]);
type Event = z.infer<typeof eventShape>;

export const codex: Harness = {
  name: "codex",
  program: "codex",
  // The first only in a sandbox of macOS; the second on every system, with Codex 0.171.0.
  variables: ["CODEX_SANDBOX", "CODEX_THREAD_ID"],
  command: (given) =>
    withFlag(withSubcommand(given, "codex", ["exec", "e"]), ["--json", "--experimental-json"], ["--json"]),
  createReader: () =>
    readEvents((found, line) => {
      const event = jsonLine(line, eventShape);
      return event === undefined ? found : { ...found, ...changeBy(event, found) };
    }),
};

function changeBy(event: Event, { usage }: HarnessResult): Partial<HarnessResult> {
  switch (event.type) {
    case "thread.started":
      return { resumeId: event.thread_id };
    case "item.completed":
      return { text: lastPart(event.item.text) };
    case "turn.completed":
      return { ok: true, usage: sum(usage, event.usage) };
    case "turn.failed":
      return { ok: false, text: lastPart(event.error.message) };
    // It may recover from an error: only the turn's end says whether it failed.
    case "error":
      return {};
  }
}

function sum(
  earlier: Usage | undefined,
  turn: Extract<Event, { type: "turn.completed" }>["usage"],
): Usage | undefined {
  if (turn === undefined) return earlier;
  return {
    inputTokens: (earlier?.inputTokens ?? 0) + turn.input_tokens,
    cachedInputTokens: (earlier?.cachedInputTokens ?? 0) + turn.cached_input_tokens,
    outputTokens: (earlier?.outputTokens ?? 0) + turn.output_tokens,
    costUsd: undefined,
  };
}
