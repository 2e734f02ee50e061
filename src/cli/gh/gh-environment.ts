/**
 * The variables that point the real `gh` and git at the hub. gh uses plain HTTP only for `github.localhost`,
 * and only `HTTP_PROXY` routes that to the hub. So the proxy is set for gh's own process and never exported:
 * a shell's other programs would send their requests to the hub, too. For git, a proxy and a header can be
 * limited to one address.
 */
import { join } from "node:path";
import { UserError } from "../../base/errors.ts";
import type { Environment } from "../../server/composition/environment.ts";
import { type HubSession, hubPortOf } from "../hub/hub-session.ts";

export const hubHost = "github.localhost";

/**
 * The token of a hub user.
 * @throws UserError if the hub has no such user
 */
export function tokenOf({ tokens }: HubSession, login: string): string {
  const token = Object.hasOwn(tokens, login) ? tokens[login] : undefined;
  if (token !== undefined) return token;
  const logins = Object.keys(tokens);
  throw new UserError(
    `The hub has no user ${JSON.stringify(login)}. It has ${logins.join(", ")}: --as ${logins[0] ?? "maria"}`,
  );
}

/** A hub user's own folder inside the data folder. */
export const ghFolderOf = (home: string, login: string): string => join(home, "gh", login);

/**
 * What a shell may export without changing how its other programs reach their hosts.
 * @param home absolute path of the data folder
 * @param outer the environment that the variables are added to
 */
export function sharedVariables(
  session: HubSession,
  login: string,
  home: string,
  outer: Environment,
): Readonly<Record<string, string>> {
  const token = tokenOf(session, login);
  return {
    SIGNALBOX_HOME: home,
    GH_HOST: hubHost,
    GH_TOKEN: token,
    GH_REPO: session.repository,
    GH_CONFIG_DIR: join(ghFolderOf(home, login), "config"),
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PROMPT_DISABLED: "1",
    ...gitVariables(outer, gitPairs(session, token)),
    GIT_TERMINAL_PROMPT: "0",
  };
}

/**
 * What gh additionally needs in its own process: the proxy, which an inherited `NO_PROXY` would disable, and
 * its own cache, because gh caches facts about a host for a day.
 * @param folder for the cache
 */
export function processVariables(session: HubSession, folder: string): Readonly<Record<string, string>> {
  return {
    HTTP_PROXY: session.url,
    http_proxy: session.url,
    NO_PROXY: "",
    no_proxy: "",
    XDG_CACHE_HOME: join(folder, "cache"),
  };
}

/** Everything that one `gh` or git command needs to use the hub. */
export function ghEnvironment(
  session: HubSession,
  login: string,
  home: string,
  outer: Environment,
): Readonly<Record<string, string>> {
  const own = processVariables(session, ghFolderOf(home, login));
  return { ...sharedVariables(session, login, home, outer), ...own };
}

/**
 * The base addresses that the hub prints for itself. gh accepts `github.localhost` with a port, too, but
 * knows no other host.
 * @returns addresses without trailing slashes
 */
export function hubRoots(session: HubSession): readonly string[] {
  const port = hubPortOf(session);
  return [...new Set([session.url, `http://127.0.0.1:${port}`, `http://localhost:${port}`])];
}

/** Rewrites a hub URL in an argument to the host name that gh knows. */
export function toGhArgument(session: HubSession, word: string): string {
  const root = hubRoots(session).find((each) => word.startsWith(`${each}/`));
  return root === undefined ? word : `http://${hubHost}${word.slice(root.length)}`;
}

type Pair = readonly [key: string, value: string];

/** An empty proxy disables the shell's own, which cannot reach the hub. */
function gitPairs(session: HubSession, token: string): readonly Pair[] {
  const withPort = `http://${hubHost}:${hubPortOf(session)}/`;
  const header = `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  return [
    [`http.http://${hubHost}/.proxy`, session.url],
    [`http.http://${hubHost}/.extraHeader`, header],
    [`http.${withPort}.proxy`, ""],
    [`http.${withPort}.extraHeader`, header],
  ];
}

/** Appends `pairs` to the git settings in `outer`; those of another hub user are dropped. */
function gitVariables(outer: Environment, pairs: readonly Pair[]): Readonly<Record<string, string>> {
  const count = Math.min(Number(outer.GIT_CONFIG_COUNT ?? 0) || 0, 1000);
  const present = Array.from(
    { length: count },
    (_, index): Pair => [outer[`GIT_CONFIG_KEY_${index}`] ?? "", outer[`GIT_CONFIG_VALUE_${index}`] ?? ""],
  ).filter(([key]) => key !== "" && !/^http\.http:\/\/github\.localhost[:/]/.test(key));
  const all = [...present, ...pairs];
  const named = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(all.length), ...Object.fromEntries(named) };
}
