/** The plan of `verify`: whose code and whose commands will run, printed before anything runs. */

import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { wordsOfClaim } from "../../handover/claim-command.ts";
import { verifiers } from "../../handover/invariants.ts";
import { cardOf, issueInput } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import type { Board, Reported } from "../../operations/ports.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { Invariant } from "../../protocol/settings/invariant.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { refreshAt } from "../local-index/freshen.ts";
import { repositoryHere } from "../local-index/repository-here.ts";
import { tellLine } from "../terminal/tell-line.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ChosenClaim {
  /** The line of *Verified* as the handover has it. */
  readonly text: string;
  readonly command: readonly string[];
}

/** What to run, and on which code. */
export interface VerifyPlan {
  readonly handover: FullRef;
  readonly pullRequest: number;
  readonly commit: string;
  /** Whose code it is. */
  readonly code: {
    readonly isFork: boolean;
    readonly author: string | undefined;
    readonly repository: string | undefined;
    readonly branch: string;
  };
  readonly invariants: readonly Invariant[];
  /** Lines of *Verified* that the caller chose with `--run`. */
  readonly claims: readonly ChosenClaim[];
  /** Lines of *Verified* that have no evidence yet and that the caller did not choose. */
  readonly unshown: readonly string[];
  /** The people who wrote the handover. */
  readonly by: readonly string[];
}

interface Asked {
  readonly issue: string;
  /** The server, as this command reaches it; undefined if none runs. */
  readonly contact: Contact | undefined;
  /** Exact texts of claims. */
  readonly run: readonly string[];
}

/** @throws UserError if there is nothing to run, or if a chosen claim cannot be run */
export async function planFor(
  terminal: Terminal,
  board: Board,
  { issue, contact, run }: Asked,
): Promise<VerifyPlan> {
  const ports = {
    board,
    clock: systemClock,
    repository: repositoryHere(terminal),
    caller: undefined,
    freshen: (ref: FullRef) => refreshAt(contact, ref),
    progress: (line: string) => tellLine(terminal, line),
  };
  const ref = issueInput.safeParse(issue);
  if (!ref.success) throw new UserError(ref.error.issues[0]?.message ?? "Which handover?");
  const { owner, repo, number, id } = await cardOf(ports, ref.data);
  const handover = { owner, repo, number };
  await refreshAt(contact, handover);
  const reported = await board.reported(id);
  const name = formatRef(handover);
  if (reported === undefined)
    throw new UserError(`${name} is not a handover that someone with write access wrote or approved.`);
  const { pullRequest, invariants, by } = reported;
  if (pullRequest === undefined)
    throw new UserError(
      `No pull request was found for ${name}. Enter it under "Pull request"; if the body needs a fix, fix that first.`,
    );
  if (pullRequest.hasForkMoved)
    throw new UserError(
      `Nothing was run: the fork of #${pullRequest.number} has new commits since ${name} referenced it. Edit the handover to reference it again, or comment \`/accept because …\` on it.`,
    );
  const claims = run.map((text) => chosen(text, name, reported));
  const unshown = reported.unshown.filter((text) => !run.includes(text));
  if (invariants.length + claims.length === 0) throw new UserError(nothingToRun(name, { by, unshown }));
  const { headSha: commit, isFork, author, headRepository: repository, headRef: branch } = pullRequest;
  const code = { isFork, author, repository, branch };
  return { handover, pullRequest: pullRequest.number, commit, code, invariants, claims, unshown, by };
}

function chosen(text: string, name: string, { claims }: Reported): ChosenClaim {
  const shown = oneLine(text);
  if (!claims.includes(text)) {
    const there = claims.map((claim) => `  ${oneLine(claim)}`).join("\n");
    throw new UserError(
      `${name} has no "${shown}" under Verified.  --run takes the exact text of one of these:\n${there}`,
    );
  }
  const command = wordsOfClaim(text);
  if (command !== undefined) return { text, command };
  throw new UserError(
    `"${shown}" is more than plain words, and commands run without a shell. Add it to CI, or to the invariants in .github/signalbox.yml.`,
  );
}

function nothingToRun(name: string, { by, unshown }: Pick<VerifyPlan, "by" | "unshown">): string {
  const example = "invariants:\n  - { name: tests, command: [npm, test] }";
  const settings = `The default branch's settings have no invariants. Add them to .github/signalbox.yml, for example:\n${example}`;
  const lines = runLines(unshown);
  return lines === ""
    ? settings
    : `${settings}\nOr choose a command that ${logins(by)} wrote in ${name}:\n${lines}`;
}

/** The plan as text, for the caller to agree to. */
export function verifyPlanText(plan: VerifyPlan): string {
  const { handover, pullRequest, commit, invariants, claims, unshown, by } = plan;
  const name = formatRef(handover);
  const lines = runLines(unshown);
  const theirs = logins(by);
  return [
    `${name}, pull request #${pullRequest} at ${commit.slice(0, 12)}\n`,
    `Code: ${codeOf(plan)}\n`,
    ...(invariants.length === 0
      ? []
      : ["Commands of the default branch's settings:\n", ...invariants.map(describeInvariant)]),
    ...(claims.length === 0 ? [] : [`Commands that ${theirs} wrote in ${name}, chosen with --run:\n`]),
    ...claims.map(({ text, command }) => `  ${oneLine(text)}: ${oneLine(JSON.stringify(command), 500)}\n`),
    ...(lines === ""
      ? []
      : [`${theirs} also wrote under Verified, with no check run to confirm it:\n${lines}\n`]),
  ].join("");
}

function codeOf({ code, handover }: VerifyPlan): string {
  const author = code.author === undefined ? "an account that was deleted" : oneLine(code.author);
  const where = oneLine(code.repository ?? "a repository that was deleted");
  const place = code.isFork
    ? `from the fork ${where}, which is not a branch of ${handover.owner}/${handover.repo}`
    : `from a branch of ${where}`;
  return `of ${author}, ${place} (${oneLine(code.branch)})`;
}

/** Only plain words are shown in quotes, so that the line can be pasted into any shell. */
function runLines(unshown: readonly string[]): string {
  return unshown
    .map((text) =>
      wordsOfClaim(text) === undefined
        ? `  ${oneLine(text)} (not plain words: add it to CI)`
        : `  ${text}: add --run '${text}'`,
    )
    .join("\n");
}

function logins(by: readonly string[]): string {
  return by.length === 0 ? "a deleted account" : by.map((login) => oneLine(login)).join(" and ");
}

function describeInvariant(invariant: Invariant): string {
  const what =
    "command" in invariant
      ? `${JSON.stringify(invariant.command)}, exit code ${invariant.exit}`
      : `${JSON.stringify(invariant.file_exists)} is there`;
  return `  ${oneLine(invariant.name)}: ${oneLine(what, 500)}\n`;
}

/**
 * Asks before anything runs. `--yes` covers the settings' commands on a commit of the repository's own
 * branches, and never those of a fork; a command of the handover is only run if its exact text was chosen.
 */
export async function confirmPlan(
  { ask }: Pick<Terminal, "ask">,
  { code }: VerifyPlan,
  isAgreed: boolean,
): Promise<void> {
  if (isAgreed && !code.isFork) return;
  if (ask === undefined)
    throw new UserError(
      code.isFork
        ? "Nothing was run: the code comes from a fork, which --yes does not cover. Run this in a terminal and confirm there, ideally in a container."
        : `Nothing was run: this terminal cannot ask for confirmation. What is found counts once ${verifiers} stands for it: if you hold the task or wrote the handover, leave it to them. Otherwise add --yes, if you trust everyone who can push to this repository.`,
    );
  const question = code.isFork
    ? "Run this fork's code on this machine, as you? [y/N] "
    : "Run this on this machine, as you? [y/N] ";
  if (!/^y(?:es)?$/i.test((await ask(question)).trim())) throw new UserError("Nothing was run.");
}
