/** Writes one comment with a command, as the caller, and sees what the App makes of it. */
import { z } from "zod";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { Command } from "../../protocol/commands/command.ts";
import { parseCommands } from "../../protocol/commands/read-commands.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { durationText } from "../flags/duration-flag.ts";
import { agentAsking } from "../holding/holding.ts";
import type { OperationPorts } from "../operation.ts";
import { pauseNotice } from "../output/pause-notice.ts";
import { issueName, pausedField } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { CardDetail } from "../ports.ts";
import { callerOf, keyedId } from "../writes/caller.ts";
import { isTakenUp } from "../writes/taken-up.ts";
import { requireIndexToWait, waitFlags } from "../writes/wait-flags.ts";
import { writeInput } from "../writes/write-input.ts";
import { awaitCommand, commandOutcome, type Outcome } from "./await-command.ts";
import { namedText, nameToSend, textHashInput } from "./shown-text.ts";

/** What every operation takes that writes a command. */
export const commandInput = {
  ...writeInput,
  key: writeInput.key.describe(
    "a word of your own: with the same one again, nothing new is written on the issue",
  ),
  ...waitFlags("the App has carried it out or refused it", "1m"),
} as const;

/** What an operation takes besides whose command is a word about a text. */
export const boundInput = { ...commandInput, textHash: textHashInput } as const;

/** The output as JSON. */
export const commandOutput = z.object({
  issue: issueName,
  wrote: z
    .enum(["comment", "nothing new", "nothing", "choice"])
    .describe(
      "`nothing new`: written before with this key; `choice`: a person chose on a page, without a comment",
    ),
  url: z.string().optional().describe("of the comment"),
  comment: z.string().optional().describe("its node id"),
  seen: z.boolean().optional().describe("whether the server has taken it up"),
  outcome: commandOutcome.optional().describe("with --wait: what the App made of it"),
  paused: pausedField,
  command: z.string().optional().describe("after a dry run: the gh command that does the same"),
  body: z.string().optional().describe("after a dry run"),
});

export interface CommandWish {
  /** The operation's name: a key counts within it. */
  readonly operation: string;
  readonly on: CardDetail;
  /** What the comment says, and as what it has to be read. */
  readonly text: string;
  readonly command: Command;
  readonly key?: string | undefined;
  readonly agent?: string | undefined;
  readonly dryRun: boolean;
  readonly wait: boolean;
  readonly timeout: string;
}

/** A command that is about a text. */
export interface BoundWish extends Omit<CommandWish, "text"> {
  /** @param name of the text, with a space before it; empty if it is not known what was shown */
  readonly text: (name: string) => string;
  /** The hash of the text that the caller read. */
  readonly textHash?: string | undefined;
  /** The hash of the work that the caller read. */
  readonly workHash?: string | undefined;
  /** Whether it is about a handover's work. */
  readonly bindsWork?: true;
}

export type Commanded = { readonly issue: string } & (
  | {
      readonly wrote: "comment" | "nothing new";
      readonly url: string;
      readonly comment: string;
      readonly seen: boolean;
      readonly outcome?: Outcome;
      readonly paused?: string;
    }
  | { readonly wrote: "nothing"; readonly command: string; readonly body: string }
  | { readonly wrote: "choice"; readonly outcome: Outcome }
);

/** Names the text that was shown. @throws UserError if there is another one now, and as `writeCommand` */
export async function writeBoundCommand(ports: OperationPorts, wish: BoundWish): Promise<Commanded> {
  const named = await nameToSend(ports, wish.on, wish);
  const command = { ...wish.command, ...named };
  return writeCommand(ports, { ...wish, text: wish.text(namedText(named)), command });
}

/** @throws UserError if it would not be read as it is meant, or GitHub refuses it */
export async function writeCommand(ports: OperationPorts, wish: CommandWish): Promise<Commanded> {
  requireIndexToWait(ports, wish);
  const { owner, repo, number } = wish.on;
  const ref = { owner, repo, number };
  const issue = formatRef(ref);
  if (ports.choose !== undefined) return { issue, wrote: "choice", outcome: await choose(ports, ref, wish) };
  const caller = await callerOf(ports);
  const { key, dryRun } = wish;
  const login = dryRun && key === undefined ? undefined : await caller.login();
  const id =
    key === undefined || login === undefined
      ? undefined
      : keyedId(caller.digest, [login.id, wish.operation, key]);
  const agent = wish.agent ?? ports.agent;
  const name = agent === undefined ? undefined : agentAsking(ports, agent);
  const body = await caller.sealComment({ ref, text: wish.text, id, agent: name });
  requireRead(body, wish.command);
  const earlier = id === undefined ? undefined : await login?.commented(ref, id);
  if (earlier === undefined && (dryRun || login === undefined)) {
    const words = ["issue", "comment", String(number), "--body", body];
    return { issue, wrote: "nothing", command: caller.ghLine(words, ref), body };
  }
  const words = earlier ?? (await login?.writer.comment(ref, body));
  if (words === undefined) throw new Error("A comment needs somebody who writes it.");
  const isThere = async () => (await ports.board.commandSeen(wish.on.id, words.id)) !== undefined;
  const seen = await isTakenUp(ports, ref, isThere);
  const url = `${caller.urlOf(ref)}#issuecomment-${words.number}`;
  const wrote = earlier === undefined ? "comment" : "nothing new";
  const paused = await pauseNotice(ports, ref);
  const commanded = { issue, wrote, url, comment: words.id, seen, ...(paused && { paused }) } as const;
  if (!wish.wait)
    return seen ? { ...commanded, ...(await refusalSoFar(ports, wish.on.id, words.id)) } : commanded;
  for (const line of writtenLines(commanded)) ports.progress(line);
  const timeoutMs = parseDuration(wish.timeout) ?? 0;
  return { ...commanded, outcome: await awaitCommand(ports, wish.on.id, words.id, timeoutMs) };
}

/** What the App has refused or ignored already, so that nobody takes it for done; nothing while that is not known. */
async function refusalSoFar(
  { board }: Pick<OperationPorts, "board">,
  issue: NodeId,
  comment: NodeId,
): Promise<{ readonly outcome?: Outcome }> {
  const { outcome: result, reply } = (await board.commandSeen(issue, comment)) ?? {};
  if (result === undefined || result === "done") return {};
  return { outcome: { result, waitedMs: 0, ...(reply === undefined ? {} : { reply }) } };
}

/**
 * Gives a command as the person who chose on a page.
 * @throws UserError if it would not be read as it is meant
 */
export async function choose(
  { choose: place, clock }: OperationPorts,
  { owner, repo, number }: FullRef,
  { text, command }: Pick<CommandWish, "text" | "command">,
): Promise<Outcome> {
  requireRead(text, command);
  const startedAt = clock.now();
  const reply = await place?.({ owner, repo, number }, text);
  const waitedMs = clock.now() - startedAt;
  switch (reply?.type) {
    case "refused":
      return { result: "refused", reply: reply.reason, waitedMs };
    case "undecided":
      return { result: "refused", reply: `Nothing was decided: ${reply.why}. Try again.`, waitedMs };
    case "done":
      return { result: "done", waitedMs };
    case "unknown":
    case undefined:
      return { result: "time limit", waitedMs };
  }
}

/** A reason may hide words, or end where a mail would begin: then something else would be read. */
function requireRead(body: string, command: Command): void {
  const read = parseCommands(body);
  if (JSON.stringify(read) === JSON.stringify([command])) return;
  throw new UserError(
    "Nothing was written: the text would not be read whole. Leave out HTML, link definitions and quoted mail.",
    { code: "not-readable" },
  );
}

function writtenLines({
  issue,
  wrote,
  url,
  seen,
  paused,
}: Extract<Commanded, { readonly url: string }>): readonly string[] {
  const line = wrote === "comment" ? `Written on ${issue}: ${url}` : `Written before on ${issue}: ${url}`;
  return [
    line,
    ...(seen ? [] : ["The server has not taken it up yet."]),
    ...(paused === undefined ? [] : [paused]),
  ];
}

export function commandedText(commanded: Commanded): string {
  if (commanded.wrote === "nothing") return commanded.command;
  const { issue, outcome } = commanded;
  if (outcome === undefined) return commanded.wrote === "choice" ? "" : writtenLines(commanded).join("\n");
  const after = `after ${durationText(outcome.waitedMs)}`;
  switch (outcome.result) {
    case "done":
      return `Done on ${issue} ${after}.`;
    case "refused":
      return `Refused: ${oneLine((outcome.reply ?? "").replaceAll("**", ""), 500)}`;
    case "ignored":
      return `It had no effect: this login may not do that on ${issue}. For the reason: signalbox explain ${issue}`;
    case "time limit":
    case "broken off":
      return `Not decided ${after}. Look again with: signalbox explain ${issue}`;
  }
}

/** What it means that `isDone` is false. */
export const notDone = "the App refused or ignored it; with `--wait` also: the time is up";

export const isDone = (commanded: Commanded): boolean =>
  commanded.wrote === "nothing" || commanded.outcome === undefined || commanded.outcome.result === "done";
