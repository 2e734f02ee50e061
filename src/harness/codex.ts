/**
 * Codex: `codex exec --json`, which reads its prompt from standard input if no argument gives one, and prints one
 * event a line. The usage that a turn's end has is that of the whole thread.
 */
import { z } from "zod";
import type { Harness, HarnessResult, Usage } from "./harness.ts";
import { hasFlag, jsonLine, lastPart, withFlag, withSubcommand } from "./json-line.ts";
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
  converse: (argv, { type, id }) =>
    type === "new" || argv.includes("resume") || hasFlag(argv, ["--ephemeral"]) ? argv : resumed(argv, id),
  unknownConversation: /no rollout found for thread id/,
  countsConversation: true,
  missingFlags: (argv) => (canWork(argv) ? undefined : workingFlags),
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
      return { ok: true, usage: usageIn(event) ?? usage };
    case "turn.failed":
      return { ok: false, text: lastPart(event.error.message) };
    // It may recover from an error: only the turn's end says whether it failed.
    case "error":
      return {};
  }
}

function usageIn({ usage }: Extract<Event, { type: "turn.completed" }>): Usage | undefined {
  if (usage === undefined) return undefined;
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: usage.cached_input_tokens,
    outputTokens: usage.output_tokens,
    costUsd: undefined,
  };
}

/** A dash, which stands for standard input, stays last. */
function resumed(argv: readonly string[], id: string): readonly string[] {
  const words = argv.at(-1) === "-" ? argv.slice(0, -1) : argv;
  return [...words, "resume", id, ...argv.slice(words.length)];
}

/** Its sandbox has no network and a `.git` that is read-only, and a login shell drops the PATH with our commands. */
const workingFlags =
  '--sandbox workspace-write -c allow_login_shell=false -c sandbox_workspace_write.network_access=true -c "sandbox_workspace_write.writable_roots=[\\"$PWD/.git\\"]"';
const withoutSandbox =
  /danger-full-access|^--dangerously-bypass-approvals-and-sandbox$|^--yolo$|^--profile|^-p$/;

function canWork(argv: readonly string[]): boolean {
  return argv.some((word) => withoutSandbox.test(word) || /network_access\s*=\s*true/.test(word));
}
