/** `signalbox runs`: lists the runs of agents' programs, or shows one with what it read and printed. */
import { Command } from "commander";
import { UserError } from "../../base/errors.ts";
import { listRuns, readPart, readRecord } from "../../harness/records/run-folder.ts";
import type { RunRecord } from "../../harness/records/run-record.ts";
import { oneLine, plainLines } from "../../operations/output/terminal-text.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { recordsFolder } from "./run-place.ts";
import { listLine, stateText } from "./run-text.ts";

interface RunsFlags {
  readonly limit: string;
  readonly json?: boolean;
  readonly home?: string;
}

const help = `
A list has the newest run first. One run is shown with what the program printed last; the data folder has it all in
runs/<id>: input.md (what the agent read), output.md, metadata.json.

Examples:
  $ signalbox runs
  $ signalbox runs 01KB3Z5M7Q8R9S0T1V2W3X4Y5Z
  $ signalbox runs --json --limit 100`;

export function runsCommand(terminal: Terminal): Command {
  return new Command("runs")
    .description("List what agents' programs did, or show one run")
    .argument("[id]", "the run, as the list or `signalbox run` names it")
    .option("--limit <number>", "how many to list, the newest first", "20")
    .option("--json", "print JSON")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .addHelpText("after", help)
    .action((id: string | undefined, flags: RunsFlags) => {
      const home = recordsFolder(terminal, flags.home);
      const isJson = flags.json === true;
      terminal.out(
        id === undefined ? listed(home, limitIn(flags), isJson) : shown(home, id.toUpperCase(), isJson),
      );
      terminal.exitWith(exitCodes.ok);
    });
}

function limitIn({ limit }: RunsFlags): number {
  if (/^[1-9]\d{0,3}$/.test(limit)) return Number(limit);
  throw new UserError(`--limit must be a number from 1 to 9999, found ${limit}.`);
}

function listed(home: string, limit: number, isJson: boolean): string {
  const runs = listRuns(home, limit);
  if (isJson) {
    const items = runs.map((run) => (run.type === "run" ? run.record : { id: run.id, isReadable: false }));
    return `${JSON.stringify(items, undefined, 2)}\n`;
  }
  if (runs.length === 0) return "No runs yet. `signalbox run` starts one.\n";
  const lines = runs.map((run) =>
    run.type === "run" ? listLine(run.record) : `${run.id}  its record cannot be read`,
  );
  return `${lines.join("\n")}\n`;
}

function shown(home: string, id: string, isJson: boolean): string {
  const record = readRecord(home, id);
  if (record === undefined)
    throw new UserError(`There is no run ${oneLine(id, 40)} in ${home}. \`signalbox runs\` lists them.`);
  if (isJson) return `${JSON.stringify(record, undefined, 2)}\n`;
  return `${factsOf(record).join("\n")}\n\n${outputOf(home, id)}\n`;
}

function factsOf(record: RunRecord): readonly string[] {
  const { id, agent, issue, token, command, folder, startedAt, endedAt, resumeId, usage } = record;
  const { because, denials } = record;
  const cost = usage?.costUsd == null ? "" : `, $${usage.costUsd.toFixed(2)}`;
  return [
    `Run ${id}: ${stateText(record)}`,
    `${oneLine(agent, 40)}, ${oneLine(issue, 100)}, token ${token}${because === null ? "" : `: ${oneLine(because, 300)}`}`,
    `From ${startedAt} to ${endedAt ?? "now"}, in ${oneLine(folder, 300)}`,
    `Command: ${oneLine(JSON.stringify(command), 500)}`,
    ...denials.map((denial) => `Not allowed: ${oneLine(denial, 300)}`),
    ...(resumeId === null ? [] : [`Conversation: ${oneLine(resumeId, 200)}`]),
    ...(usage === null
      ? []
      : [
          `Tokens: ${usage.inputTokens} in (${usage.cachedInputTokens} cached), ${usage.outputTokens} out${cost}`,
        ]),
  ];
}

const shownLines = 200;

function outputOf(home: string, id: string): string {
  const text = readPart(home, id, "output.md");
  return text === undefined ? "It has not ended." : plainLines(text, 1_000_000).slice(-shownLines).join("\n");
}
