/**
 * Carries out `verify`: asks the index what to try on which commit, tries it, and lets the running server tell GitHub. A
 * newcomer would post the result with the caller's token; whoever may push could then say that all is well.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { systemClock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import { cardOf, issueInput } from "../operations/issue.ts";
import { oneLine, plainLines } from "../operations/plain.ts";
import type { Board } from "../operations/ports.ts";
import type { Invariant } from "../protocol/invariant.ts";
import { type FullRef, formatRef } from "../protocol/ref.ts";
import { controlPaths } from "../server/control.ts";
import { readContact } from "../server/data-folder.ts";
import type { InvariantReport, Posted } from "../server/show-invariants.ts";
import { openCheckout, type Wanted } from "../worktree/checkout.ts";
import { type Tried, tryInvariants } from "../worktree/try-invariants.ts";
import { askServer } from "./ask-server.ts";
import { withBoard } from "./board.ts";
import { type CallersGitHub, gitHubOfIndex } from "./callers-github.ts";
import { freshen } from "./freshen.ts";
import { homeOf } from "./home.ts";
import { isListening } from "./hub-session.ts";
import { repositoryHere } from "./repository-here.ts";
import { stopSignal } from "./stop-signal.ts";
import { exitCodes, type Terminal } from "./terminal.ts";
import type { VerifyFlags } from "./verify.ts";

/** What there is to try, and where. */
interface Plan {
  readonly handover: FullRef;
  readonly pullRequest: number;
  readonly commit: string;
  readonly invariants: readonly Invariant[];
}

const outputBytes = 16_000_000;
const shownLines = 10;
const postTimeoutMs = 30_000;

export async function verifyHere(
  terminal: Terminal,
  issue: string,
  flags: VerifyFlags,
  limitMs: number,
): Promise<void> {
  if (statSync(flags.dir, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UserError(`${flags.dir} is no folder. Name a clone of the repository with --dir.`);
  const home = homeOf(terminal, flags.home);
  const plan = await withBoard(terminal, flags.home, (board) => planFor(terminal, board, home, issue));
  const named = `${formatRef(plan.handover)}, pull request #${plan.pullRequest} at ${plan.commit.slice(0, 12)}`;
  const print = (text: string, value: object): void =>
    terminal.out(flags.json === true ? `${JSON.stringify(value, undefined, 2)}\n` : text);
  if (flags.dryRun === true) return print(`${named}\n${plan.invariants.map(planned).join("")}`, plan);
  if (flags.json !== true) terminal.out(`${named}\n`);
  const results = await attempt(terminal, plan, flags, limitMs);
  const posted = await post(home, plan, results);
  const told = posted.isPosted
    ? "The result stands on the commit as signalbox/invariants."
    : `The result was not put on the commit: ${posted.why}`;
  print(`${told}\n`, { ...plan, results, posted });
  terminal.exitWith(results.every(({ holds }) => holds) ? exitCodes.ok : exitCodes.mistake);
}

async function planFor(terminal: Terminal, board: Board, home: string, issue: string): Promise<Plan> {
  const ports = {
    board,
    clock: systemClock,
    repository: repositoryHere(terminal),
    freshen: (ref: FullRef) => freshen(home, ref),
    progress: (line: string) => terminal.err(`${line}\n`),
  };
  const ref = issueInput.safeParse(issue);
  if (!ref.success) throw new UserError(ref.error.issues[0]?.message ?? "Which handover?");
  const { owner, repo, number, id } = cardOf(ports, ref.data);
  const handover = { owner, repo, number };
  await freshen(home, handover);
  const reported = board.reported(id);
  const name = formatRef(handover);
  if (reported === undefined)
    throw new UserError(`${name} is no handover that somebody with write access stands behind.`);
  const { pullRequest, invariants } = reported;
  if (pullRequest === undefined)
    throw new UserError(
      `No pull request was found for ${name}. Name it under "Pull request"; a body that needs a fix is mended first.`,
    );
  if (invariants.length === 0)
    throw new UserError(
      "The settings of the default branch name no invariants. Add them to .github/signalbox.yml, for example:\ninvariants:\n  - { name: tests, command: [npm, test] }",
    );
  return { handover, pullRequest: pullRequest.number, commit: pullRequest.headSha, invariants };
}

function planned(invariant: Invariant): string {
  const what =
    "command" in invariant
      ? `${JSON.stringify(invariant.command)}, exit code ${invariant.exit}`
      : `${JSON.stringify(invariant.file_exists)} is there`;
  return `  ${oneLine(invariant.name)}: ${oneLine(what, 500)}\n`;
}

async function attempt(
  terminal: Terminal,
  plan: Plan,
  { dir, json, ...flags }: VerifyFlags,
  limitMs: number,
): Promise<readonly Tried[]> {
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  const { signal } = stopping;
  const github = await gitHubOfIndex(terminal, flags);
  const checkout = await openCheckout(wantedFor(plan, dir, github), github.env, signal);
  const width = Math.max(...plan.invariants.map(({ name }) => oneLine(name).length));
  const tried = ({ name, holds, found, lastWords }: Tried): void => {
    const lines = holds ? [] : plainLines(lastWords.trimEnd(), 1_000).slice(-shownLines);
    const row = `${holds ? "holds" : "FAILS"}  ${oneLine(name).padEnd(width)}  ${oneLine(found)}`;
    if (json !== true) terminal.out([row, ...lines.map((line) => `       ${line}`), ""].join("\n"));
  };
  try {
    const results = await tryInvariants(plan.invariants, checkout, {
      ...{ caps: { timeMs: limitMs, outputBytes }, signal, tried },
    });
    if (signal.aborted) throw new UserError("It was broken off; nothing was put on the commit.");
    return results;
  } finally {
    await checkout.remove();
  }
}

/** Taken from the clone if it is there, else from GitHub. */
function wantedFor(plan: Plan, dir: string, { gitUrl }: CallersGitHub): Wanted {
  const { commit, pullRequest, handover } = plan;
  return {
    commit,
    ref: `refs/pull/${pullRequest}/head`,
    nearby: resolve(dir),
    remote: `${gitUrl}/${handover.owner}/${handover.repo}.git`,
  };
}

const postedShape = z.union([
  z.object({ isPosted: z.literal(true) }),
  z.object({ isPosted: z.literal(false), why: z.string() }),
]) satisfies z.ZodType<Posted>;

/** Only the App's word counts on GitHub, and only the server speaks as the App. Never rejects. */
async function post(home: string, { handover, commit }: Plan, results: readonly Tried[]): Promise<Posted> {
  const contact = readContact(home);
  if (contact === undefined || !(await isListening(contact.url)))
    return { isPosted: false, why: "no server runs with this data folder, and only the App's word counts." };
  const told = results.map(({ name, holds, found }) => ({ name, holds, found: found.slice(0, 500) }));
  const body: InvariantReport = { ...handover, commit, results: told };
  try {
    const answer = await askServer(contact, controlPaths.invariants, { body, timeoutMs: postTimeoutMs });
    if (answer.status === 200) return postedShape.parse(await answer.json());
    return { isPosted: false, why: `the server answered ${answer.status}; its log says why.` };
  } catch {
    return { isPosted: false, why: "the server did not answer." };
  }
}
