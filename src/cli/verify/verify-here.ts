/**
 * Carries out `verify`: reads from the index what to run on which commit, asks the caller, runs it, has the running server
 * report to GitHub, and the caller stand for it there.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { checkOfClaim } from "../../handover/claim-command.ts";
import { allInvariants } from "../../handover/invariants.ts";
import { oneLine, plainLines } from "../../operations/output/terminal-text.ts";
import type { Invariant } from "../../protocol/settings/invariant.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { type Contact, readContact } from "../../server/maintenance/data-folder.ts";
import type { InvariantReport, Posted } from "../../server/maintenance/show-invariants.ts";
import { type CheckoutRequest, openCheckout } from "../../worktree/checkout.ts";
import { type Tried, tryInvariants } from "../../worktree/try-invariants.ts";
import { contactElsewhere, requireSameGitHub } from "../answering/server-contact.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { type CallersGitHub, gitHubOfIndex } from "../gh/callers-github.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import { askServer } from "../local-index/ask-server.ts";
import { withBoard } from "../local-index/board.ts";
import { dataFolder } from "../local-index/home.ts";
import { classifySilence, silencePhrase } from "../local-index/silence.ts";
import { stopSignal } from "../start/stop-signal.ts";
import { painter } from "../terminal/look.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { standFor } from "./stand-for.ts";
import { confirmPlan, planFor, type VerifyPlan, verifyPlanText } from "./verify-plan.ts";

export interface VerifyFlags extends HostFlags {
  readonly dir: string;
  readonly timeLimit: string;
  /** Exact texts of lines of *Verified*. */
  readonly run: readonly string[];
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
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
    throw new UserError(`${flags.dir} is not a folder. Give a clone of the repository with --dir.`);
  const answering = whoAnswers(terminal, flags.home);
  const contact =
    answering.type === "folder"
      ? readContact(dataFolder(terminal, flags.home))
      : await contactElsewhere(terminal, answering);
  const asked = { issue, contact, run: [...new Set(flags.run)] };
  const plan = await withBoard(terminal, flags.home, (board) => planFor(terminal, board, asked));
  const print = (text: string, value: object): void =>
    terminal.out(flags.json === true ? `${JSON.stringify(value, undefined, 2)}\n` : text);
  if (flags.dryRun === true) return print(verifyPlanText(plan), plan);
  if (flags.json === true) terminal.err(verifyPlanText(plan));
  else terminal.out(verifyPlanText(plan));
  if (answering.type !== "folder")
    await requireSameGitHub(answering, (await gitHubOfIndex(terminal, flags)).webUrl);
  await confirmPlan(terminal, plan, flags.yes === true);
  const tried = await attempt(terminal, plan, flags, limitMs);
  const results = tried.slice(0, plan.invariants.length);
  const claims = tried.slice(plan.invariants.length);
  const posted = await post(contact, plan, results, claims);
  const standing = posted.isPosted
    ? await standFor(terminal, flags, plan.handover, posted.result)
    : undefined;
  const outcome = posted.isPosted
    ? `The result was posted on the commit as ${checksOf(plan).join(" and ")}.\n${standing}`
    : `The result was not posted on the commit: ${posted.why}`;
  print(`${outcome}\n`, { ...plan, results, claimResults: claims, posted, standing });
  terminal.exitWith(tried.every(({ holds }) => holds) ? exitCodes.ok : exitCodes.mistake);
}

function checksOf({ invariants, claims }: VerifyPlan): readonly string[] {
  return [
    ...(invariants.length === 0 ? [] : [allInvariants]),
    ...claims.map(({ text }) => `"${checkOfClaim(text)}"`),
  ];
}

async function attempt(
  terminal: Terminal,
  plan: VerifyPlan,
  { dir, json, ...flags }: VerifyFlags,
  limitMs: number,
): Promise<readonly Tried[]> {
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  const { signal } = stopping;
  const github = await gitHubOfIndex(terminal, flags);
  const checkout = await openCheckout(wantedFor(plan, dir, github), github.env, signal);
  const commands = plan.claims.map(
    ({ text, command }): Invariant => ({ name: text, command: [...command], exit: 0 }),
  );
  const all = [...plan.invariants, ...commands];
  const width = Math.max(...all.map(({ name }) => oneLine(name).length));
  const tried = ({ name, holds, found, outputTail }: Tried): void => {
    const lines = holds ? [] : plainLines(outputTail.trimEnd(), 1_000).slice(-shownLines);
    const paint = painter(terminal.isTty, terminal.env);
    const row = `${holds ? paint("good", "holds") : paint("bad", "FAILS")}  ${oneLine(name).padEnd(width)}  ${oneLine(found)}`;
    if (json !== true) terminal.out([row, ...lines.map((line) => `       ${line}`), ""].join("\n"));
  };
  try {
    const results = await tryInvariants(all, checkout, {
      caps: { timeMs: limitMs, outputBytes },
      signal,
      tried,
    });
    if (signal.aborted) throw new UserError("Interrupted. No check was written to the commit.");
    return results;
  } finally {
    await checkout.remove();
  }
}

/** Reads from the local clone if it has the commit, otherwise from GitHub. */
function wantedFor(plan: VerifyPlan, dir: string, { gitUrl }: CallersGitHub): CheckoutRequest {
  const { commit, pullRequest, handover } = plan;
  return {
    commit,
    ref: `refs/pull/${pullRequest}/head`,
    nearby: resolve(dir),
    remote: `${gitUrl}/${handover.owner}/${handover.repo}.git`,
  };
}

const postedShape = z.union([
  z.object({ isPosted: z.literal(true), result: z.string() }),
  z.object({ isPosted: z.literal(false), why: z.string() }),
]) satisfies z.ZodType<Posted>;

const refusalShape = z.object({ why: z.string() });

const noServer: Posted = {
  isPosted: false,
  why: "no server is running with this data folder, and only the App can post it.",
};

/** Only the App's reports count on GitHub, and only the server acts as the App. Never rejects. */
async function post(
  contact: Contact | undefined,
  { handover, commit }: VerifyPlan,
  results: readonly Tried[],
  claims: readonly Tried[],
): Promise<Posted> {
  if (contact === undefined) return noServer;
  const toReport = ({ name, holds, found }: Tried) => ({ name, holds, found: found.slice(0, 500) });
  const body: InvariantReport = {
    ...handover,
    commit,
    results: results.map(toReport),
    claims: claims.map(toReport),
  };
  try {
    const answer = await askServer(contact, controlPaths.invariants, { body, timeoutMs: postTimeoutMs });
    if (answer.status === 200) return postedShape.parse(await answer.json());
    const refusal = refusalShape.safeParse(await answer.json().catch(() => undefined));
    if (refusal.success) return { isPosted: false, why: refusal.data.why };
    return { isPosted: false, why: `the server returned ${answer.status}; see its log.` };
  } catch (thrown) {
    if (classifySilence(thrown) === "nobody there") return noServer;
    return { isPosted: false, why: `the server ${contact.url} did not respond: ${silencePhrase(thrown)}.` };
  }
}
