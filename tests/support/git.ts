/**
 * The real git, as one person with a clone of a hub's repository. Ignores the machine's git configuration.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Git {
  /** The clone. */
  readonly folder: string;
  /** Environment variables of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** @returns its output, trimmed. Rejects with its error output if it does not exit with 0 */
  readonly run: (...args: readonly string[]) => Promise<string>;
  /** Writes texts by path and commits them. @returns the commit */
  readonly commit: (message: string, files: Readonly<Record<string, string>>) => Promise<string>;
  readonly close: () => void;
}

export interface CloneOptions {
  readonly login: string;
  readonly token: string;
  /** For example `acme/demo`. */
  readonly repository: string;
  /** Further environment variables of its commands. */
  readonly env?: Readonly<Record<string, string>>;
  /** For example `http://github.localhost`; the hub's own address if omitted. */
  readonly site?: string;
}

/** Clones over HTTP, with the person's token as the password. */
export async function cloneFrom(hub: { readonly url: string }, options: CloneOptions): Promise<Git> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-git-"));
  const credentials = Buffer.from(`x-access-token:${options.token}`).toString("base64");
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_COUNT: "3",
    GIT_CONFIG_KEY_0: "http.extraHeader",
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
    GIT_CONFIG_KEY_1: "user.name",
    GIT_CONFIG_VALUE_1: options.login,
    GIT_CONFIG_KEY_2: "user.email",
    GIT_CONFIG_VALUE_2: `${options.login}@example.com`,
    ...options.env,
  };
  const clone = join(folder, "clone");
  await runIn(folder, env, [
    "clone",
    "--quiet",
    `${options.site ?? hub.url}/${options.repository}.git`,
    clone,
  ]);
  const run = (...args: readonly string[]): Promise<string> => runIn(clone, env, args);
  return {
    folder: clone,
    env,
    run,
    commit: async (message, files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(clone, path)), { recursive: true });
        writeFileSync(join(clone, path), text);
      }
      await run("add", "--all");
      await run("commit", "--quiet", "--message", message);
      return run("rev-parse", "HEAD");
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runIn(cwd: string, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("git", [...args], { cwd, env, timeout: 20_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`git ${args[0]}: ${stderr}${stdout}`));
    });
  });
}
