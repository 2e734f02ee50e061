/**
 * Who answers a command. The one place that decides it, for commands, tools, hooks and runs alike. It loads next to nothing, as
 * hooks wait for it.
 */
import type { Terminal } from "../terminal/terminal.ts";
import { serverHere } from "./server-here.ts";

export type Answering =
  /** The server of the run that the command is given in, by the run's own secret. */
  | { readonly type: "run"; readonly file: string }
  /** The server that SIGNALBOX_SERVER names, by a token: that of SIGNALBOX_TOKEN, or the one that `signalbox login` got. */
  | { readonly type: "server"; readonly server: ServerElsewhere }
  /** The index in a data folder, and the server that runs with it. */
  | { readonly type: "folder" };

export interface ServerElsewhere {
  /** Its origin. */
  readonly url: string;
  /** What it is shown; undefined for what `signalbox login` got. */
  readonly token?: string | undefined;
}

type Env = Pick<Terminal, "env">;

/**
 * @param home the data folder that a flag names: it counts more than anything in the surroundings
 * @throws UserError if SIGNALBOX_SERVER is no address
 */
export function whoAnswers(terminal: Env, home: string | undefined): Answering {
  if (home !== undefined) return { type: "folder" };
  const { SIGNALBOX_RUN: file, SIGNALBOX_TOKEN: token } = terminal.env;
  if (file) return { type: "run", file };
  const url = serverHere(terminal);
  if (url === undefined) return { type: "folder" };
  return { type: "server", server: { url, token: token || undefined } };
}

/** Whether a program that `run` started gives the command. */
export function isInRun({ env }: Env): boolean {
  return Boolean(env.SIGNALBOX_RUN);
}
