/** OpenAI's Chat Completions: https://platform.openai.com/docs/api-reference/chat. opencode speaks it. */
import { z } from "zod";
import { errorType, sizeOf, textIn } from "./content.ts";
import { type Answer, type Conversation, offered, type Protocol, type Reply, tokensOfTurn } from "./step.ts";

const requestShape = z.looseObject({
  model: z.string().default("scripted"),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })).default([]),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});

export const chat: Protocol = {
  name: "Chat Completions",
  isAt: (path) => /\/chat\/completions(?:\?|$)/.test(path),
  read,
  answer,
  fail: (status, message) => ({
    type: "json",
    status,
    body: { error: { message, type: errorType(status, "server_error") } },
  }),
  shellTool: (tools, command) => {
    const tool = offered(tools, ["bash", "shell"]);
    return tool && { type: "use", tool, input: { command, description: "One step" } };
  },
};

function read(request: unknown): Conversation {
  const { messages, tools } = requestShape.parse(request);
  const saidBy = (role: string): readonly string[] =>
    messages.filter((message) => message.role === role).map(({ content }) => textIn(content));
  return {
    tools: tools.map((tool) => ({ name: tool.function.name, bytes: sizeOf(tool) })),
    turn: saidBy("assistant").length,
    results: saidBy("tool"),
    system: saidBy("system").join("\n"),
    prompt: saidBy("user").join("\n"),
    last: textIn(messages.at(-1)?.content),
  };
}

function answer(request: unknown, reply: Reply, id: string): Answer {
  const { model, stream } = requestShape.parse(request);
  const { input, cached, output } = tokensOfTurn;
  const usage = {
    ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    prompt_tokens_details: { cached_tokens: cached },
  };
  const said = saidAs(reply, id);
  const reason = reply.type === "use" ? "tool_calls" : "stop";
  if (!stream) {
    const choices = [{ index: 0, message: said, finish_reason: reason }];
    const body = { id, object: "chat.completion", created: 1, model, choices, usage };
    return { type: "json", status: 200, body };
  }
  const chunk = { id, object: "chat.completion.chunk", created: 1, model };
  const events = [
    { ...chunk, choices: [{ index: 0, delta: said, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
    "[DONE]",
  ];
  return { type: "events", events: events.map((data) => ({ data })) };
}

function saidAs(reply: Reply, id: string): Readonly<Record<string, unknown>> {
  if (reply.type === "text") return { role: "assistant", content: reply.text };
  const name = typeof reply.tool === "string" ? reply.tool : reply.tool.name;
  const call = {
    ...{ index: 0, id: `call_${id}`, type: "function" },
    function: { name, arguments: JSON.stringify(reply.input) },
  };
  return { role: "assistant", content: null, tool_calls: [call] };
}
