/** `signalbox open`: opens the pages of the running server in a browser, as the owner of the data folder. */
import { Command } from "commander";
import { readHubSession } from "../hub/hub-session.ts";
import { dataFolder } from "../local-index/home.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openInBrowser } from "./browser.ts";
import { entryLink } from "./entry-link.ts";
import { hubLink } from "./hub-link.ts";

interface Options {
  readonly home?: string;
  readonly print?: boolean;
  readonly hub?: boolean;
  readonly as?: string;
}

export function openCommand(terminal: Terminal): Command {
  return new Command("open")
    .description("Open the pages in a browser, as the owner of the data folder, who sees everything")
    .argument("[path]", "which page, such as /board; with --hub, such as /acme/demo/issues", "/")
    .option("--hub", "open the pages of the hub instead, as one of its people")
    .option("--as <login>", "with --hub: as whom, without a choice")
    .option("--print", "only print the address, which works once and for a minute")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .addHelpText(
      "after",
      "\nExamples:\n  $ signalbox open\n  $ signalbox open --print\n  $ signalbox open --hub /acme/demo/issues",
    )
    .action(async (path: string, { home, print, hub, as }: Options) => {
      const folder = dataFolder(terminal, home);
      const isHub = hub === true || as !== undefined;
      const url = await (isHub ? hubLink(readHubSession(folder), path, as) : entryLink(folder, path));
      const isOpened = print !== true && terminal.isTty && (await openInBrowser(url, terminal.env));
      terminal.out(isOpened ? "Opened in the browser.\n" : `${url}\n`);
      if (!isOpened && terminal.isErrTty) terminal.err("The address works once, and for a minute.\n");
    });
}
