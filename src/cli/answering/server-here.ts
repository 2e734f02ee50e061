/** The server on another machine that a command uses. */
import { UserError } from "../../base/errors.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** SIGNALBOX_SERVER; undefined without one. @throws UserError for what is no address */
export function serverHere({ env }: Pick<Terminal, "env">): string | undefined {
  const given = env.SIGNALBOX_SERVER || undefined;
  return given === undefined ? undefined : serverAddress(given);
}

/** The origin; https, or this machine. @throws UserError for anything that a token must not be sent to */
export function serverAddress(given: string): string {
  const url = URL.parse(given.includes("://") ? given : `https://${given}`);
  if (url === null || url.pathname !== "/" || !/^https?:$/.test(url.protocol))
    throw new UserError(
      `The server must be an address such as https://box.example.com, found ${JSON.stringify(given.slice(0, 200))}.`,
      { code: "invalid-input" },
    );
  if (url.protocol === "https:" || isThisMachine(url.hostname)) return url.origin;
  throw new UserError(`A token is sent over https only: use https://${url.host}.`, { code: "invalid-input" });
}

export function isThisMachine(name: string): boolean {
  return name === "localhost" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
}
