/** The official MCP client with `signalbox mcp` as a process of its own, as an agent's program would start it. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { databaseVariables } from "./store-of-flows.ts";

const here = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));

/** A revision of the protocol from each of its eras. */
export const eras = ["2025-11-25", "2026-07-28"] as const;
type Era = (typeof eras)[number];

export interface McpOptions {
  readonly era?: Era;
  readonly flags?: readonly string[];
  /** Where it runs, as a program starts it in its project; absent: where the tests run. */
  readonly folder?: string;
  /** Absent: that of this checkout. */
  readonly program?: string;
}

interface Connected {
  readonly client: Client;
  readonly pid: number;
  /** What it has written to its error stream. */
  readonly log: () => string;
  /** Resolves when the connection is closed, from whichever side. */
  readonly closed: Promise<void>;
}

export async function connectMcp(
  env: Readonly<Record<string, string>>,
  { era = eras[1], flags = [], program = here, folder }: McpOptions = {},
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", ...flags],
    stderr: "pipe",
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { ...compileCache(), ...databaseVariables(env.SIGNALBOX_HOME), ...env },
  });
  let log = "";
  transport.stderr?.on("data", (part) => {
    log += String(part);
  });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: era === eras[0] ? "legacy" : { pin: era } } },
  );
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, log: () => log, closed };
}

/** Without it each process would compile the sources again. */
function compileCache(): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
