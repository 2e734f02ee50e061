/** The same input to an operation by the command line, by MCP over both of its transports, and by the API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { replyText } from "../../src/mcp/reply.ts";
import { catalogue } from "../../src/operations/catalogue.ts";
import { signalbox } from "../cli/terminal.ts";
import { callTool } from "../mcp/call-tool.ts";
import { ask } from "../server/site/browser.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { inHubsFolder } from "../support/gh.ts";
import { connectOverHttp } from "../support/mcp-http.ts";
import { connectMcp } from "../support/mcp-process.ts";

type Stdio = Awaited<ReturnType<typeof connectMcp>>;
type Input = Readonly<Record<string, string | number | boolean>>;

let bus: TestBus;
let token: string;
let stdio: Stdio;
beforeAll(async () => {
  bus = await startCrew({ ada: { login: "ada" } });
  const alice = bus.as("alice");
  await alice.open("Store deliveries", form({ Goal: "They survive a crash." }), ["kind:task"], []);
  const asked = { "Blocking task": "#1", Category: "implementation", Urgency: "blocking" };
  await alice.open("Q: Which store?", form({ ...asked, Context: "Both work." }), ["kind:question"]);
  await alice.open("Log out", form({ Goal: "It works." }), ["kind:task"], []);
  await bus.settled();
  const { out } = await signalbox(["tokens", "add", "--agent", "ada", "--home", bus.home], {});
  token = out.trim();
  stdio = await connectMcp({ ...inHubsFolder(bus), SIGNALBOX_AGENT: "ada", GH_REPO: "acme/demo" });
});
afterAll(async () => {
  await stdio.client.close();
  await bus.stop();
});

async function byApi(operation: string, input: Input) {
  const { status, text } = await ask(bus.server().url, `/api/v1/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  return { status, output: JSON.parse(text) };
}

async function byCommand(words: readonly string[], input: Input, more: readonly string[] = []) {
  const flags = Object.entries(input).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, String(value)];
  });
  const env = { SIGNALBOX_AGENT: "ada", GH_REPO: "acme/demo" };
  return signalbox([...words, ...flags, ...more, "--home", bus.home], env);
}

/** Time goes on between two calls. */
const timeless = (output: object): object => ({ ...output, asOf: null });

const issue = { issue: "acme/demo#1" };
const cases: readonly (readonly [operation: string, input: Input])[] = [
  ["ready", { limit: 5 }],
  ["list", { kind: "question", state: "all" }],
  ["board", {}],
  ["escalations", {}],
  ["questions", {}],
  ["show", issue],
  ["brief", issue],
  ["explain", issue],
  ["agents", { repo: "acme/demo" }],
  ["inbox", {}],
  ["wait", { issue: "acme/demo#3", timeout: "1s" }],
  ["claim", { issue: "acme/demo#3", dryRun: true }],
  ["claim", { next: true, repo: "acme/demo", dryRun: true }],
];
test.each(cases)(
  "IF08 %s with %j gives the same at every door, and it fits its schema",
  async (name, input) => {
    const operation = catalogue.find((each) => each.name === name);
    const { issue: first, ...flags } = input;
    const words = first === undefined ? [name] : [name, String(first)];
    const printed = JSON.parse((await byCommand(words, flags, ["--json"])).out);
    const { status, output } = await byApi(name, input);
    expect(status).toBe(200);
    const varies = name === "wait" ? { waitedMs: 0 } : {};
    expect({ ...timeless(output), ...varies }).toEqual({ ...timeless(printed), ...varies });
    expect(operation?.output.safeParse(output).error?.issues).toBeUndefined();

    const given = { operation: name, arguments: input };
    const local = await callTool(stdio.client, "signalbox", given);
    const remote = await (await connectOverHttp(bus.server().url, token)).call("signalbox", given);
    const steady = (text: string): string =>
      text.replace(/after [\d.]+ \S+/, "after a while").replaceAll(/\d\d:\d\d:\d\d/g, "now");
    expect({ ...remote, text: steady(remote.text) }).toEqual({ ...local, text: steady(local.text) });
    const { out } = await byCommand(words, flags);
    expect(steady(remote.text)).toBe(steady(replyText({ own: [], shown: out.replace(/\n$/, "") })));
  },
);

test.each([
  ["an issue that is not there", "show", { issue: "acme/demo#99" }, ["show", "acme/demo#99"]],
  ["a wrong type", "list", { limit: 0 }, ["list", "--limit", "0"]],
  ["an issue that cannot be read", "brief", { issue: "twelve" }, ["brief", "twelve"]],
])("IF08 %s is refused alike, with the same code, at every door", async (_, operation, input, words) => {
  const { output } = await byApi(operation, input);
  const { err } = await signalbox([...words, "--json", "--home", bus.home], {});
  const printed = JSON.parse(err);
  expect([output.code, output.detail]).toEqual([printed.error.code, printed.error.message]);
  const given = { operation, arguments: input };
  const local = await callTool(stdio.client, "signalbox", given);
  const remote = await (await connectOverHttp(bus.server().url, token)).call("signalbox", given);
  expect(remote).toEqual(local);
  expect(remote.isError).toBe(true);
});
