/** Anthropic's Messages: https://docs.anthropic.com/en/api/messages and its streaming. Claude Code speaks it. */
import { z } from "zod";
import { errorType, sizeOf, textIn } from "./content.ts";
import { type Answer, type Conversation, offered, type Protocol, type Reply, tokensOfTurn } from "./step.ts";

const blockShape = z.looseObject({ type: z.string(), content: z.unknown().optional() });
const requestShape = z.looseObject({
  model: z.string().default("scripted"),
  stream: z.boolean().default(false),
  system: z.unknown().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown().optional() })).default([]),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
});

export const messages: Protocol = {
  name: "Messages",
  isAt: (path) => /\/v1\/messages(?:\?|$)/.test(path),
  read,
  answer,
  fail: (status, message) => ({
    type: "json",
    status,
    body: { type: "error", error: { type: errorType(status, "api_error"), message } },
  }),
  shellTool: (tools, command) => {
    const tool = offered(tools, ["Bash"]);
    return tool && { type: "use", tool, input: { command, description: "One step" } };
  },
};

function read(request: unknown): Conversation {
  const { system, messages: said, tools } = requestShape.parse(request);
  const fromUser = said.filter(({ role }) => role === "user");
  return {
    tools: tools.map((tool) => ({ name: tool.name, bytes: sizeOf(tool) })),
    turn: said.filter(({ role }) => role === "assistant").length,
    results: fromUser.flatMap(({ content }) => resultsIn(content)),
    system: [
      textIn(system),
      ...said.filter(({ role }) => role === "system").map(({ content }) => textIn(content)),
    ].join("\n"),
    prompt: textIn(fromUser[0]?.content),
    last: textIn(said.at(-1)?.content),
  };
}

function resultsIn(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const block = blockShape.safeParse(part).data;
    return block?.type === "tool_result" ? [textIn(block.content)] : [];
  });
}

function answer(request: unknown, reply: Reply, id: string): Answer {
  const { model, stream } = requestShape.parse(request);
  const { input, cached, output } = tokensOfTurn;
  const usage = {
    input_tokens: input - cached - 20,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
  const reason = reply.type === "use" ? "tool_use" : "end_turn";
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model, stop_sequence: null, usage };
  const { empty, delta, whole } = blockFor(reply, id);
  if (!stream)
    return { type: "json", status: 200, body: { ...message, stop_reason: reason, content: [whole] } };
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: empty },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: output },
    },
    { type: "message_stop" },
  ];
  return { type: "events", events: events.map((data) => ({ name: data.type, data })) };
}

function blockFor(reply: Reply, id: string) {
  if (reply.type === "text")
    return {
      empty: { type: "text", text: "" },
      delta: { type: "text_delta", text: reply.text },
      whole: { type: "text", text: reply.text },
    };
  const name = typeof reply.tool === "string" ? reply.tool : reply.tool.name;
  const block = { type: "tool_use", id: `toolu_${id}`, name };
  return {
    empty: { ...block, input: {} },
    delta: { type: "input_json_delta", partial_json: JSON.stringify(reply.input) },
    whole: { ...block, input: reply.input },
  };
}
