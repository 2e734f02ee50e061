/** The server that runs with a data folder, as the stage of a story. */

import { readContact } from "../../server/maintenance/data-folder.ts";
import { databaseUrlIn } from "../../store/postgres/database-url.ts";
import { findHubSession, isListening } from "../hub/hub-session.ts";
import { openBoardHere } from "../local-index/board.ts";
import { refreshIssue } from "../local-index/freshen.ts";
import { entryLink } from "../open/entry-link.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Stage } from "./stage.ts";

export interface LiveStage extends Stage {
  readonly close: () => Promise<void> | void;
}

/** Undefined unless an App and the hub that it serves run with the data folder. */
export async function findLiveStage(
  { env }: Pick<Terminal, "env">,
  home: string,
): Promise<LiveStage | undefined> {
  const hub = findHubSession(home);
  const contact = readContact(home);
  if (hub === undefined || contact === undefined) return undefined;
  if (!(await isListening(hub.url)) || !(await isListening(contact.url))) return undefined;
  const boardAddress = await entryLink(home, "/board");
  const { board, close } = await openBoardHere(databaseUrlIn(env), home);
  const refresh: Stage["refresh"] = async (ref) => (await refreshIssue(home, ref)) === "fresh";
  return { board, refresh, home, hub, boardAddress, close };
}
