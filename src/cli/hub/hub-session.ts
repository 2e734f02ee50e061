/**
 * The running hub's address and its users' tokens, in a file that only its owner can read. The hub writes it
 * at start; over HTTP it would hand tokens to any process on the machine.
 */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { makeDataFolder, writePrivately } from "../../server/maintenance/data-folder.ts";

const shape = z.object({
  /** Root of the hub, without a trailing slash. */
  url: z.url(),
  /** The seeded repository, as owner/name. */
  repository: z.string(),
  /** By login. */
  tokens: z.record(z.string(), z.string()),
});
export type HubSession = z.infer<typeof shape>;

const pathIn = (home: string): string => join(home, "hub.json");

export function writeHubSession(home: string, session: HubSession): void {
  makeDataFolder(home);
  writePrivately(pathIn(home), `${JSON.stringify(session, undefined, 2)}\n`);
}

/** @throws UserError if no hub ever ran in this data folder, or if the file is damaged */
export function readHubSession(home: string): HubSession {
  const session = findHubSession(home);
  if (session !== undefined) return session;
  throw new UserError(
    `No hub has been run with the data folder ${home}. Start one with: npm start (or give its folder with --home or SIGNALBOX_HOME)`,
  );
}

/**
 * Undefined if no hub ever ran in this data folder.
 * @throws UserError if the file is damaged
 */
export function findHubSession(home: string): HubSession | undefined {
  let text: string;
  try {
    text = readFileSync(pathIn(home), "utf8");
  } catch {
    return undefined;
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch (thrown) {
    throw new UserError(`${pathIn(home)} is damaged. Restart the hub to recreate it: npm start`, {
      cause: thrown,
    });
  }
}

export const hubPortOf = ({ url }: HubSession): string => new URL(url).port;

/** The message if nothing listens at the hub's address. */
export const nothingAnswers = ({ url }: HubSession): string =>
  `Nothing responds at ${url}.  Start the hub with: npm start\n`;

/** Whether anything listens at the hub's address. */
export function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: hostname, port: Number(port), timeout: 1000 });
  socket
    .on("connect", () => resolve(true))
    .on("error", () => resolve(false))
    .on("timeout", () => resolve(false));
  return promise.finally(() => socket.destroy());
}
