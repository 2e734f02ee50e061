/** `signalbox mcp`: the Model Context Protocol over standard input and output. */
import { Command } from "commander";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { McpFlags } from "./serve.ts";

const examples = `
A client starts it and speaks to it over standard input and output; docs/mcp.md says how each is told to. It writes as
the login that gh would use, and as the agent that SIGNALBOX_AGENT names. Reading costs none of GitHub's quota.
It ends when its input is closed, or by SIGTERM.

Examples:
  $ signalbox mcp
  $ signalbox mcp --repo acme/web
  $ signalbox mcp --as alice --home ~/bus/.signalbox     with the hub`;

export function mcpCommand(terminal: Terminal): Command {
  return new Command("mcp")
    .description("Serve agents over the Model Context Protocol, on standard input and output")
    .option("--repo <owner/name>", "the repository of #12 (default: GH_REPO, or the only one that is served)")
    .option("--allow-decisions", "also offer what is left to people: decide, approve, accept")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .addHelpText("after", examples)
    .action(async (options: McpFlags) => {
      const { serveMcp } = await import("./serve.ts");
      await serveMcp(terminal, options);
    });
}
