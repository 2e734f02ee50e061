/** Turns any operation into a command: flags from its schema, text or JSON from its result. */
import { Command } from "commander";
import { systemClock } from "../../base/clock.ts";
import type { Operation, OperationPorts } from "../../operations/operation.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { withBoard } from "../local-index/board.ts";
import { refreshIssue } from "../local-index/freshen.ts";
import { dataFolder } from "../local-index/home.ts";
import { markRead } from "../local-index/mark-read.ts";
import { readingOf } from "../local-index/reading.ts";
import { repositoryHere } from "../local-index/repository-here.ts";
import { sendOrder } from "../local-index/send-order.ts";
import { addFlags, operationInput } from "./flags.ts";
import { terminalLook } from "./look.ts";
import { exitCodes, type Terminal } from "./terminal.ts";

export function operationCommand(operation: Operation, terminal: Terminal): Command {
  const { name, summary, input, positional, examples, run } = operation;
  const command = new Command(name).description(summary);
  addFlags(command, input, positional);
  command.option("--json", "print JSON");
  command.option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)");
  command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  $ signalbox ${line}`).join("\n")}`);
  command.action(async () => {
    const options = command.opts<{ json?: boolean; home?: string }>();
    const given = operationInput(input, positional, { args: command.args, options: command.opts() });
    const result = await withPorts(terminal, options.home, (ports) => run(ports, given));
    const text = options.json === true ? JSON.stringify(result.output, undefined, 2) : result.text;
    if (text !== "") terminal.out(`${text}\n`);
    if (result.afterwards !== undefined && (await isWritten(terminal))) await result.afterwards();
    terminal.exitWith(result.isMet ? exitCodes.ok : exitCodes.notMet);
  });
  return command;
}

async function isWritten({ written }: Terminal): Promise<boolean> {
  return written === undefined || written();
}

/** Opens what operations need, for as long as `use` takes. */
export function withPorts<T>(
  terminal: Terminal,
  given: string | undefined,
  use: (ports: OperationPorts) => Promise<T>,
): Promise<T> {
  const home = dataFolder(terminal, given);
  return withBoard(terminal, given, (board) =>
    use({
      board,
      clock: systemClock,
      repository: repositoryHere(terminal),
      freshen: (ref) => refreshIssue(home, ref),
      reading: () => readingOf(home, board),
      agent: terminal.env.SIGNALBOX_AGENT || undefined,
      session: terminal.env.SIGNALBOX_SESSION || undefined,
      lease: leaseIn(terminal),
      ...orderingAt(home),
      acknowledge: (agent, read) => markRead(home, agent, read),
      progress: (line) => terminal.err(`${line}\n`),
      look: terminalLook(terminal, home),
    }),
  );
}

function leaseIn({ env }: Pick<Terminal, "env">): OperationPorts["lease"] {
  const token = env.SIGNALBOX_LEASE || undefined;
  return token === undefined ? undefined : { token, task: env.SIGNALBOX_ISSUE || undefined };
}

function orderingAt(home: string): Pick<OperationPorts, "order"> {
  return readContact(home) === undefined ? {} : { order: (wish) => sendOrder(home, wish) };
}
