/** PostgreSQL for the cluster: the system's programs, a folder and a port of its own, on loopback alone. */
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "../../src/base/errors.ts";

const oldest = 15;
/** Where Debian and Ubuntu keep the programs of each version, which are not in the PATH. */
const debianRoot = "/usr/lib/postgresql";

export interface PostgresPlace {
  /** Folder of the programs. */
  readonly programs: string;
  /** Folder of the data. It must be ours alone. */
  readonly data: string;
  readonly port: number;
  readonly password: string;
}

/** @throws UserError if no version is installed that is new enough */
export function findPrograms(path: string, root = debianRoot): string {
  const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
  const folders = [
    ...versions.sort((a, b) => b - a).map((version) => join(root, String(version), "bin")),
    ...path.split(delimiter).filter((folder) => folder !== ""),
  ].filter((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
  const found = folders.find((folder) => versionIn(folder) >= oldest);
  if (found !== undefined) return found;
  const problem =
    folders.length === 0
      ? "PostgreSQL is not installed"
      : `PostgreSQL in ${folders.join(" and ")} is older than ${oldest}`;
  throw new UserError(
    `${problem}, and the cluster needs its programs. Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql. Without it, \`npm start\` runs one process on SQLite.`,
  );
}

function versionIn(folder: string): number {
  const said = execFileSync(join(folder, "postgres"), ["--version"]).toString();
  return Number(/ (\d+)/.exec(said)?.[1]);
}

export function urlOf(
  { port, password }: Pick<PostgresPlace, "port" | "password">,
  database: string,
): string {
  return `postgres://signalbox:${password}@127.0.0.1:${port}/${database}`;
}

/** Makes the data folder, unless it is there already. */
export function prepare({ programs, data, password }: PostgresPlace): void {
  if (existsSync(join(data, "PG_VERSION"))) return;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const words = join(data, "..", "postgres-password");
  writeFileSync(words, password, { mode: 0o600 });
  const user = ownerFor(data, words);
  const flags = ["-U", "signalbox", "--pwfile", words, "-A", "scram-sha-256", "-E", "UTF8", "--no-locale"];
  try {
    execFileSync(join(programs, "initdb"), ["-D", data, ...flags], { ...user, stdio: "pipe" });
  } catch (thrown) {
    const said =
      thrown instanceof Error && "stderr" in thrown ? String(thrown.stderr).trim() : String(thrown);
    throw new UserError(`PostgreSQL cannot make its data folder ${data}:\n${said}`, { cause: thrown });
  } finally {
    rmSync(words, { force: true });
  }
}

export interface Start {
  readonly program: string;
  readonly words: readonly string[];
  readonly user: Owner;
}

export function startOf({ programs, data, port }: PostgresPlace): Start {
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
  return {
    program: join(programs, "postgres"),
    words: ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    user: ownerFor(data),
  };
}

/** Who runs the programs. */
export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses root: then its own user, whom the package made, gets the paths. */
function ownerFor(...paths: readonly string[]): Owner {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith("postgres:"));
  const [, , uid, gid] = (line ?? "").split(":").map(Number);
  if (uid === undefined || gid === undefined)
    throw new UserError(
      "PostgreSQL does not run as root, and there is no user postgres. Run this as another user.",
    );
  for (const path of paths) chownSync(path, uid, gid);
  return { uid, gid };
}
