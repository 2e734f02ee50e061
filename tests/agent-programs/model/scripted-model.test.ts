/** Each provider's protocol, by requests of the shape that its programs send. */
import { afterEach, expect, test } from "vitest";
import { ScriptedModel } from "./scripted-model.ts";
import { refuse, type Script, say, shell, useTool, write } from "./step.ts";

const opened: ScriptedModel[] = [];
afterEach(() => {
  for (const model of opened.splice(0)) model.close();
});

async function modelThatPlays(steps: Script): Promise<ScriptedModel> {
  const model = await ScriptedModel.start();
  opened.push(model);
  model.play("story", steps);
  return model;
}

async function post(model: ScriptedModel, path: string, body: unknown) {
  const response = await fetch(`${model.address("story")}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const bash = { name: "Bash", input_schema: {} };

test("Messages: a step is chosen by the conversation, so that a request that is sent again gets it again", async () => {
  const model = await modelThatPlays([shell("echo one"), say("Done with it.")]);
  const first = { tools: [bash], messages: [{ role: "user", content: [{ type: "text", text: "Do it." }] }] };
  for (let time = 0; time < 2; time += 1)
    expect((await post(model, "/v1/messages", first)).text).toContain('"command":"echo one"');
  const second = {
    tools: [bash],
    messages: [
      ...first.messages,
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "Bash", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "one" }] },
    ],
  };
  expect((await post(model, "/v1/messages?beta=true", second)).text).toContain("Done with it.");
  expect(model.requests("story").at(-1)).toMatchObject({ turn: 1, results: ["one"], prompt: "Do it." });
});

test("Responses: a tool of a group is used by its own name and its group's", async () => {
  const model = await modelThatPlays([useTool("mcp__signalbox__ready", { limit: 1 })]);
  const group = { type: "namespace", name: "mcp__signalbox", tools: [{ type: "function", name: "ready" }] };
  const input = [{ type: "message", role: "user", content: [{ type: "input_text", text: "Do it." }] }];
  const { text } = await post(model, "/v1/responses", { tools: [group], input });
  expect(text).toContain('"name":"ready"');
  expect(text).toContain('"namespace":"mcp__signalbox"');
  expect(model.requests("story")[0]).toMatchObject({ prompt: "Do it.", turn: 0 });
});

test("Responses: a file is written by a command where no tool writes one", async () => {
  const model = await modelThatPlays([write("/tmp/a.txt", "hello")]);
  const { text } = await post(model, "/v1/responses", { tools: [{ name: "exec_command" }], input: "Do it." });
  expect(text).toContain("printf '%s' 'hello' > /tmp/a.txt");
});

test("Chat Completions: a reply comes as a stream or as a whole", async () => {
  const model = await modelThatPlays([shell("echo one")]);
  const request = { tools: [{ type: "function", function: { name: "bash" } }], messages: [] };
  expect((await post(model, "/v1/chat/completions", { ...request, stream: true })).text).toMatch(
    /"tool_calls".*\n[\s\S]*data: \[DONE\]\n/,
  );
  expect((await post(model, "/v1/chat/completions", request)).text).toContain('"finish_reason":"tool_calls"');
});

test("a refusal has the provider's status and words, and a request without tools is asked for a title", async () => {
  const model = await modelThatPlays([refuse(400, "your credit balance is too low")]);
  const request = { tools: [bash], messages: [] };
  expect(await post(model, "/v1/messages", request)).toMatchObject({
    status: 400,
    text: expect.stringContaining("your credit balance is too low"),
  });
  expect((await post(model, "/v1/messages", { messages: [] })).text).toContain("A title");
  expect(model.requests("story")).toHaveLength(1);
});

test("what is no request of the protocol gets an answer that says so", async () => {
  const model = await modelThatPlays([]);
  expect(await post(model, "/v1/messages", { tools: "many" })).toMatchObject({
    status: 500,
    text: expect.stringContaining("does not understand"),
  });
});
