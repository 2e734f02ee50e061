/**
 * Slash commands in comments: on a line of their own, at its very start, and in prose only. A newcomer would look for
 * `/answer` anywhere: in a quoted mail, a fence or a collapsed block it is somebody else's text.
 */
import { blocksOf, type Line } from "./block.ts";
import { withoutCode } from "./code-span.ts";
import { type AcceptCommand, acceptCommand } from "./commands/accept.ts";
import { type AnswerCommand, answerCommand } from "./commands/answer.ts";
import { type ApproveCommand, approveCommand } from "./commands/approve.ts";
import { type BlockCommand, blockCommand, type UnblockCommand, unblockCommand } from "./commands/block.ts";
import { type DecideCommand, decideCommand } from "./commands/decide.ts";
import { type ExplainCommand, explainCommand } from "./commands/explain.ts";
import type { Grammar } from "./commands/grammar.ts";
import { type HelpCommand, helpCommand } from "./commands/help.ts";
import { type UrgencyCommand, urgencyCommand } from "./commands/urgency.ts";

/** A known word whose argument is not of the right form. */
export interface MalformedCommand {
  readonly name: "malformed";
  readonly word: string;
  /** The right form. */
  readonly usage: string;
}

export type Command =
  | AnswerCommand
  | DecideCommand
  | AcceptCommand
  | ApproveCommand
  | BlockCommand
  | UnblockCommand
  | UrgencyCommand
  | ExplainCommand
  | HelpCommand
  | MalformedCommand;

/** All commands, as `/help` lists them. */
export const commands: readonly Grammar<Exclude<Command, MalformedCommand>>[] = [
  answerCommand,
  decideCommand,
  acceptCommand,
  approveCommand,
  blockCommand,
  unblockCommand,
  urgencyCommand,
  explainCommand,
  helpCommand,
];

/** The right form of a command, and who may use it. */
export function formOf(name: string): Pick<Grammar<Command>, "usage" | "who"> {
  const { usage, who } = commands.find((grammar) => grammar.name === name) ?? helpCommand;
  return { usage, who };
}

/** Further commands of one comment are not read. */
const maxCommands = 5;

const slashWord = /^\/([a-z][a-z-]{0,30})(?=\s|$)(.*)$/is;
const repliedMail = /^(?:-{2,}\s*original message\s*-{2,}|_{20,})\s*$/i;
const replyIntroduction =
  /^(?:on\s.{1,300}\swrote|am\s.{1,300}\sschrieb.{0,100}|le\s.{1,300}\sa écrit\s?):\s*$/i;

/**
 * The commands of one comment, in order, at most five. Words that are no command of ours are ignored.
 * @example parseCommands("/answer Use SQLite.") // [{ name: "answer", decision: "Use SQLite." }]
 */
export function parseCommands(text: string): readonly Command[] {
  if (!text.includes("/")) return [];
  const lines = ownLines(text.replace(/^\ufeff/, ""));
  const prose = proseOf(lines);
  const found: Command[] = [];
  for (let i = 0; i < lines.length && found.length < maxCommands; i++) {
    const [, word, rest] = slashWord.exec(prose[i] ?? "") ?? [];
    const grammar = word && commands.find(({ name }) => name === word.toLowerCase());
    if (!grammar || rest === undefined) continue;
    const whole = lines.slice(i, grammar.takes === "comment" ? undefined : i + 1);
    const argument = whole
      .map((line) => line.text)
      .join("\n")
      .slice(grammar.name.length + 1)
      .trim();
    found.push(grammar.read(argument) ?? { name: "malformed", word: grammar.name, usage: grammar.usage });
    if (grammar.takes === "comment") break;
  }
  return found;
}

/** The lines up to where a mail program put the message that was replied to. */
function ownLines(text: string): readonly Line[] {
  const { lines } = blocksOf(text);
  const end = lines.findIndex(
    (line, index) => line.place === "prose" && beginsReply(line.text, lines[index + 1]),
  );
  return end < 0 ? lines : lines.slice(0, end);
}

/** An introduction whose quote is marked with `>` needs no cut: quotes are no prose, and people write below them. */
function beginsReply(text: string, next: Line | undefined): boolean {
  return repliedMail.test(text) || (replyIntroduction.test(text) && next?.place !== "quote");
}

/** Line by line: its prose without inline code, or nothing. A code span may run over several lines. */
function proseOf(lines: readonly Line[]): readonly string[] {
  return withoutCode(lines.map((line) => (line.place === "prose" ? line.text : "")).join("\n")).split("\n");
}
