/**
 * The variables that point the real `gh` and git at the hub. `GH_HOST=github.localhost` makes gh speak plain HTTP, and a proxy
 * setting carries that to the hub; a newcomer would miss that an inherited `NO_PROXY` undoes it, and that gh caches
 * what it learnt of a host for a day, so both are our own. git takes the same proxy, and the token as a header, because
 * gh lends its token to git for https alone.
 */
import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import type { HubSession } from "./hub-session.ts";

/** @param home absolute path of the data folder */
export function ghEnvironment(
  session: HubSession,
  login: string,
  home: string,
): Readonly<Record<string, string>> {
  const token = Object.hasOwn(session.tokens, login) ? session.tokens[login] : undefined;
  if (token === undefined)
    throw new UserError(
      `The hub has no user ${JSON.stringify(login)}. It has ${Object.keys(session.tokens).join(", ")}: --as ${Object.keys(session.tokens)[0] ?? "maria"}`,
    );
  const folder = join(home, "gh", login);
  return {
    GH_HOST: "github.localhost",
    HTTP_PROXY: session.url,
    http_proxy: session.url,
    NO_PROXY: "",
    no_proxy: "",
    GH_TOKEN: token,
    GH_REPO: session.repository,
    GH_CONFIG_DIR: join(folder, "config"),
    XDG_CACHE_HOME: join(folder, "cache"),
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PROMPT_DISABLED: "1",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "http.http://github.localhost/.extraHeader",
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`,
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** `export NAME=value` for a POSIX shell: quoted where the shell would read more than the value. */
export function exportLine(name: string, value: string): string {
  const quoted = /^[\w@%+=:,./-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  return `export ${name}=${quoted}`;
}
