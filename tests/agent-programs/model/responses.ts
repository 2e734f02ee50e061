/** OpenAI's Responses: https://platform.openai.com/docs/api-reference/responses-streaming. Codex speaks it. */
import { z } from "zod";
import { errorType, sizeOf, textIn } from "./content.ts";
import {
  type Answer,
  type Conversation,
  type OfferedTool,
  offered,
  type Protocol,
  type Reply,
  type Step,
  tokensOfTurn,
  useTool,
} from "./step.ts";

const itemShape = z.looseObject({
  type: z.string().default("message"),
  role: z.string().optional(),
  name: z.string().optional(),
  call_id: z.string().optional(),
  content: z.unknown().optional(),
  output: z.unknown().optional(),
});
type Item = z.infer<typeof itemShape>;
interface Declared {
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly tools?: readonly Declared[] | undefined;
}
const toolShape: z.ZodType<Declared> = z.looseObject({
  type: z.string().optional(),
  name: z.string().optional(),
  tools: z.array(z.lazy(() => toolShape)).optional(),
});
const requestShape = z.looseObject({
  model: z.string().default("scripted"),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(itemShape)]).default([]),
  tools: z.array(toolShape).default([]),
});

export const responses: Protocol = {
  name: "Responses",
  isAt: (path) => /\/responses(?:\?|$)/.test(path),
  read,
  answer,
  fail: (status, message) => ({
    type: "json",
    status,
    body: { error: { message, type: errorType(status, "server_error"), code: null } },
  }),
  shellTool,
};

function read(request: unknown): Conversation {
  const { input, instructions, tools } = requestShape.parse(request);
  const items: readonly Item[] =
    typeof input === "string"
      ? [{ type: "message", role: "user", content: input, output: undefined }]
      : input;
  const saidBy = (role: RegExp): readonly string[] =>
    items.filter((item) => role.test(item.role ?? "")).map(textOfItem);
  const last = items.at(-1);
  return {
    tools: tools.flatMap(toolsIn),
    turn: items.filter(isTurn).length,
    results: listResults(items),
    poll: findPoll(items),
    system: [instructions ?? "", ...saidBy(/^(?:developer|system)$/)].join("\n"),
    prompt: saidBy(/^user$/).join("\n"),
    last: last === undefined ? "" : textOfItem(last),
  };
}

function isTurn(item: Item): boolean {
  return item.role === "assistant" || (item.type.endsWith("_call") && !isPoll(item));
}

/** Codex gives a command back after 30 s; its model polls the command's session until that has ended. */
const pollingTool = "write_stdin";
const outputBegins = "\nOutput:\n";

function isPoll({ type, name }: Item): boolean {
  return type === "function_call" && name === pollingTool;
}

function listResults(items: readonly Item[]): readonly string[] {
  const polls = new Set(items.filter(isPoll).map((item) => item.call_id));
  const results: string[] = [];
  for (const item of items.filter(isOutput)) {
    const text = textOfItem(item);
    const polled = polls.has(item.call_id) ? results.pop() : undefined;
    results.push(polled === undefined ? text : withPoll(polled, text));
  }
  return results;
}

/** The new head over both outputs: a poll may end within a line, so that nothing comes between them. */
function withPoll(result: string, polled: string): string {
  const [, before] = parted(result);
  const [head, after] = parted(polled);
  return after === undefined ? `${result}\n${polled}` : `${head}${outputBegins}${before ?? ""}${after}`;
}

/** What Codex says of a command, and what the command printed, which is undefined if Codex refused the call. */
function parted(result: string): readonly [head: string, output: string | undefined] {
  const at = result.indexOf(outputBegins);
  return at < 0 ? [result, undefined] : [result.slice(0, at), result.slice(at + outputBegins.length)];
}

/** By the newest result alone: the session of an older one has ended. */
function findPoll(items: readonly Item[]): Step | undefined {
  const newest = items.findLast(isOutput);
  if (newest === undefined) return undefined;
  const [head, output] = parted(textOfItem(newest));
  const session = /^Process running with session ID (\d+)$/m.exec(head)?.[1];
  if (output === undefined || session === undefined) return undefined;
  return useTool(pollingTool, { session_id: Number(session), chars: "", yield_time_ms: 120_000 });
}

function isOutput({ type }: Item): boolean {
  return type.endsWith("_output");
}

function textOfItem({ content, output }: Item): string {
  return textIn(output ?? content);
}

/** Codex groups the tools of a server in a namespace. */
function toolsIn(tool: Declared): readonly OfferedTool[] {
  const bytes = sizeOf(tool);
  const name = tool.name ?? tool.type ?? "";
  if (tool.type !== "namespace") return [{ name, bytes }];
  return (tool.tools ?? []).map((inner) => {
    const ownName = inner.name ?? "";
    return { name: `${name}__${ownName}`, group: name, ownName, bytes: sizeOf(inner) };
  });
}

function shellTool(tools: readonly OfferedTool[], command: string): Reply | undefined {
  const tool = offered(tools, ["exec_command", "shell_command", "shell"]);
  if (tool === undefined) return undefined;
  switch (tool.name) {
    case "exec_command":
      return { type: "use", tool, input: { cmd: command, yield_time_ms: 120_000 } };
    case "shell":
      return { type: "use", tool, input: { command: ["bash", "-lc", command], timeout_ms: 120_000 } };
    default:
      return { type: "use", tool, input: { command, timeout_ms: 120_000 } };
  }
}

function answer(request: unknown, reply: Reply, id: string): Answer {
  const { model } = requestShape.parse(request);
  const { input, cached, output } = tokensOfTurn;
  const item = itemFor(reply, id);
  const response = {
    ...{ id: `resp_${id}`, object: "response", status: "completed", model, output: [item] },
    usage: {
      ...{ input_tokens: input, output_tokens: output, total_tokens: input + output },
      input_tokens_details: { cached_tokens: cached },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
  const events = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response },
  ];
  return { type: "events", events: events.map((data) => ({ name: data.type, data })) };
}

function itemFor(reply: Reply, id: string): Readonly<Record<string, unknown>> {
  if (reply.type === "text")
    return {
      ...{ type: "message", id: `msg_${id}`, role: "assistant", status: "completed" },
      content: [{ type: "output_text", text: reply.text, annotations: [] }],
    };
  const tool = typeof reply.tool === "string" ? { name: reply.tool } : reply.tool;
  const group = "group" in tool && tool.group !== undefined ? { namespace: tool.group } : {};
  return {
    ...{ type: "function_call", id: `fc_${id}`, call_id: `call_${id}`, status: "completed", ...group },
    name: ("ownName" in tool ? tool.ownName : undefined) ?? tool.name,
    arguments: JSON.stringify(reply.input),
  };
}
