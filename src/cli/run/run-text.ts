/** How runs read in a terminal. */
import { endedWell, type RunRecord } from "../../harness/records/run-record.ts";
import { harnesses } from "../../harness/table.ts";
import { oneLine, plainLines } from "../../operations/output/terminal-text.ts";
import { type Presence, presenceOf } from "../../programs/process-identity.ts";
import { cleanText } from "../../protocol/render/clean-text.ts";

/** The agent's message is shown from its end: that is where it says what became of the task. */
const maxLines = 20;

export function endText(record: RunRecord): string {
  const { agent, issue, isHeld, because, id, text, tail } = record;
  const lease = isHeld
    ? `${agent} still holds ${issue}.`
    : because === null
      ? `${agent} no longer holds ${issue}.`
      : `${agent} no longer holds ${issue}: ${oneLine(because, 300)}.`;
  // A program without a format of its own has no other message than its last lines.
  const said = tail !== "" && tail.includes(text.trim().slice(-200)) ? "" : indented(text);
  const printed = tail === "" ? "" : `Its last lines:\n${indented(tail)}`;
  return `${said}${printed}${denialText(record)}${stateText(record)} ${lease}${nextText(record)} Record: signalbox runs ${id}\n`;
}

/** Lines, with what would allow it. */
function denialText(record: RunRecord): string {
  const { denials, outcome, harness, command } = record;
  const list = denials.length === 0 ? "" : `It was not allowed:\n${indented(denials.join("\n"))}`;
  const isIdle = outcome === "nothing" && endedWell(record);
  const missing = isIdle ? harnesses[harness].missingFlags(command) : undefined;
  const flags = missing === undefined ? "" : `To ask and hand over it needs: ${missing}\n`;
  const isVariable = denials.some((denial) => denial.includes("$"));
  return `${list}${flags}${isVariable ? "A command with a variable is refused whatever is allowed: it has to name the number itself.\n" : ""}`;
}

/** A sentence after a space; empty if the agent's turn is over. */
function nextText({ outcome, isHeld, issue }: RunRecord): string {
  return isHeld && (outcome === "waits" || outcome === "in review")
    ? ` Once it is answered, \`signalbox run --issue ${issue}\` goes on in the same conversation; with --wait a run does so itself.`
    : "";
}

function indented(text: string): string {
  if (text.trim() === "") return "";
  const lines = plainLines(cleanText(text.trim()), 10_000).slice(-maxLines);
  return `${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n`;
}

const presenceTexts: Readonly<Record<Presence, string>> = {
  running: "runs",
  gone: "ended unseen: its run was killed",
  elsewhere:
    "has told no end: it runs on another machine or in another container, or ended when one was stopped",
};

/** A sentence. */
export function stateText(record: RunRecord): string {
  const { harness, exit, ok } = record;
  switch (exit?.type) {
    case undefined:
      return `${harness} ${presenceTexts[presenceOf(record)]}.`;
    case "exited":
      if (record.outcome === "nothing" && endedWell(record))
        return `${harness} ended, ${nothingText(record)}and asked nothing, handed nothing over and gave nothing back.`;
      if (endedWell(record)) return `${harness} ended.`;
      return ok === false && exit.code === 0
        ? `${harness} ended and reports an error.`
        : `${harness} ended with exit code ${exit.code}.`;
    case "killed":
      return `${harness} was killed by ${exit.why}.`;
    case "took too long":
      return `${harness} took too long and was stopped.`;
    case "not started":
      return `${harness} could not be started: ${oneLine(exit.why ?? "", 300)}.`;
    default:
      return `${harness} was stopped.`;
  }
}

/** What a program that talks JSON printed instead. */
function nothingText({ harness, ok, outputBytes }: RunRecord): string {
  if (harness === "plain" || ok !== null) return "";
  return outputBytes === 0 ? "printed nothing, " : "printed no result that signalbox can read, ";
}

/** One line for a list. */
export function listLine(record: RunRecord): string {
  const { id, startedAt, agent, issue } = record;
  const lease = record.isHeld ? "holds" : "no longer holds";
  return `${id}  ${startedAt.slice(0, 16).replace("T", " ")}  ${oneLine(agent, 40)} ${lease} ${oneLine(issue, 100)}  ${stateText(record)}`;
}
