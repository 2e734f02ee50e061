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

test("Responses: a command that is given back while it runs is polled, and its whole output is one result", async () => {
  const model = await modelThatPlays([shell("./slow"), say("It ended.")]);
  const said = (status: string, output: string) =>
    `Chunk ID: 0b7732\nWall time: 30.0 seconds\n${status}\nOriginal token count: 2\nOutput:\n${output}`;
  const running = "Process running with session ID 4767";
  const turn = (call_id: string, name: string, output: string) => [
    { type: "function_call", call_id, name, arguments: "{}" },
    { type: "function_call_output", call_id, output },
  ];
  const tools = [{ name: "exec_command" }, { name: "write_stdin" }];
  const asked = async (input: readonly unknown[]) =>
    (await post(model, "/v1/responses", { tools, input })).text;
  const once = turn("a", "exec_command", said(running, "first\nla"));
  const twice = [...once, ...turn("b", "write_stdin", said(running, ""))];
  for (const input of [once, twice]) {
    const text = await asked(input);
    expect(text).toContain('"name":"write_stdin"');
    expect(text).toContain(String.raw`{\"session_id\":4767,\"chars\":\"\"`);
  }
  // What the command prints is not what Codex says of it.
  const ended = said("Process exited with code 0", `st\n${running}\n`);
  expect(await asked([...twice, ...turn("c", "write_stdin", ended)])).toContain("It ended.");
  expect(model.requests("story").at(-1)).toMatchObject({
    turn: 1,
    results: [said("Process exited with code 0", `first\nlast\n${running}\n`)],
  });
});

test("Responses: a session that Codex no longer knows is polled no further", async () => {
  const model = await modelThatPlays([shell("./slow"), say("It is gone.")]);
  const input = [
    { type: "function_call", call_id: "a", name: "exec_command" },
    { type: "function_call_output", call_id: "a", output: "Process running with session ID 1\nOutput:\n" },
    { type: "function_call", call_id: "b", name: "write_stdin" },
    { type: "function_call_output", call_id: "b", output: "write_stdin failed: Unknown process id 1" },
  ];
  const { text } = await post(model, "/v1/responses", { tools: [{ name: "exec_command" }], input });
  expect(text).toContain("It is gone.");
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
