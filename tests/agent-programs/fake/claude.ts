#!/usr/bin/env node
/**
 * Stands in for Claude Code where it is not installed: speaks to the same scripted model, runs its commands, keeps its
 * conversations, and prints what its `--output-format json` prints. It has no judgement and asks for no permission.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { z } from "zod";

const blockShape = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.string()),
  }),
]);
const replyShape = z.object({
  content: z.array(blockShape),
  usage: z.object({
    input_tokens: z.number(),
    cache_creation_input_tokens: z.number(),
    cache_read_input_tokens: z.number(),
    output_tokens: z.number(),
  }),
});
type Reply = z.infer<typeof replyShape>;
const errorShape = z.object({ error: z.object({ message: z.string() }) });
type Message = { readonly role: "user" | "assistant"; readonly content: unknown };

const tools = [
  { name: "Bash", input_schema: { type: "object" } },
  { name: "Write", input_schema: { type: "object" } },
];

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    print: { type: "boolean", short: "p" },
    "output-format": { type: "string" },
    "permission-mode": { type: "string" },
    model: { type: "string" },
    allowedTools: { type: "string" },
    resume: { type: "string" },
    "session-id": { type: "string" },
  },
});
const conversation = values.resume ?? values["session-id"] ?? randomUUID();
const kept = join(process.env.HOME ?? "", `.fake/${conversation}.json`);

async function converse(prompt: string): Promise<number> {
  const messages: Message[] = values.resume === undefined ? [] : JSON.parse(readFileSync(kept, "utf8"));
  messages.push({ role: "user", content: [{ type: "text", text: prompt }] });
  const turns: Reply[] = [];
  for (;;) {
    const reply = await ask(messages);
    if (typeof reply === "string") return report(turns, reply, true);
    turns.push(reply);
    messages.push({ role: "assistant", content: reply.content });
    keep(messages);
    const used = reply.content.flatMap((block) => (block.type === "tool_use" ? [block] : []));
    if (used.length === 0) return report(turns, lastText(reply), false);
    const results = await Promise.all(
      used.map(async ({ id, name, input }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: await useTool(name, input),
      })),
    );
    messages.push({ role: "user", content: results });
  }
}

/** @returns the provider's words if it refuses */
async function ask(messages: readonly Message[]): Promise<Reply | string> {
  const response = await fetch(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({ model: "fake", tools, messages: [system(), ...messages] }),
  });
  const body: unknown = await response.json();
  if (!response.ok) return `API Error: ${response.status} ${errorShape.parse(body).error.message}`;
  return replyShape.parse(body);
}

/** Claude Code shows the project's instructions. */
function system() {
  return { role: "system", content: readFileSync("AGENTS.md", "utf8") };
}

async function useTool(name: string, { command = "", file_path = "", content = "" }: Record<string, string>) {
  if (name === "Write") {
    writeFileSync(file_path, content);
    return "Written.";
  }
  // In a group of its own, as Claude Code starts its commands.
  const child = spawn("bash", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return stdout + stderr;
}

function keep(messages: readonly Message[]): void {
  mkdirSync(join(process.env.HOME ?? "", ".fake"), { recursive: true });
  writeFileSync(kept, JSON.stringify(messages));
}

function lastText({ content }: Reply): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function report(turns: readonly Reply[], result: string, isError: boolean): number {
  const sum = (count: (usage: Reply["usage"]) => number): number =>
    turns.reduce((total, { usage }) => total + count(usage), 0);
  const usage = {
    input_tokens: sum((each) => each.input_tokens),
    cache_creation_input_tokens: sum((each) => each.cache_creation_input_tokens),
    cache_read_input_tokens: sum((each) => each.cache_read_input_tokens),
    output_tokens: sum((each) => each.output_tokens),
  };
  const printed = {
    type: "result",
    subtype: "success",
    is_error: isError,
    result,
    session_id: conversation,
    usage,
  };
  process.stdout.write(`${JSON.stringify(printed)}\n`);
  return isError ? 1 : 0;
}

process.exitCode = await converse(await text(process.stdin));
