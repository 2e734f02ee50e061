/**
 * The real `gh` against a hub. It uses plain HTTP only for `github.localhost`, a name that need not resolve,
 * because its requests go to the hub as to a proxy. Each runner has its own home: `gh` caches feature
 * detection for a day, and would query one hub by what it learnt from another.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { writeHubSession } from "../../src/cli/hub/hub-session.ts";

/** An installed `gh`. */
export interface GhBinary {
  readonly path: string;
  /** For example `2.23.0`. */
  readonly version: string;
}

export interface GhResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `gh` as one person in one repository. */
export interface Gh {
  /** @param input its standard input */
  readonly run: (args: readonly string[], input?: string) => Promise<GhResult>;
  /** The same, but throws with the output of `gh` unless it exits with 0. @returns its output, trimmed */
  readonly ok: (args: readonly string[], input?: string) => Promise<string>;
  /** The same, parsed as JSON. */
  readonly json: (args: readonly string[], input?: string) => Promise<unknown>;
  /** Removes its home directory. */
  readonly close: () => void;
}

/** The installed `gh`, or undefined. */
export function findGh(): GhBinary | undefined {
  return versioned("gh");
}

/**
 * For programs written in Go. With more processors than are free its threads wait for one another in loops: on a busy
 * machine with two, `gh` takes more than twice the CPU time.
 */
const oneProcessor = { GOMAXPROCS: "1" };

/** Further ones: SIGNALBOX_GH_BINARIES lists their paths, separated by colons. */
export function findListedGh(): readonly GhBinary[] {
  const listed = (process.env.SIGNALBOX_GH_BINARIES ?? "").split(delimiter).filter((path) => path !== "");
  return listed.flatMap((path) => versioned(path) ?? []);
}

/** @param repository the commands' repository, for example `github.localhost/acme/demo` */
export function ghAs(binary: GhBinary, hub: { readonly url: string }, token: string, repository: string): Gh {
  return runner(binary, { ...overProxy(hub), GH_TOKEN: token, GH_REPO: repository });
}

/** `gh` within a clone, where it finds the repository and the branch itself. */
export function ghIn(binary: GhBinary, hub: { readonly url: string }, token: string, clone: Clone): Gh {
  return runner(binary, { ...clone.env, ...overProxy(hub), GH_TOKEN: token }, {}, clone.folder);
}

/** A working tree, with the environment variables that git needs there. */
export interface Clone {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Routes plain HTTP for `github.localhost` to the hub, for gh and for git. */
export function overProxy(hub: { readonly url: string }): Readonly<Record<string, string>> {
  return {
    GH_HOST: "github.localhost",
    HTTP_PROXY: hub.url,
    http_proxy: hub.url,
    NO_PROXY: "",
    no_proxy: "",
  };
}

/** The same for `signalbox`, which finds the hub by the session file in its data directory. */
export function inHubsFolder(bus: {
  readonly hub: { readonly url: string };
  readonly home: string;
}): Readonly<Record<string, string>> {
  writeHubSession(bus.home, { url: bus.hub.url, repository: "acme/demo", tokens: {} });
  return { ...overProxy(bus.hub), SIGNALBOX_HOME: bus.home };
}

/** `gh` logged in to several hosts, all reached through the hub's Unix socket, in each host's layout. */
export function ghOverSocket(
  binary: GhBinary,
  socketPath: string,
  token: string,
  hosts: readonly string[],
): Gh {
  const logins = hosts.map((host) => `${host}:\n  oauth_token: ${token}\n`).join("");
  return runner(binary, {}, { "config.yml": `http_unix_socket: ${socketPath}\n`, "hosts.yml": logins });
}

function runner(
  binary: GhBinary,
  surroundings: Readonly<Record<string, string>>,
  configuration: Readonly<Record<string, string>> = {},
  folder?: string,
): Gh {
  const home = mkdtempSync(join(tmpdir(), "signalbox-gh-"));
  const configDir = join(home, "config");
  mkdirSync(configDir);
  for (const [name, text] of Object.entries(configuration)) writeFileSync(join(configDir, name), text);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_STATE_HOME: join(home, "state"),
    GH_CONFIG_DIR: configDir,
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PROMPT_DISABLED: "1",
    TZ: "UTC",
    ...oneProcessor,
    ...surroundings,
  };
  const run: Gh["run"] = (args, input = "") =>
    new Promise((resolve) => {
      const settings = { env, cwd: folder ?? home, timeout: 20_000 };
      const child = execFile(binary.path, [...args], settings, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  const ok: Gh["ok"] = async (args, input) => {
    const { code, stdout, stderr } = await run(args, input);
    if (code !== 0) throw new Error(`gh ${args.join(" ")} ended with ${code}:\n${stderr}${stdout}`);
    return stdout.trim();
  };
  return {
    run,
    ok,
    json: async (args, input) => JSON.parse(await ok(args, input)),
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

function versioned(path: string): GhBinary | undefined {
  try {
    const printed = execFileSync(path, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const version = /^gh version (\S+)/.exec(printed)?.[1];
    return version === undefined ? undefined : { path, version };
  } catch {
    return undefined;
  }
}
