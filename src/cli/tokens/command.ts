/** `signalbox tokens`: tokens for programs on other machines, which the owner of the data folder makes and ends. */
import { Command, InvalidArgumentError } from "commander";
import { toMinuteUtc } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import {
  type OwnersToken,
  type TokensAnswer,
  type TokensWish,
  tokensAnswerShape,
} from "../../server/site/tokens/owners-tokens.ts";
import { askLocalServer } from "../local-index/ask-server.ts";
import { dataFolder } from "../local-index/home.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface Options {
  readonly home?: string;
  readonly json?: boolean;
}
interface AddOptions extends Options {
  readonly agent?: string;
  readonly repo?: string[];
  readonly days: number;
}

const timeoutMs = 5_000;
const maxDays = 30;
const homeFlag = [
  "--home <folder>",
  "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)",
] as const;

const examples = `
A program sends its token as "Authorization: Bearer sbx_…", to /mcp or to the API. People who sign in with GitHub make their own on the page /tokens, which show what GitHub shows them.

Examples:
  $ signalbox tokens add --agent ada --repo acme/web
  $ signalbox tokens add --days 1
  $ signalbox tokens
  $ signalbox tokens end 3f9a01c2`;

export function tokensCommand(terminal: Terminal): Command {
  return new Command("tokens")
    .description("List the tokens by which programs on other machines use the server, and make and end them")
    .option("--json", "print JSON")
    .option(...homeFlag)
    .addHelpText("after", examples)
    .enablePositionalOptions()
    .action(async ({ home, json }: Options) => {
      const answer = await ask(terminal, home, { act: "list" });
      const tokens = "tokens" in answer ? answer.tokens : [];
      if (json === true) terminal.out(`${JSON.stringify(tokens)}\n`);
      else
        terminal.out(tokens.length === 0 ? "There are no tokens.\n" : `${tokens.map(lineOf).join("\n")}\n`);
    })
    .addCommand(addCommand(terminal))
    .addCommand(endCommand(terminal));
}

function addCommand(terminal: Terminal): Command {
  return new Command("add")
    .description("Make a token, and print it: it is not shown again")
    .option("--agent <name>", "the agent as which it gives orders (default: none, it only reads)")
    .option(
      "--repo <owner/name>",
      "a repository that it shows; may be given again (default: all)",
      (name: string, all: string[] = []) => [...all, name],
    )
    .option("--days <number>", `how long it works, at most ${maxDays}`, daysIn, maxDays)
    .option(...homeFlag)
    .exitOverride()
    .action(async ({ home, agent, repo: repositories, days }: AddOptions) => {
      const wish = { act: "add", days, ...(agent === undefined ? {} : { agent }) } as const;
      const answer = await ask(terminal, home, repositories === undefined ? wish : { ...wish, repositories });
      if (!("secret" in answer)) return;
      terminal.out(`${answer.secret}\n`);
      if (terminal.isErrTty)
        terminal.err(`It is not shown again, and works until ${toMinuteUtc(answer.expiresAt)}.\n`);
    });
}

function endCommand(terminal: Terminal): Command {
  return new Command("end")
    .description("End a token")
    .argument("<id>", "the start of its ID, as the list shows it")
    .option(...homeFlag)
    .exitOverride()
    .action(async (id: string, { home }: Options) => {
      await ask(terminal, home, { act: "end", id });
      terminal.out("Ended.\n");
    });
}

function daysIn(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= maxDays) return days;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxDays}.`);
}

function lineOf({ id, agent, repositories, createdAt, usedAt, expiresAt }: OwnersToken): string {
  return [
    id,
    agent === undefined ? "reads" : `reads, orders as ${agent}`,
    repositories === undefined ? "all repositories" : repositories.join(", "),
    `made ${toMinuteUtc(createdAt)}`,
    usedAt === undefined ? "never used" : `used ${toMinuteUtc(usedAt)}`,
    `until ${toMinuteUtc(expiresAt)}`,
  ].join("\t");
}

/** @throws UserError if no server runs, or it refuses */
async function ask(terminal: Terminal, given: string | undefined, wish: TokensWish): Promise<TokensAnswer> {
  const home = dataFolder(terminal, given);
  const asked = await askLocalServer(home, controlPaths.tokens, { body: wish, timeoutMs });
  if (asked.type === "absent")
    throw new UserError(`${asked.why} Tokens are for a running one. Start it: npm start`);
  const { response } = asked;
  if (response.status === 400)
    throw new UserError("The server does not understand it: an agent's name and an ID are lower-case.", {
      code: "invalid-input",
    });
  if (response.status !== 200)
    throw new UserError(`The server refused it (${response.status}). Its log says why.`);
  const answer = tokensAnswerShape.parse(await response.json());
  if ("refused" in answer) throw new UserError(answer.refused, { code: "refused" });
  return answer;
}
