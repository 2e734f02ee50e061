/** `npm run programs`: the rehearsal with real agents' programs. */
import { fileURLToPath } from "node:url";
import { messageOf, UserError } from "../../src/base/errors.ts";
import type { Result } from "./checks/check.ts";
import { isCutOff, runCutOff, whyNoNamespace } from "./namespace.ts";
import { help, type Options, readOptions } from "./options.ts";
import type { ProgramName } from "./programs/agent-program.ts";
import { findProgram, installPrograms, programs } from "./programs/find.ts";
import { record, rehearse } from "./rehearse.ts";
import { oneLine, renderProblems, renderShown, renderTable, wordFor } from "./table.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const argv = process.argv.slice(2);

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<number> {
  const options = readOptions(argv, process.env);
  if (options === undefined) {
    process.stdout.write(help);
    return 0;
  }
  return isCutOff() ? play(options) : prepare(options);
}

/** With a network: installs, and starts the rehearsal without one. */
function prepare(options: Options): number {
  if (options.installs)
    for (const installed of installPrograms(options.programs, options.folder)) say(`Installed ${installed}`);
  const missing = options.programs.filter((name) => pathOf(name, options) === undefined);
  for (const name of missing)
    say(
      `Skipped ${programs[name].title}: it is neither in ${options.folder} nor on the PATH; --install gets it.`,
    );
  if (missing.length === options.programs.length) return 0;
  const why = whyNoNamespace();
  if (why !== undefined) {
    say(`Skipped: no network namespace can be made here (${why}), and no program may reach a real provider.`);
    return 0;
  }
  return runCutOff(
    fileURLToPath(import.meta.url),
    argv.filter((word) => word !== "--install"),
  );
}

async function play(options: Options): Promise<number> {
  const paths = new Map(
    options.programs.flatMap((name) => {
      const path = pathOf(name, options);
      return path === undefined ? [] : [[name, path] as const];
    }),
  );
  if (options.records) {
    await record(root, options, paths, say);
    return 0;
  }
  const { results, left } = await rehearse(root, options, paths, (result) => say(lineFor(result)));
  process.stdout.write(options.isJson ? `${JSON.stringify(results, undefined, 2)}\n` : pageOf(results));
  if (left !== undefined) say(`What the checks left is in ${left}`);
  return results.some(({ outcome }) => outcome.type === "broken") ? 1 : 0;
}

function pathOf(name: ProgramName, { folder }: Options): string | undefined {
  return findProgram(name, folder, process.env.PATH ?? "");
}

function lineFor({ program, version, story, ability, outcome, seconds }: Result): string {
  const because = outcome.type === "broken" ? `\n    ${oneLine(outcome.because)}` : "";
  return `${seconds.toFixed(0).padStart(4)} s  ${program} ${version}  ${story}: ${ability}: ${wordFor(outcome)}${because}`;
}

function pageOf(results: readonly Result[]): string {
  return [renderTable(results), renderProblems(results), renderShown(results)]
    .filter((part) => part !== "")
    .join("\n");
}

try {
  process.exitCode = await main();
} catch (thrown) {
  const isOurs = thrown instanceof UserError;
  say(
    isOurs
      ? thrown.message
      : `The rehearsal could not be finished: ${thrown instanceof Error ? thrown.stack : messageOf(thrown)}`,
  );
  process.exitCode = 2;
}
