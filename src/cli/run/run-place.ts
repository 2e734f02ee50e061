/**
 * Where a run claims, reads and reports: at the server of a data folder, as its owner; or at a server that it reaches with the
 * token of its agent. Then the program's user needs nothing of the server's user.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { Board } from "../../operations/ports.ts";
import type { Environment } from "../../programs/withheld.ts";
import { type Contact, readContact } from "../../server/maintenance/data-folder.ts";
import type { Patience } from "../answering/patience.ts";
import { contactElsewhere } from "../answering/server-contact.ts";
import { readTokenFile } from "../answering/server-flags.ts";
import { serverAddress } from "../answering/server-here.ts";
import { portsAt } from "../answering/server-ports.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { openServerBoard } from "../local-index/board.ts";
import { dataFolder } from "../local-index/home.ts";
import { withPorts } from "../terminal/operation-ports.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface RunPlace {
  /** Absolute path of the folder that has the records; the data folder, unless a server is named. */
  readonly home: string;
  /** The server that is reached with a token; undefined for that of the data folder. */
  readonly server: Contact | undefined;
}

export interface PlaceWish {
  readonly server?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly home?: string | undefined;
}

/** @throws UserError for a server without a token */
export function placeOfRun(terminal: Terminal, wish: PlaceWish): RunPlace {
  const { env } = terminal;
  const address = wish.server ?? (wish.home === undefined ? env.SIGNALBOX_SERVER || undefined : undefined);
  if (address === undefined) return { home: dataFolder(terminal, wish.home), server: undefined };
  const token =
    wish.tokenFile === undefined ? env.SIGNALBOX_TOKEN || undefined : readTokenFile(wish.tokenFile);
  if (token === undefined)
    throw new UserError(
      "A run at a server needs the token of its agent. On the server's machine: signalbox tokens add --agent ada; then: --token-file FILE, or - to read it from standard input.",
      { code: "no-login" },
    );
  return { home: wish.home ?? stateFolder(env), server: { url: serverAddress(address), token } };
}

/** Where `run` has left its records. @param home as a flag names it */
export function recordsFolder(terminal: Pick<Terminal, "env">, home: string | undefined): string {
  const data = dataFolder(terminal, home);
  const isElsewhere = whoAnswers(terminal, home).type === "server";
  const isNamed = home !== undefined || Boolean(terminal.env.SIGNALBOX_HOME);
  if (isElsewhere || (!isNamed && !existsSync(data))) return stateFolder(terminal.env);
  return data;
}

function stateFolder(env: Environment): string {
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state"), "signalbox");
}

/** Opens what the run's operations need. */
export function withRunPorts<T>(
  terminal: Terminal,
  { home, server }: RunPlace,
  use: (ports: OperationPorts) => Promise<T>,
): Promise<T> {
  if (server === undefined) return withPorts(terminal, home, use);
  return use(portsAt(terminal, { type: "server", server }, { patience: { ms: serverAwayMs } }));
}

/** What the agent may see of the index. */
export async function withRunBoard<T>(
  terminal: Terminal,
  { home, server }: RunPlace,
  use: (board: Board) => Promise<T>,
): Promise<T> {
  if (server === undefined) return withPorts(terminal, home, ({ board }) => use(board));
  return use(await openServerBoard(terminal, { type: "server", server }, patienceOf(terminal)));
}

/** A server that is moved to another machine is away for minutes, and a run costs more than waiting for it. */
const serverAwayMs = 10 * 60_000;

export function patienceOf(terminal: Pick<Terminal, "err">): Patience {
  const progress = (line: string): void => terminal.err(`${line}\n`);
  return { ms: serverAwayMs, clock: systemClock, progress };
}

/** How the server is reached now; undefined while none runs. */
export function contactNow({ home, server }: RunPlace): Contact | undefined {
  return server ?? readContact(home);
}

/** As `contactNow`. @throws UserError if a token would go to what is no signalbox */
export async function contactToAsk(place: RunPlace): Promise<Contact | undefined> {
  const { server } = place;
  return server === undefined ? contactNow(place) : contactElsewhere({ env: {} }, { type: "server", server });
}
