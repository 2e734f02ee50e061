/** How a run ends: what came of it, whether its task is given back and why, and what its record says. */
import { systemClock } from "../../base/clock.ts";
import { formatDuration } from "../../base/duration.ts";
import { noResult } from "../../harness/harness.ts";
import { lastLines, outputPage } from "../../harness/records/output-page.ts";
import { type RunFolder, usageOfConversation } from "../../harness/records/run-folder.ts";
import {
  endedWell,
  exitOf,
  type Outcome,
  type RunRecord,
  resultOf,
} from "../../harness/records/run-record.ts";
import type { AgentRun } from "../../harness/run-agent.ts";
import { usageSince } from "../../harness/usage.ts";
import type { Held } from "../../operations/holding/claim.ts";
import { release } from "../../operations/holding/release.ts";
import { ownProcess } from "../../programs/process-identity.ts";
import { findOutcome, seeTask } from "./outcome.ts";
import type { RunContext } from "./run-context.ts";
import { withRunPorts } from "./run-place.ts";

export function beginning(
  { id, session, chosen }: RunContext,
  { agent, issue, token }: Held,
  argv: readonly string[],
  resumeId: string | undefined,
): RunRecord {
  return {
    v: 1,
    id,
    session,
    agent,
    issue,
    token,
    harness: chosen.harness.name,
    command: [...argv],
    folder: process.cwd(),
    ...ownProcess(),
    startedAt: now(),
    endedAt: null,
    exit: null,
    ...resultOf({ ...noResult, resumeId }),
    outputBytes: 0,
    tail: "",
    outcome: null,
    isHeld: true,
    because: null,
  };
}

interface Ended {
  readonly begun: RunRecord;
  readonly run: AgentRun;
  readonly folder: RunFolder;
  readonly secrets: readonly string[];
  /** What referred to the task when the run began. */
  readonly before: ReadonlySet<string>;
}

/** Gives the task back where nothing came of the run, and writes the record. */
export async function recordEnd(
  context: RunContext,
  held: Held,
  { begun, run, folder, secrets, before }: Ended,
): Promise<RunRecord> {
  const outcome =
    run.exit.type === "exited" && run.lost === undefined ? await findOutcome(context, held, before) : null;
  const because = run.lost ?? reasonToGiveBack(context, run, outcome);
  if (outcome === "nothing") await run.family.kill();
  if (run.lost === undefined && because !== undefined) await giveBack(context, held, because);
  const result = resultOf({ ...run.result, resumeId: run.result.resumeId ?? begun.resumeId ?? undefined });
  const ended: RunRecord = {
    ...begun,
    ...result,
    endedAt: now(),
    exit: exitOf(run.exit),
    outputBytes: run.outputBytes,
    tail: "",
    outcome,
    isHeld: await isStillHeld(context, held),
    because: because ?? null,
  };
  folder.writeOutput(outputPage(ended, run.output, secrets));
  const isTold = endedWell(ended) && ended.text !== "";
  const tail = isTold ? "" : lastLines(run.output, secrets);
  const told = { ...ended, usage: ownUsage(context, ended), tail };
  folder.writeRecord(told);
  return told;
}

/** What this run added, where a program counts its whole conversation. */
function ownUsage({ chosen, place }: RunContext, record: RunRecord): RunRecord["usage"] {
  const { usage } = record;
  if (usage === null || !chosen.harness.countsConversation || record.resumeId === null) return usage;
  const earlier = usageOfConversation(place.home, record);
  if (earlier === undefined) return usage;
  return { ...usageSince({ ...usage, costUsd: undefined }, earlier), costUsd: usage.costUsd };
}

/** A phrase; undefined if the task stays with the agent. */
function reasonToGiveBack(
  { stop, timeMs, id }: RunContext,
  { exit, result }: AgentRun,
  outcome: Outcome | null,
): string | undefined {
  switch (exit.type) {
    case "exited":
      return outcome === "nothing" ? reasonOfNothing(exit.code, result.denials.length, id) : undefined;
    case "killed":
      return `its program was killed by ${exit.by}`;
    case "took too long":
      return `its program took longer than ${formatDuration(timeMs)}`;
    case "interrupted":
      return `its run was stopped by ${stop.received ?? "its caller"}`;
    case "not started":
      return "its program could not be started";
    case "wrote too much":
      return "its program printed too much";
  }
}

function reasonOfNothing(code: number, denials: number, id: string): string {
  const ended = code === 0 ? "its program ended" : `its program ended with exit code ${code}`;
  const denied = denials === 0 ? "" : `, and was not allowed ${denials} of its calls`;
  return `${ended} without a question, a handover that counts or a release${denied} (signalbox runs ${id})`;
}

/** With the token of its own lease: the same agent may hold the task again, in another run. */
export async function giveBack(context: RunContext, held: Held, because: string): Promise<void> {
  const { terminal, place } = context;
  const { issue, agent, token } = held;
  const lease = String(token);
  const wish = { issue, agent, lease, because };
  const result = await withRunPorts(terminal, place, (ports) => release.run(ports, wish));
  if (!result.isMet && (await isStillHeld(context, held))) terminal.err(`${result.text}\n`);
}

async function isStillHeld(context: RunContext, held: Held): Promise<boolean> {
  return (await seeTask(context, held.issue)).holder?.token === held.token;
}

function now(): string {
  return new Date(systemClock.now()).toISOString();
}
