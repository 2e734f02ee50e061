/**
 * The command line: all commands in one program, and every error turned into a message and an exit code. Most
 * commands are generated from operations and need no line here; the few others start or connect something.
 */
import { createInterface } from "node:readline/promises";
import { Command, CommanderError } from "commander";
import { GitHubRefused, messageOf, NotLoggedIn, UserError } from "../base/errors.ts";
import { errorOutput } from "../operations/output/error-output.ts";
import { cleanText } from "../protocol/render/clean-text.ts";
import { type ServerFlags, toVariables } from "./answering/server-flags.ts";
import { createSignsOfLife } from "./beat/while-running.ts";
import { oftenUsedCommand } from "./often-used.ts";
import { requireOwner } from "./owners-commands.ts";
import { installed } from "./shell-commands.ts";
import { withJsonLast } from "./terminal/json-flag.ts";
import { painter } from "./terminal/look.ts";
import { exitCodes, type Terminal } from "./terminal/terminal.ts";
import { version } from "./version.ts";

const examples = `
Examples:
  $ signalbox start                      the hub and the App on this machine, nothing to configure
  $ eval "$(${installed} env --as alice)"   signalbox, gh and git in this shell, as alice
  $ signalbox open                       the pages in a browser
  $ signalbox gh --as alice issue list   the real gh, as alice, against the hub
  $ signalbox ready                      tasks ready to start
  $ signalbox wait 12 --timeout 30m      until #12 is unblocked
  $ signalbox explain 12                 why #12 is in its current state

If signalbox is not on your PATH, run this in the install directory: ${installed} …

Exit codes: 0 done, 1 usage or other error, 2 timed out, 3 refused by GitHub, 4 not logged in, 70 internal error;
signalbox gh passes through gh's own.
signalbox run has more.`;

/**
 * @param argv the arguments after the program's name
 * @param env what `run` was given; the process of a run no longer has its secrets
 */
export function main(argv: readonly string[], env: Terminal["env"] = process.env): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosedPipe);
  let code: number = exitCodes.ok;
  const terminal: Terminal = {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    written: () => writtenTo(process.stdout),
    isTty: process.stdout.isTTY === true,
    columns: () => process.stdout.columns,
    isErrTty: process.stderr.isTTY === true,
    env,
    ...(process.stdin.isTTY && process.stdout.isTTY ? { ask } : {}),
    exitWith: (given) => {
      code = given;
    },
  };
  return run(argv, terminal).then((failed) => failed ?? code);
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** A write to a pipe that was closed fails only once it is attempted. */
function writtenTo(stream: NodeJS.WriteStream): Promise<boolean> {
  return new Promise((resolve) => stream.write("", (error) => resolve(error == null && stream.writable)));
}

/** The reader of our output may close the pipe, as `head` does; the command continues. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/**
 * Runs one command line.
 * @returns the exit code of a failure; undefined if the command set its own exit code
 */
export async function run(argv: readonly string[], given: Terminal): Promise<number | undefined> {
  const env = { ...given.env };
  const terminal: Terminal = { ...given, env };
  const signs = createSignsOfLife(terminal);
  let isJson = false;
  try {
    const root = (await program(terminal, argv)).hook("preAction", (all, command) => {
      Object.assign(env, toVariables(all.opts<ServerFlags>(), command.name()));
      const { json, jq } = command.opts<{ json?: unknown; jq?: unknown }>();
      isJson = json !== undefined || jq !== undefined;
      requireOwner(terminal, command);
      signs.begin(command);
    });
    const words = withJsonLast(root, argvOrSuggestion(root, argv));
    await root.parseAsync(words, { from: "user" });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.ok : exitCodes.mistake;
    if (thrown instanceof UserError) {
      terminal.err(`${isJson ? JSON.stringify(errorOutput(thrown)) : errorText(thrown, terminal)}\n`);
      return codeOf(thrown);
    }
    const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);
    terminal.err(`Internal error in signalbox. Please report it:\n${stack}\n`);
    return exitCodes.defect;
  } finally {
    await signs.end();
  }
}

function errorText({ message }: UserError, { isErrTty, env }: Terminal): string {
  const start = isErrTty ? `${painter(true, env)("bad", "error:")} ` : "";
  return `${start}${cleanText(message)}`;
}

function codeOf(error: UserError): number {
  if (error instanceof GitHubRefused) return exitCodes.refused;
  return error instanceof NotLoggedIn ? exitCodes.notLoggedIn : exitCodes.mistake;
}

/**
 * For `nonsense --help`, commander prints the general help as if all were well, so only the word is passed
 * on, which yields suggestions. No arguments at all means help and is not a mistake.
 */
function argvOrSuggestion(root: Command, argv: readonly string[]): readonly string[] {
  if (argv.length === 0) return ["--help"];
  const [first = "", second = ""] = argv;
  const word = first === "help" ? second : first;
  const isCommand = root.commands.some((command) => command.name() === word);
  return word === "" || word.startsWith("-") || word === "help" || isCommand ? argv : [word];
}

/** All commands, or only the one that is run: most of the program is then never loaded. */
async function program(terminal: Terminal, [word]: readonly string[]): Promise<Command> {
  const root = rootCommand(terminal);
  const wanted = await oftenUsedCommand(word, terminal);
  if (wanted !== undefined) return root.addCommand(within(root, wanted));
  const { commandGroups } = await import("./command-groups.ts");
  for (const [group, commands] of Object.entries(commandGroups(terminal)))
    for (const command of commands) root.addCommand(within(root, command).helpGroup(`${group}:`));
  return root;
}

function within(root: Command, command: Command): Command {
  return command
    .copyInheritedSettings(root)
    .showHelpAfterError(`(signalbox ${command.name()} --help for usage)`)
    .exitOverride();
}

function rootCommand(terminal: Terminal): Command {
  return new Command("signalbox")
    .description("Typed GitHub issues as the message bus for coding agents")
    .version(version(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option("--server <address>", "before a command: the server that answers it (default: SIGNALBOX_SERVER)")
    .option(
      "--token-file <file>",
      "with --server: a file with a token of that server, or - (default: SIGNALBOX_TOKEN)",
    )
    .commandsGroup("More:")
    .helpCommand("help [command]", "print help for a command")
    .addHelpText("after", examples)
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError("(signalbox --help lists the commands)")
    .configureOutput({ writeOut: terminal.out, writeErr: (text) => terminal.err(cleanText(text)) })
    .exitOverride();
}
