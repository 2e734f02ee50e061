/** `signalbox open`: opens the pages of the running server in a browser, as the owner of the data folder. */
import { Command } from "commander";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { ownPath } from "../../server/site/entry/own-path.ts";
import { readHubSession } from "../hub/hub-session.ts";
import { askServer } from "../local-index/ask-server.ts";
import { dataFolder } from "../local-index/home.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openInBrowser } from "./browser.ts";
import { hubLink } from "./hub-link.ts";

interface Options {
  readonly home?: string;
  readonly print?: boolean;
  readonly hub?: boolean;
  readonly as?: string;
}

const timeoutMs = 5_000;
const answerShape = z.union([z.object({ url: z.url() }), z.object({ refused: z.string() })]);

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

/** @throws UserError if no server runs, or no browser can reach it */
async function entryLink(home: string, path: string): Promise<string> {
  const to = path.startsWith("/") ? path : `/${path}`;
  if (ownPath(to) !== to)
    throw new UserError(`${JSON.stringify(path)} is not a path of the pages, such as /board.`);
  const contact = readContact(home);
  if (contact === undefined) throw notRunning(home);
  let answer: z.infer<typeof answerShape>;
  try {
    const response = await askServer(contact, controlPaths.open, { body: { to }, timeoutMs });
    answer = answerShape.parse(await response.json());
  } catch {
    throw notRunning(home);
  }
  if ("refused" in answer) throw new UserError(answer.refused);
  return answer.url;
}

function notRunning(home: string): UserError {
  return new UserError(`No server runs with the data folder ${home}. Start it: npm start`);
}
