/** Runs the rehearsal that a person asked for: asks, shows progress, cleans up, and prints the comparison. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { allCases } from "./all-cases.ts";
import { compareRecordings, comparisonText, type KnownDifference } from "./comparison.ts";
import { assertMayRehearse } from "./marked-repository.ts";
import { openGitHub, openStandIn } from "./open-sides.ts";
import { readRecording, writeRecording } from "./recordings.ts";
import type { RehearsalCase } from "./rehearsal-case.ts";
import { type CaseResult, type Recording, rehearse } from "./rehearse.ts";
import type { RepositoryName, Side } from "./side.ts";

export interface RehearseOptions {
  readonly repo?: string;
  readonly settings?: string;
  readonly hostname?: string;
  readonly only: readonly string[];
  readonly second?: string;
  readonly exhaust?: boolean;
  readonly record?: string;
  readonly resume?: boolean;
  readonly keep?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** In a protected workflow nobody can type: the environment names the repositories. */
const consentVariable = "SIGNALBOX_REHEARSE";

export async function rehearseHere(terminal: Terminal, options: RehearseOptions): Promise<void> {
  const cases = chosenCases(options);
  if (options.list === true) return listCases(terminal, cases);
  const { owner, repo } = parsePlace("--repo", options.repo);
  const second = options.second === undefined ? undefined : parsePlace("--second", options.second);
  if (second !== undefined && (second.owner !== owner || second.repo === repo))
    throw new UserError("--second names another repository of the same owner.");
  await askConsent(terminal, `${owner}/${repo}`);
  if (second !== undefined) await askConsent(terminal, `${owner}/${second.repo}`);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once("SIGINT", stop);
  try {
    const standIn = await openStandIn("stand-in");
    const expected = await run(terminal, standIn.side, cases, options, stopping.signal).finally(
      standIn.close,
    );
    const github = await openGitHub(terminal, { owner, repo, second, ...chosen(options) });
    await assertMayRehearse(github.side);
    if (second !== undefined) await assertMayRehearse(github.side, second);
    const found = await run(terminal, github.side, cases, options, stopping.signal);
    const compared = compareRecordings(cases, [expected, found], knownDifferences());
    const names = ["stand-in", github.side.options.name] as const;
    terminal.out(
      options.json === true ? `${JSON.stringify(compared, undefined, 2)}\n` : comparisonText(compared, names),
    );
    terminal.err(lastWords(github.side));
    const isDifferent = compared.some(({ verdict }) => verdict === "different");
    if (stopping.signal.aborted) terminal.exitWith(exitCodes.interrupted);
    else terminal.exitWith(isDifferent ? exitCodes.mistake : exitCodes.ok);
  } finally {
    process.off("SIGINT", stop);
  }
}

/** One host, cleaned up whatever happens. */
async function run(
  terminal: Terminal,
  side: Side,
  cases: readonly RehearsalCase[],
  { record, resume, keep }: RehearseOptions,
  signal: AbortSignal,
): Promise<Recording> {
  const { name } = side.options;
  const known =
    record !== undefined && resume === true ? readRecording(record, name) : new Map<string, CaseResult>();
  const sofar = new Map(known);
  try {
    return await rehearse(side, cases, {
      known,
      signal,
      onStart: ({ id }, { at, of }) => terminal.err(`${name}: ${at} of ${of}, ${id}\n`),
      onResult: (id, result) => {
        sofar.set(id, result);
        if (record !== undefined) writeRecording(record, name, sofar);
      },
    });
  } finally {
    if (keep !== true) for (const sentence of await side.cleanUp()) terminal.err(`${sentence}\n`);
  }
}

function chosenCases({ only, exhaust, list }: RehearseOptions): readonly RehearsalCase[] {
  const asked =
    only.length === 0 ? allCases : allCases.filter(({ id }) => only.some((each) => id.startsWith(each)));
  const chosen = asked.filter(({ isCostly }) => isCostly !== true || exhaust === true || list === true);
  if (chosen.length > 0) return chosen;
  if (asked.length > 0)
    throw new UserError(
      `${asked.map(({ id }) => id).join(", ")} costs the App's points of an hour: add --exhaust.`,
    );
  const subjects = [...new Set(allCases.map(({ id }) => id.split(".")[0]))].join(", ");
  throw new UserError(`No case begins with ${only.join(" or ")}. The subjects are: ${subjects}.`);
}

function listCases(terminal: Terminal, cases: readonly RehearsalCase[]): void {
  for (const { id, question } of cases) terminal.out(`${id}\n  ${question}\n`);
}

function parsePlace(flag: string, text = ""): RepositoryName {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(text) ?? [];
  if (owner === undefined || name === undefined)
    throw new UserError(`${flag} names a repository to rehearse in, as owner/name.`);
  return { owner, repo: name };
}

/** `--yes` is not enough: a wrong repository would lose issues. @throws UserError unless its name was typed */
async function askConsent({ ask, env }: Terminal, name: string): Promise<void> {
  if (env[consentVariable]?.split(/[\s,]+/).includes(name) === true) return;
  if (ask === undefined)
    throw new UserError(
      `Nothing was written: this terminal cannot ask for the repository's name. In a protected workflow, set ${consentVariable}=${name}.`,
    );
  if ((await ask(`Type the name of the repository to rehearse in (${name}): `)).trim() !== name)
    throw new UserError("Nothing was written: that was another name.");
}

function chosen({ settings, hostname }: RehearseOptions) {
  return { ...(settings !== undefined && { settings }), ...(hostname !== undefined && { hostname }) };
}

const knownShape = z.array(z.object({ id: z.string(), because: z.string() }));

function knownDifferences(): readonly KnownDifference[] {
  const file = new URL("../../../templates/rehearsal/known-differences.json", import.meta.url);
  return knownShape.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** What only a person can delete. */
function lastWords({ options: { botLogin, owner, repo } }: Side): string {
  const slug = botLogin.replace(/\[bot\]$/, "");
  return `If you need them no longer, delete the repository (gh repo delete ${owner}/${repo}) and the App ${slug}: GitHub lets only its owner do that, under Advanced on the App's page.\n`;
}
