/** Starts `signalbox mcp` without loading the other commands: the agent's program waits for the list of tools. */
import { parseArgs } from "node:util";
import type { McpFlags } from "./serve.ts";

const text = { type: "string" } as const;

/** @param argv the arguments after the program's name. Resolves to the exit code; undefined if they need `main`. */
export async function quickMcp(argv: readonly string[]): Promise<number | undefined> {
  const flags = flagsIn(argv.slice(1));
  if (flags === undefined) return undefined;
  const { serveMcp } = await import("./serve.ts");
  await serveMcp(
    {
      out: ignored,
      err: (line) => void process.stderr.write(line),
      exitWith: ignored,
      isTty: false,
      isErrTty: false,
      env: process.env,
    },
    flags,
  );
  return 0;
}

const ignored = (): void => {};

/** Undefined for a mistake, or a request for help. */
function flagsIn(args: readonly string[]): McpFlags | undefined {
  try {
    const options = {
      repo: text,
      hostname: text,
      as: text,
      home: text,
      "allow-decisions": { type: "boolean" },
    } as const;
    const { values } = parseArgs({ args: [...args], options, strict: true });
    const { "allow-decisions": allowDecisions, ...place } = values;
    return { ...place, ...(allowDecisions === undefined ? {} : { allowDecisions }) };
  } catch {
    return undefined;
  }
}
