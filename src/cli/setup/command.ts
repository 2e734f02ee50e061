/**
 * `signalbox setup`: registers the App on GitHub through the browser, checks what was granted, and saves the
 * key.
 */
import { Command } from "commander";
import { hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { SetupOptions } from "./register.ts";

const examples = `
Examples:
  $ signalbox setup --org acme --url https://box.example.com --dry-run
  $ signalbox setup --org acme --url https://box.example.com`;

export function setupCommand(terminal: Terminal): Command {
  return new Command("setup")
    .description("Register the App on GitHub, step by step")
    .option("--org <name>", "register it for an organisation instead of yourself")
    .option("--name <name>", "name of the App")
    .option("--url <address>", "where GitHub should send deliveries; omit to run with --poll")
    .option("--port <number>", "port of the local registration page (default: 4002)")
    .option("--out <file>", "where to write the App's settings (default: ~/.config/signalbox/app.env)")
    .option(...hostnameFlag)
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--with-contents", "also request write access to contents, pull requests and merge queues")
    .option(
      "--with-workflows",
      "with --with-contents, also request to change workflow files: to merge pull requests that do",
    )
    .option(
      "--rehearsal",
      "an App for `signalbox rehearse` alone: it may do all that is rehearsed, and nothing reaches its address",
    )
    .option("--dry-run", "show what would be registered and written, and do neither")
    .addHelpText("after", examples)
    .action(async (options: SetupOptions) => {
      const { register } = await import("./register.ts");
      await register(terminal, options);
    });
}
