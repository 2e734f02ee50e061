/** Tokens that open nothing, and servers that are no server of ours, or of another release: one sentence, and nothing half done. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import { closeServer, listen } from "../../src/server/http/http-server.ts";
import { exchangePath } from "../../src/server/site/tokens/exchange-path.ts";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { nameCrew, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";

const crew = { ada: { login: "ada" }, bea: { login: "bea" } };
let bus: TestBus;
let task: number;
let ofAda: string;
let ofBea: string;
beforeAll(async () => {
  bus = await startCrew(crew);
  task = await bus.as("alice").open("Store deliveries", form({ Goal: "It works." }), ["kind:task"], []);
  await bus.settled();
  const add = async (agent: string): Promise<string> =>
    (await signalbox(["tokens", "add", "--agent", agent, "--home", bus.home], {})).out.trim();
  [ofAda, ofBea] = [await add("ada"), await add("bea")];
}, 60_000);
afterAll(() => bus.stop());

const nowhere = join(tmpdir(), "signalbox-no-such-config");
const at = (server: string, token: string, agent = "ada") => ({
  SIGNALBOX_SERVER: server,
  SIGNALBOX_TOKEN: token,
  SIGNALBOX_AGENT: agent,
  XDG_CONFIG_HOME: nowhere,
  PATH: process.env.PATH ?? "",
});

const lines = (): readonly (readonly string[])[] => [
  ["ready"],
  ["claim", "--next"],
  ["watch", "--idle", "1s"],
  ["inbox"],
  ["join"],
  [
    "ask",
    `acme/demo#${task}`,
    "Which?",
    "--context",
    "x",
    "--category",
    "implementation",
    "--urgency",
    "blocking",
  ],
  ["run", "--", "true"],
];

/** Each command ends with one sentence like this, and `beat` says it and does not fail a hook. */
async function expectSentence(env: Readonly<Record<string, string>>, says: RegExp): Promise<void> {
  for (const line of lines()) {
    const { code, out, err } = await signalbox(line, env);
    expect([line[0], out, err]).toEqual([line[0], "", expect.stringMatching(says)]);
    expect([line[0], code]).not.toEqual([line[0], 0]);
    expect([line[0], err.trim().split("\n").length]).toEqual([line[0], 1]);
  }
  const beat = await signalbox(["beat"], env);
  expect([beat.code, beat.err]).toEqual([0, expect.stringMatching(says)]);
}

describe("a token that opens nothing", () => {
  test("a malformed one is sent nowhere", async () => {
    await expectSentence(at(bus.server().url, `ghp_${"x".repeat(36)}`), /sent nowhere/);
  });

  test("one of another server, or one that was ended", async () => {
    await expectSentence(
      at(bus.server().url, `sbx_${"x".repeat(43)}`),
      /was ended, or another server made it/,
    );
  });

  test("one of an agent that was removed from the settings", async () => {
    await nameCrew(bus, { bea: crew.bea });
    await expectSentence(at(bus.server().url, ofAda), /No settings name an agent ada any longer/);
    expect((await signalbox(["ready"], at(bus.server().url, ofBea, "bea"))).code).toBe(0);
    await nameCrew(bus, crew);
    expect((await signalbox(["ready"], at(bus.server().url, ofAda))).code).toBe(0);
    const { out } = await signalbox(["show", `acme/demo#${task}`, "--json"], { SIGNALBOX_HOME: bus.home });
    expect(JSON.parse(out).holder).toBeUndefined();
  });
});

describe("what answers at the address", () => {
  const heard: string[] = [];
  let other: Server | undefined;
  const start = async (
    answers: (url: string) => readonly [status: number, body: string],
  ): Promise<string> => {
    heard.length = 0;
    other = createServer((request, response) => {
      heard.push(`${request.url} ${request.headers.authorization ?? ""}`);
      const [status, body] = answers(request.url ?? "");
      response.writeHead(status, { "content-type": body.startsWith("{") ? "application/json" : "text/html" });
      response.end(body);
    });
    const { port } = await listen(other, "127.0.0.1", 0, String);
    return `http://127.0.0.1:${port}`;
  };
  const stop = async (): Promise<void> => {
    if (other !== undefined) await closeServer(other, 0);
  };

  test.each([
    ["a page for everything", [200, "<html>Hello</html>"]],
    ["JSON of its own for everything", [200, '{"hello":"world"}']],
    ["nothing that it knows", [404, "not found"]],
  ] as const)("a program that has %s is sent no token", async (_, answer) => {
    const url = await start(() => answer);
    await expectSentence(at(url, ofAda), /is another program, and no signalbox/);
    expect(heard.filter((request) => request.includes("sbx_"))).toEqual([]);
    await stop();
  });

  test("a program on the old address of a run's server is not sent the run's secret", async () => {
    const url = await start(() => [200, "<html>Hello</html>"]);
    const file = join(mkdtempSync(join(tmpdir(), "signalbox-moved-")), "server.json");
    writeFileSync(file, JSON.stringify({ url, token: `sbx_run_${"x".repeat(60)}` }));
    for (const line of [["ready"], ["inbox"], ["ask", `acme/demo#${task}`, "Which?", "--context", "x"]]) {
      const more = line[0] === "ask" ? ["--category", "implementation", "--urgency", "blocking"] : [];
      const { code, err } = await signalbox([...line, ...more], { SIGNALBOX_RUN: file });
      expect([line[0], code, err]).toEqual([line[0], 1, expect.stringContaining("another program")]);
    }
    expect(heard.filter((request) => request.includes("sbx_"))).toEqual([]);
    await stop();
  });

  test("a server of another release is named, where it does not understand or is not understood", async () => {
    const about = JSON.stringify({ github: bus.hub.url, version: "9.9.9" });
    const url = await start((path) => {
      if (path === exchangePath) return [200, about];
      return path === controlPaths.reads
        ? [200, '{"release":"9.9.9","found":[]}']
        : [200, '{"changed":true}'];
    });
    for (const line of [["ready"], ["claim", "--next"], ["inbox"]]) {
      const { code, err } = await signalbox(line, at(url, ofAda));
      expect([line[0], code, err]).toEqual([line[0], 1, expect.stringContaining("another release")]);
    }
    const { code, err } = await signalbox(["watch", "--idle", "1s"], at(url, ofAda));
    expect([code, err]).toEqual([1, expect.stringContaining("is of release 9.9.9")]);
    await stop();
  });

  test("a server that is only moved to another address redirects no token", async () => {
    const url = await start((path) => [path === exchangePath ? 301 : 200, ""]);
    const { code, err } = await signalbox(["ready"], at(url, ofAda));
    expect([code, err.trim().split("\n").length]).toEqual([1, 1]);
    expect(heard.filter((request) => request.includes("sbx_"))).toEqual([]);
    await stop();
  });
});
