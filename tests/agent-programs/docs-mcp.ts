/** How docs/mcp.md sets up each program's client, taken word for word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../src/base/errors.ts";
import type { ProgramName } from "./programs/agent-program.ts";

export type Transport = "stdio" | "http";

/** What a user does: runs a line, adds to the program's settings in TOML, or writes a file of JSON. */
export type McpSetUp =
  | { readonly type: "line"; readonly line: string }
  | { readonly type: "toml"; readonly text: string }
  | { readonly type: "json"; readonly text: string };

interface Block {
  readonly language: string;
  readonly text: string;
}

/** @throws UserError if the page has none */
export function documentedMcp(root: string, program: ProgramName, transport: Transport): McpSetUp {
  const page = readFileSync(join(root, "docs/mcp.md"), "utf8");
  const found = setUpIn(page, program, transport);
  if (found === undefined)
    throw new UserError(`docs/mcp.md does not say how ${program} is set up over ${transport}.`);
  return found;
}

export function setUpIn(page: string, program: ProgramName, transport: Transport): McpSetUp | undefined {
  const blocks: readonly Block[] = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(
    ([, language = "", text = ""]) => ({ language, text }),
  );
  const line = blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.replaceAll(/\s*\\\n\s*/g, " ").split("\n"))
    .find((each) => each.startsWith(`${program} mcp add `) && isOver(transport, each));
  if (line !== undefined) return { type: "line", line };
  const language = program === "codex" ? "toml" : "json";
  const block = blocks.find(
    (each) => each.language === language && isFor(program, each.text) && isOver(transport, each.text),
  );
  return block === undefined ? undefined : { type: language, text: block.text };
}

function isOver(transport: Transport, text: string): boolean {
  return transport === (/https?:\/\//.test(text) ? "http" : "stdio");
}

function isFor(program: ProgramName, text: string): boolean {
  switch (program) {
    case "claude":
      return false;
    case "codex":
      return text.includes("[mcp_servers.signalbox]");
    case "opencode":
      return /^\s*"mcp": \{/m.test(text);
  }
}
