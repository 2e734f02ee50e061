/** Shows what would change, asks, writes, and says what comes next: the same for everything that changes files. */
import { UserError } from "../../base/errors.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import { painter } from "../terminal/look.ts";
import { isHubAddress } from "../terminal/pages.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { hasNothingToDo, outcomeJson, type ProposedChanges, proposalText, summaryOf } from "./report.ts";

export interface SettleOptions extends HostFlags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** @returns the URL of the pull request, if one was created */
type Write = () => Promise<string | undefined>;

/** How to write the changes, and what to say once they are written. */
export interface NextSteps {
  readonly write: Write;
  /** Lines; empty for none. */
  readonly next: string;
  /** What is asked before it is written; by default whether to write this there. */
  readonly question?: string;
}

export async function settle(
  terminal: Terminal,
  options: SettleOptions,
  proposal: ProposedChanges,
  { next, write, question = `Write this to ${proposal.where}?` }: NextSteps,
): Promise<void> {
  const isJson = options.json === true;
  const say = isJson ? () => {} : terminal.out;
  const text = proposalText(proposal, painter(terminal.isTty, terminal.env));
  if (text !== "") say(`${text}\n`);
  if (!hasNothingToDo(proposal)) say(summaryOf(proposal));
  const mayWrite = options.dryRun !== true && !hasNothingToDo(proposal);
  if (mayWrite && options.yes !== true) await confirm(terminal, question);
  const pullRequest = mayWrite ? await write() : undefined;
  if (isJson) terminal.out(outcomeJson({ ...proposal, written: mayWrite, pullRequest }));
  else say(ending(proposal, options, next, pullRequest));
}

async function confirm({ ask }: Terminal, what: string): Promise<void> {
  if (ask === undefined)
    throw new UserError(
      `Nothing was written: this terminal cannot ask for confirmation. ${what} Then run it with --yes.`,
    );
  if (!/^y(?:es)?$/i.test((await ask(`${what} [y/N] `)).trim())) throw new UserError("Nothing was written.");
}

function ending(
  proposal: ProposedChanges,
  options: SettleOptions,
  next: string,
  pullRequest: string | undefined,
): string {
  const { where } = proposal;
  if (hasNothingToDo(proposal))
    return `Nothing to do in ${where}: ${proposal.leaves === undefined ? "everything is in place" : "nothing is left to remove"}.\n`;
  if (options.dryRun === true) return `Dry run: nothing was written to ${where}.\n`;
  if (pullRequest === undefined) return `Wrote to ${where}.\n${next}`;
  const number = /\/pull\/(\d+)$/.exec(pullRequest)?.[1];
  if (!isHubAddress(pullRequest) || number === undefined) return `Opened ${pullRequest}\n${next}`;
  const gh = options.as === undefined ? "gh" : `signalbox gh --as ${options.as}`;
  return `The pull request is #${number}. Open it: ${gh} pr view ${number} --repo ${where}\n${next}`;
}
