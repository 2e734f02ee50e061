/** What a client of `signalbox mcp` is told without asking, and what becomes of its requests when it closes its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { openTask, questionText } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { startMcp } from "../support/mcp-client.ts";
import { eras } from "../support/mcp-process.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const inbox = "signalbox://inbox";
const program = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));

let bus: TestBus;
let task: number;
beforeEach(async () => {
  bus = await startCrew({ ada: { login: "ada" } });
  task = await openTask(bus.as("alice"));
  await bus.settled();
});
afterEach(() => bus.stop());

const asAda = () => ({ ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("ada"), SIGNALBOX_AGENT: "ada" });

describe.each(eras)("a client of %s that subscribes to its inbox", (era) => {
  test("is told when something new is in it, and reads it there", async () => {
    const { client } = await startMcp(asAda(), { era });
    let told = 0;
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      if (params.uri === inbox) told += 1;
    });
    if (era === eras[0]) await client.subscribeResource({ uri: inbox });
    else await client.listen({ resourceSubscriptions: [inbox] });
    await bus.as("ada").comment(task, "/claim");
    const question = await bus.as("ada").open("Q: Which?", questionText(task), ["kind:question"], []);
    await bus.settled();
    expect(told).toBe(0);
    await bus.as("alice").comment(question, "/answer SQLite");
    await expect.poll(() => told).toBeGreaterThan(0);
    const { contents } = await client.readResource({ uri: inbox });
    expect(JSON.stringify(contents)).toContain("SQLite");
  });
});

test("other resources cannot be subscribed to, and a person without an agent's inbox is offered none", async () => {
  const { client } = await startMcp(asAda(), { era: eras[0] });
  await expect(client.subscribeResource({ uri: "signalbox://guide" })).rejects.toThrow(inbox);
  const { SIGNALBOX_AGENT: _, ...person } = asAda();
  const { client: other } = await startMcp(person, { era: eras[0] });
  expect(other.getServerCapabilities()?.resources?.subscribe).toBe(false);
});

describe("when standard input is closed", () => {
  function startRaw(): ChildProcess {
    const child = spawn(process.execPath, [program, "mcp"], {
      env: { PATH: process.env.PATH, ...databaseVariables(bus.home), ...asAda() },
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }
  const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
  const hello = line({
    id: 1,
    method: "initialize",
    params: { protocolVersion: eras[0], capabilities: {}, clientInfo: { name: "pipe", version: "1.0.0" } },
  });
  const calling = (id: number, name: string, given: object): string =>
    line({ id, method: "tools/call", params: { name, arguments: given } });

  async function answersTo(...calls: readonly string[]): Promise<ReadonlyMap<unknown, string>> {
    const child = startRaw();
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error("It has no input or output.");
    const ended = once(child, "exit");
    stdin.end([hello, line({ method: "notifications/initialized" }), ...calls].join(""));
    const said = await text(stdout);
    expect(await ended).toEqual([0, null]);
    const messages = said.trim().split("\n");
    return new Map(messages.map((each) => [JSON.parse(each).id, each]));
  }

  test("every request that was sent gets its answer, as where they are piped in", async () => {
    const answers = await answersTo(calling(2, "ready", {}), calling(3, "brief", { issue: `${task}` }));
    expect([...answers.keys()].toSorted()).toEqual([1, 2, 3]);
    expect(answers.get(2)).toContain("Sign in");
    expect(answers.get(3)).toContain("People can sign in.");
  });

  test("what waits is answered at once, that it has not happened yet", async () => {
    await bus.as("alice").open("Q: Which?", questionText(task), ["kind:question"], []);
    await bus.settled();
    const answers = await answersTo(calling(2, "wait", { issue: `${task}`, timeout: "55s" }));
    expect(answers.get(2)).toContain("Not yet");
  });

  test("by SIGTERM it ends with an answer, too", async () => {
    await bus.as("alice").open("Q: Which?", questionText(task), ["kind:question"], []);
    await bus.settled();
    const child = startRaw();
    const ended = once(child, "exit");
    const said: string[] = [];
    child.stdout?.on("data", (part) => said.push(String(part)));
    child.stdin?.write(hello + line({ method: "notifications/initialized" }));
    child.stdin?.write(calling(2, "wait", { issue: `${task}`, timeout: "55s" }) + calling(3, "ready", {}));
    await expect.poll(() => said.join("")).toContain('"id":3');
    child.kill("SIGTERM");
    await ended;
    expect(said.join("")).toMatch(/"id":2/);
  });
});
