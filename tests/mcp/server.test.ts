/** Tests what a client is offered, and what it gets for calls that do not fit. */
import { describe, expect, test } from "vitest";
import { listingFrom, readListing } from "../../src/mcp/listing.ts";
import { instructions } from "../../src/mcp/server.ts";
import { toolsOf } from "../../src/mcp/tools.ts";
import { catalogue } from "../../src/operations/catalogue.ts";
import { card, memoryBoard, portsOf } from "../operations/board.ts";
import { modulesLoadedBy } from "../support/loaded-modules.ts";
import { connect } from "./connect.ts";

/** Fails the test if anything is written. */
const never = (): never => {
  throw new Error("Nothing may be written.");
};
const ports = (board = memoryBoard([card(12)])) => ({
  ...portsOf(board),
  asCaller: never,
  order: never,
  beat: never,
  acknowledge: never,
});

describe("what is offered", () => {
  test("IF15 at most eight tools, which take less than 7,000 characters with the instructions", async () => {
    const { client } = await connect(ports());
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(tools).length + instructions.length).toBeLessThanOrEqual(7_000);
  });

  test("the file that clients are told the tools from is what `npm run operations` writes", () => {
    const tools = listingFrom(toolsOf({ allowsDecisions: false }));
    expect(readListing()).toEqual(JSON.parse(JSON.stringify(tools)));
  });

  test("the instructions name every tool but the one for all others, and none that is missing", async () => {
    const { client } = await connect(ports());
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(client.getInstructions()).toBe(instructions);
    const named = new Set([...instructions.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
    expect([...named].toSorted()).toEqual(names.filter((name) => name !== "signalbox").toSorted());
  });

  test("every operation that is not for the command line alone can be reached", async () => {
    const { call } = await connect(ports());
    const { text } = await call("signalbox", { operation: "help" });
    const named = text.split("\n").map((line) => line.split(":", 1)[0]);
    const offered = catalogue.filter(({ tool, decides }) => tool !== "none" && decides !== true);
    expect(named).toEqual(offered.map(({ name }) => name));
  });

  test("what people decide is offered only if that was allowed when the server was started", async () => {
    const decisions = catalogue.filter(({ decides }) => decides === true).map(({ name }) => name);
    expect(decisions).toEqual(["decide", "approve", "refuse", "accept"]);
    const given = { operation: "decide", arguments: { issue: "12", option: "1", because: "So." } };
    const refused = await (await connect(ports())).call("signalbox", given);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('no operation "decide"') });
    const { call, client } = await connect(ports(), { allowsDecisions: true });
    for (const name of decisions)
      expect((await call("signalbox", { operation: "help" })).text).toMatch(new RegExp(`^${name}:`, "m"));
    const tools = JSON.stringify((await client.listTools()).tools);
    expect(tools.length + instructions.length).toBeLessThanOrEqual(7_000);
  });

  test("help about one operation says which arguments it takes, and nothing of who asks", async () => {
    const { call } = await connect(ports());
    const { text } = await call("signalbox", { operation: "help", arguments: { operation: "release" } });
    expect(text).toContain("- issue: the issue: 12, '#12', acme/demo#12 or its URL\n");
    expect(text).not.toContain("SIGNALBOX_AGENT)");
  });

  test("only tools that change nothing are marked as such", async () => {
    const { client } = await connect(ports());
    const { tools } = await client.listTools();
    const harmless = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(harmless.map(({ name }) => name)).toEqual(["ready", "brief", "wait"]);
  });

  test("no tool is said to destroy anything or to reach beyond the bus, unless it may decide for a person", async () => {
    // Codex refuses a tool in its sandbox that does not say both.
    for (const allowsDecisions of [false, true]) {
      const { client } = await connect(ports(), { allowsDecisions });
      const { tools } = await client.listTools();
      const isBad = ({ annotations }: (typeof tools)[number]): boolean =>
        annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false;
      expect(tools.filter(isBad).map(({ name }) => name)).toEqual(allowsDecisions ? ["signalbox"] : []);
      expect(tools.every(({ annotations }) => annotations?.openWorldHint === false)).toBe(true);
    }
  });

  test("resources and prompts are there, and the guide is what `init` writes", async () => {
    const { client } = await connect(ports(), { agent: "ada" });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      "signalbox://guide",
      "signalbox://inbox",
    ]);
    expect((await client.readResource({ uri: "signalbox://guide" })).contents).toMatchObject([
      { text: "# Guide" },
    ]);
    expect((await client.readResource({ uri: "signalbox://inbox" })).contents).toMatchObject([
      { text: expect.stringContaining("Nothing for ada") },
    ]);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["start", "hand-over", "answer-questions"]);
    for (const { name } of prompts) expect((await client.getPrompt({ name })).messages).toHaveLength(1);
  });

  test("an issue that is no task is shown as a resource, too", async () => {
    const { client } = await connect(ports(memoryBoard([card(13, { kind: "question" })])));
    const { contents } = await client.readResource({ uri: "signalbox://acme/demo/13" });
    expect(contents).toMatchObject([{ text: expect.stringContaining("> acme/demo#13  question, open") }]);
  });
});

describe("calls that do not fit", () => {
  const megabyte = "x".repeat(1_000_000);

  test.each([
    ["no arguments", "brief", {}, "It takes: issue."],
    [
      "a wrong type",
      "ready",
      { limit: "all" },
      "It takes: repo?, track?, mine? (boolean), limit? (integer).",
    ],
    ["a number out of range", "ready", { limit: 0 }, "It takes: repo?,"],
    ["an unknown word", "claim", { issue: "12", action: "steal" }, "action (take, keep, release)"],
    ["an unknown argument", "brief", { issue: "12", force: true }, "It takes: issue."],
    ["something that is no issue", "brief", { issue: "the first one" }, "write 12, acme/demo#12 or its URL"],
    ["another repository", "brief", { issue: "acme/other#12" }, "The index has no issue acme/other#12"],
    ["a repository that is not served", "ready", { repo: "acme/other" }, "It serves acme/demo"],
    ["an unknown issue", "wait", { issue: "99", timeout: "30s" }, "The index has no issue acme/demo#99"],
    ["a wait that is no duration", "wait", { issue: "12", timeout: "long" }, "such as 30s or 5m"],
    ["an unknown operation", "signalbox", { operation: "drop" }, "There are: ready,"],
    [
      "an operation by the name of a property",
      "signalbox",
      { operation: "constructor" },
      "There are: ready,",
    ],
    [
      "arguments that are no object",
      "signalbox",
      { operation: "show", arguments: [] },
      "arguments? (object)",
    ],
    [
      "a wrong argument of an operation",
      "signalbox",
      { operation: "show", arguments: { id: 1 } },
      "It takes: issue.",
    ],
    [
      "a kind without its reasons",
      "send",
      { kind: "answer", to: ["12"], text: "Yes" },
      "An answer needs why.",
    ],
    [
      "two questions at once",
      "send",
      { kind: "answer", to: ["12", "13"], text: "Yes", why: "So" },
      "one issue",
    ],
    [
      "an argument of another kind",
      "send",
      { kind: "discovery", to: ["12"], text: "x", why: "y" },
      "takes no why",
    ],
    ["files of a released task", "claim", { issue: "12", action: "release", files: ["a"] }, "keeps no files"],
    ["a cursor that is none", "wait", { cursor: "yesterday" }, "is not the id of a note"],
  ])(
    "L04 IF16 %s: the error says what would fit, and nothing is written",
    async (_, name, given, expected) => {
      const { call, defects } = await connect(ports(), { agent: "ada" });
      const { text, isError } = await call(name, given);
      expect({ text, isError }).toEqual({ text: expect.stringContaining(expected), isError: true });
      expect(defects).toEqual([]);
    },
  );

  test.each([
    ["brief", { issue: megabyte }],
    ["ready", { track: megabyte }],
    ["ready", { [megabyte]: 1 }],
    ["claim", { issue: "12", action: "take", files: [megabyte] }],
    ["ask", { task: "12", question: megabyte, context: "x", category: "tooling", urgency: "blocking" }],
    ["ask", { task: "12", question: "Q", context: megabyte, category: "tooling", urgency: "blocking" }],
    ["send", { kind: "answer", to: ["12"], text: megabyte, why: "So" }],
    ["signalbox", { operation: megabyte }],
    ["signalbox", { operation: "show", arguments: { issue: megabyte } }],
    ["signalbox", { operation: "show", arguments: { issue: "12", rows: Array(10_000).fill(1) } }],
  ])("IF16 a megabyte in %s is refused in a few lines", async (name, given) => {
    const { call, defects } = await connect(ports(), { agent: "ada" });
    const { text, isError } = await call(name, given);
    expect(isError).toBe(true);
    expect(text.length).toBeLessThan(1_500);
    expect(defects).toEqual([]);
  });

  test.each([
    ["brief", '{"issue":"12","__proto__":{"issue":"13"}}'],
    ["brief", '{"__proto__":{"issue":"12"}}'],
    ["signalbox", '{"operation":"show","arguments":{"__proto__":{"issue":"12"}}}'],
    ["signalbox", '{"operation":"__proto__"}'],
    ["signalbox", '{"operation":"help","arguments":{"operation":"__proto__"}}'],
  ])("IF16 `__proto__` in %s is no argument: %s", async (name, written) => {
    const { call, defects } = await connect(ports());
    const { text, isError } = await call(name, JSON.parse(written));
    expect(defects).toEqual([]);
    expect(isError || !text.includes("Title of")).toBe(true);
    expect(({} as { issue?: unknown }).issue).toBeUndefined();
  });

  test("a bug of ours is an error of the tool that tells nothing of it", async () => {
    const board = { ...memoryBoard([]), ready: () => Promise.reject(new TypeError("secret in a message")) };
    const { call, defects } = await connect(portsOf(board));
    expect(await call("ready")).toEqual({
      isError: true,
      text: "signalbox failed: this is a bug. Its log has more.",
    });
    expect(defects).toEqual([expect.any(TypeError)]);
  });
});

describe("who calls", () => {
  test("an agent is the one that the server was started for, whatever name a call gives", async () => {
    const orders: unknown[] = [];
    const order = async (wish: unknown) => {
      orders.push(wish);
      return { type: "undecided", why: "no server runs" } as const;
    };
    const { call } = await connect({ ...ports(), order }, { agent: "ada" });
    await call("claim", { issue: "12", action: "take", agent: "bea" });
    await call("signalbox", { operation: "claim", arguments: { issue: "12", agent: "bea" } });
    await call("signalbox", { operation: "release", arguments: { issue: 12, agent: "bea", because: "x" } });
    expect(orders).toMatchObject([
      { agent: "ada", text: "/claim as ada" },
      { agent: "ada", text: "/claim as ada" },
      { agent: "ada", text: "/release as ada because x" },
    ]);
  });

  test("the name in a list of agents is what it looks for, not who asks", async () => {
    const { call } = await connect(ports(), { agent: "ada" });
    const { text } = await call("signalbox", { operation: "agents", arguments: { agent: "bea" } });
    expect(text).toContain("The settings name no agent bea");
  });

  test("a person is told how an agent gets its name", async () => {
    const { call } = await connect(ports());
    expect(await call("claim", { issue: "12", action: "take" })).toEqual({
      isError: true,
      text: expect.stringContaining("Set SIGNALBOX_AGENT"),
    });
    expect(await call("wait")).toMatchObject({ isError: true });
  });
});

test("until its tools are listed, the server loads neither operations nor grammar: a program waits for the list", async () => {
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const asked = [
    { id: 1, method: "initialize", params: client },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ].map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const loaded = await modulesLoadedBy(["mcp", "--home", "/nowhere"], {}, asked.join(""));
  const ours = loaded.filter((url) => url.includes("/src/")).map((url) => url.split("/src/")[1] ?? "");
  expect(ours).toContain("mcp/server.ts");
  expect(ours.filter((path) => /^(?:operations|protocol|engine|markdown|dispatcher)\//.test(path))).toEqual(
    [],
  );
});
