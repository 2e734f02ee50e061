/** Tests what docs/mcp.md and `init` say about starting the server against what the command takes. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mcpCommand } from "../../src/cli/mcp/command.ts";
import { mcpPath } from "../../src/server/site/mcp/path.ts";
import { memoryBoard, portsOf } from "../operations/board.ts";
import { connect } from "./connect.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/mcp.md");
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) => text);

const terminal = { out: () => {}, err: () => {}, exitWith: () => {}, isTty: false, isErrTty: false, env: {} };
const serverShape = z.union([
  z.object({ command: z.literal("signalbox"), args: z.array(z.string()) }),
  z.object({ url: z.string(), headers: z.object({ Authorization: z.string() }) }),
  // opencode has the command and its arguments in one list.
  z
    .object({ type: z.literal("local"), command: z.tuple([z.literal("signalbox")], z.string()) })
    .transform(({ command: [, ...args] }) => ({ args })),
  z.object({ type: z.literal("remote"), url: z.string(), headers: z.object({ Authorization: z.string() }) }),
]);
/** opencode's form: a command is one list with its arguments. */
const opencodeShape = z.union([
  z
    .object({ type: z.literal("local"), command: z.tuple([z.literal("signalbox")], z.string()) })
    .transform(({ command: [command, ...args] }) => ({ command, args })),
  z.object({
    type: z.literal("remote"),
    url: z.string(),
    headers: z.object({ Authorization: z.string() }),
  }),
]);
const fileShape = z.union([
  z.object({ mcp: z.record(z.string(), opencodeShape) }).transform((file) => file.mcp),
  z.object({ mcpServers: z.record(z.string(), serverShape) }).transform((file) => file.mcpServers),
  z.object({ servers: z.record(z.string(), serverShape) }).transform((file) => file.servers),
  z.object({ mcp: z.record(z.string(), serverShape) }).transform((file) => file.mcp),
]);

const files = [...blocks("json"), read("templates/init/mcp.json")].map((block) => {
  const { signalbox } = fileShape.parse(JSON.parse(block));
  if (signalbox === undefined) throw new Error(`No server in ${block}`);
  return signalbox;
});

/** The words after `signalbox`, from every command line and file that the page and `init` give. */
const lines: readonly (readonly string[])[] = [
  ...blocks("sh").flatMap((block) =>
    [...block.matchAll(/ -- signalbox (.*)/g)].map(([, words = ""]) => words.split(" ")),
  ),
  ...files.flatMap((server) => ("args" in server ? [server.args] : [])),
];

/** Where the page's command lines and files look for a server on another machine, and the header that they send. */
const remotes: readonly (readonly [url: string, header: string])[] = [
  ...[...page.matchAll(/--transport http signalbox (\S+) --header "Authorization: ([^"]+)"/g)].map(
    ([, url = "", header = ""]) => [url, header] as const,
  ),
  ...files.flatMap((server) =>
    "url" in server ? [[server.url, server.headers.Authorization] as const] : [],
  ),
];

describe("docs/mcp.md", () => {
  test("has command lines for five programs, and all are understood", () => {
    expect(lines).toHaveLength(6);
    for (const [name, ...flags] of lines) {
      expect(name).toBe("mcp");
      const command = mcpCommand(terminal)
        .exitOverride()
        .configureOutput({ writeErr: () => {} });
      const { unknown, operands } = command.parseOptions([...flags]);
      expect({ unknown, operands }).toEqual({ unknown: [], operands: [] });
    }
  });

  test("has four clients send a token to the path where the site speaks MCP", () => {
    expect(remotes).toHaveLength(4);
    for (const [url, header] of remotes) {
      expect([new URL(url).protocol, new URL(url).pathname]).toEqual(["https:", mcpPath]);
      expect(header).toMatch(
        /^Bearer (?:\$SIGNALBOX_TOKEN|\$?\{env:SIGNALBOX_TOKEN\}|\$\{input:signalbox-token\})$/,
      );
    }
    expect(page).toContain('url = "https://box.example.com/mcp"\nbearer_token_env_var = "SIGNALBOX_TOKEN"');
  });

  test("lists the tools that a client is offered", async () => {
    const { client } = await connect(portsOf(memoryBoard([])));
    const { tools } = await client.listTools();
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(tools.map(({ name }) => name));
  });
});
