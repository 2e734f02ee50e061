/** The server that runs with a data folder, as the stage of a story. */

import { readContact } from "../../server/maintenance/data-folder.ts";
import { openFollowedBoard } from "../../store/sqlite/board/followed-board.ts";
import { findHubSession, isListening } from "../hub/hub-session.ts";
import { refreshIssue } from "../local-index/freshen.ts";
import { entryLink } from "../open/entry-link.ts";
import type { Stage } from "./stage.ts";

export interface LiveStage extends Stage {
  readonly close: () => void;
}

/** Undefined unless an App and the hub that it serves run with the data folder. */
export async function findLiveStage(home: string): Promise<LiveStage | undefined> {
  const [hub, contact] = [findHubSession(home), readContact(home)];
  if (hub === undefined || contact === undefined) return undefined;
  if (!(await isListening(hub.url)) || !(await isListening(contact.url))) return undefined;
  const boardAddress = await entryLink(home, "/board");
  const { board, close } = openFollowedBoard(home);
  const refresh: Stage["refresh"] = async (ref) => (await refreshIssue(home, ref)) === "fresh";
  return { board, refresh, home, hub, boardAddress, close };
}
