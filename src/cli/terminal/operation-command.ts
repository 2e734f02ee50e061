/** Turns any operation into a command: flags from its schema, text or JSON from its result. */
import type { Command } from "commander";
import { noteShown } from "../../operations/commands/remembered-texts.ts";
import type { Operation, OperationResult } from "../../operations/operation.ts";
import { mayWaitOn } from "../../operations/wait-words.ts";
import type { PlaceFlags } from "../gh/callers-place.ts";
import { hostnameFlag } from "../gh/host-flags.ts";
import { dataFolder } from "../local-index/home.ts";
import { boundWait, waitOn } from "./bounded-wait.ts";
import { addFlags, operationInput, textsOf } from "./flags.ts";
import { filesGiven, withTexts } from "./given-texts.ts";
import { type JsonFlags, jsonFlags, jsonPrinter } from "./json-output.ts";
import { portsFor, worksElsewhere } from "./operation-ports.ts";
import { ShownFile } from "./shown-file.ts";
import { exitCodes, type Terminal } from "./terminal.ts";
import { withToldFrom } from "./told-from.ts";
import { WordsCommand } from "./words-command.ts";

export function operationCommand(operation: Operation, terminal: Terminal): Command {
  const { name, summary, input, positional, examples } = operation;
  const command = new WordsCommand(name).description(summary);
  addFlags(command, input, positional);
  for (const [flag, what] of jsonFlags) command.option(flag, what);
  command.option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)");
  if (worksElsewhere(operation)) addPlaceFlags(command, operation);
  command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  $ signalbox ${line}`).join("\n")}`);
  return command.action(() => carryOut(operation, terminal, command));
}

/** Runs the operation as the command's flags and arguments say, and prints its result. */
export async function carryOut(operation: Operation, terminal: Terminal, command: Command): Promise<void> {
  const { input, positional } = operation;
  const options = command.opts<PlaceFlags & JsonFlags>();
  const printJson = await jsonPrinter(options, operation, terminal);
  const flags = operationInput(input, positional, { args: command.args, options: command.opts() });
  const texts = await withTexts(flags, textsOf(input));
  const { given, atMostMs } = await boundWait(operation, texts, terminal.env);
  const shown = new ShownFile(dataFolder(terminal, options.home), terminal.env.SIGNALBOX_AGENT ?? "");
  const open = knowing(filesGiven(flags, textsOf(input)), portsFor(operation, terminal, options, given));
  const result = await runRemembering(open, operation, given, { shown, isWhole: printJson !== undefined });
  const text = printJson === undefined ? result.text : await printJson(result.output);
  if (text !== "") terminal.out(`${text}\n`);
  if (!result.isMet && atMostMs !== undefined && mayWaitOn(result.output))
    terminal.err(`${waitOn(awaitedIssue(operation, result.output))}
`);
  if (result.afterwards !== undefined && (await isWritten(terminal))) await result.afterwards();
  terminal.exitWith(result.isMet ? exitCodes.ok : exitCodes.notMet);
}

type Open = ReturnType<typeof portsFor>;

/** @param files that the command reads, absolute paths: they are no work of the checkout */
function knowing(files: readonly string[], open: Open): Open {
  return (use) =>
    open(({ checkout, ...ports }) =>
      use({
        ...ports,
        ...(checkout && { checkout: async () => withToldFrom(await checkout(), files) }),
      }),
    );
}

function awaitedIssue({ name }: Operation, output: unknown): string | undefined {
  if (name === "inbox" || typeof output !== "object" || output === null) return undefined;
  const issue: unknown = Reflect.get(output, "issue");
  return typeof issue === "string" ? issue : undefined;
}

/** Also what a refusal showed is remembered: the same command again is about it. */
async function runRemembering(
  open: Open,
  { name, run }: Operation,
  given: unknown,
  { shown, isWhole }: { readonly shown: ShownFile; readonly isWhole: boolean },
): Promise<OperationResult> {
  try {
    const result = await open((ports) => run({ ...ports, shown }, given));
    noteShown(shown, name, result.output, isWhole ? undefined : result.text);
    return result;
  } finally {
    shown.save();
  }
}

async function isWritten({ written }: Terminal): Promise<boolean> {
  return written === undefined || written();
}

/** For a repository and a token where no index is at hand. */
function addPlaceFlags(command: Command, { input, effect }: Operation): void {
  if (!("repo" in input.shape))
    command.option(
      "--repo <owner/name>",
      "the repository of #12 (default: GH_REPO, or the checkout's remote)",
    );
  command
    .option(...hostnameFlag)
    .option(
      "--as <login>",
      `${effect === "writes" ? "write on the hub" : "read the hub instead"}, as maria, alice, bob or mallory`,
    );
}
