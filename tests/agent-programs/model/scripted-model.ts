/**
 * A model on loopback that plays a script, whatever the program asks. The address that a program is given names the
 * script: `http://127.0.0.1:<port>/<script>`. The turn is counted in the conversation itself, so that a request that is
 * sent again gets the same step, and a resumed conversation goes on.
 */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../../src/base/errors.ts";
import { chat } from "./chat.ts";
import { messages } from "./messages.ts";
import { responses } from "./responses.ts";
import {
  type Answer,
  type Conversation,
  offered,
  type Protocol,
  type Reply,
  type Script,
  type Step,
  say,
} from "./step.ts";

const protocols: readonly Protocol[] = [messages, responses, chat];
const atTheEnd = say("Done.");

export interface RecordedRequest extends Conversation {
  readonly script: string;
  readonly atMs: number;
  readonly bytes: number;
}

interface Played {
  readonly steps: Script;
  readonly hasTools: boolean;
}

export class ScriptedModel {
  readonly #scripts = new Map<string, Played>();
  readonly #requests: RecordedRequest[] = [];
  readonly #server: Server;
  #answers = 0;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      send(response, this.#answer(request.url ?? "", Buffer.concat(chunks).toString()));
    });
  }

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    await new Promise<void>((resolve) => model.#server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  /** The address to give to a program that shall be played the script. */
  address(script: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${script}`;
  }

  /** @param hasTools false for a program that is started without any: otherwise such a request asks for a title only */
  play(script: string, steps: Script, hasTools = true): void {
    this.#scripts.set(script, { steps, hasTools });
  }

  /** What the model was asked, without the requests for titles and summaries. */
  requests(script: string): readonly RecordedRequest[] {
    return this.#requests.filter((each) => each.script === script);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(path: string, body: string): Answer {
    const protocol = protocols.find((each) => each.isAt(path));
    if (protocol === undefined) return answerBeside(path);
    try {
      return this.#turn(protocol, path.split(/[/?]/)[1] ?? "", body);
    } catch (thrown) {
      return protocol.fail(500, `The scripted model does not understand the request: ${messageOf(thrown)}`);
    }
  }

  #turn(protocol: Protocol, script: string, body: string): Answer {
    const request: unknown = JSON.parse(body);
    const shown = protocol.read(request);
    const id = `${Date.now()}${++this.#answers}`;
    const played = this.#scripts.get(script);
    if (shown.tools.length === 0 && played?.hasTools !== false)
      return protocol.answer(request, { type: "text", text: "A title" }, id);
    this.#requests.push({ ...shown, script, atMs: Date.now(), bytes: body.length });
    const next = shown.poll ?? played?.steps[shown.turn] ?? atTheEnd;
    const step = typeof next === "function" ? next(shown) : next;
    return step.type === "failure"
      ? protocol.fail(step.status, step.message)
      : protocol.answer(request, replyFor(step, shown, protocol), id);
  }
}

function replyFor(step: Exclude<Step, { type: "failure" }>, shown: Conversation, protocol: Protocol): Reply {
  switch (step.type) {
    case "text":
      return step;
    case "tool":
      return { type: "use", tool: offered(shown.tools, [step.name]) ?? step.name, input: step.input };
    case "shell":
      return runCommand(step.command, shown, protocol);
    case "write":
      return writeFile(step, shown, protocol);
  }
}

function runCommand(command: string, { tools }: Conversation, protocol: Protocol): Reply {
  const reply = protocol.shellTool(tools, command);
  if (reply === undefined)
    throw new Error(`No tool runs a command: ${tools.map(({ name }) => name).join(", ")}`);
  return reply;
}

function writeFile(
  { path, text }: Extract<Step, { type: "write" }>,
  shown: Conversation,
  protocol: Protocol,
): Reply {
  const tool = offered(shown.tools, ["Write", "write"]);
  if (tool === undefined) return runCommand(`printf '%s' '${text}' > ${path}`, shown, protocol);
  const key = tool.name === "Write" ? "file_path" : "filePath";
  return { type: "use", tool, input: { [key]: path, content: text } };
}

/** Whatever else a program asks of its provider. */
function answerBeside(path: string): Answer {
  if (/\/models(?:\?|$)/.test(path))
    return {
      type: "json",
      status: 200,
      body: { object: "list", data: [{ id: "scripted", object: "model" }] },
    };
  return { type: "json", status: 200, body: /count_?tokens/i.test(path) ? { input_tokens: 100 } : {} };
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer.type === "json") {
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const { name, data } of answer.events) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}
