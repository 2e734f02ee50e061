/** Which modules a command loads, in a process of its own: that decides how long it takes to start. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const program = join(import.meta.dirname, "../../src/cli/signalbox.mjs");
const mark = "loaded: ";
/** Lists what was loaded on standard error. */
const hook = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
process.on("exit", () => process.stderr.write(loaded.map((url) => "${mark}" + url + "\\n").join("")));`)}`;

/**
 * @param words of the command line
 * @param input what the command reads
 * @returns the URLs. Rejects if the command fails
 */
export async function modulesLoadedBy(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  input = "",
): Promise<readonly string[]> {
  const running = promisify(execFile)(process.execPath, ["--import", hook, program, ...words], {
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 10_000_000,
  });
  running.child.stdin?.end(input);
  const { stderr } = await running;
  return stderr
    .split("\n")
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(mark.length));
}
