/**
 * Runs the program on a task that has just been claimed, and gives the task back unless the program ended by
 * itself: then the agent may wait for an answer, or have handed over. The record is also written at the beginning,
 * so that a run whose own process is killed is not lost.
 */
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { formatDuration } from "../../base/duration.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import { agentEnvironment, secretsIn } from "../../harness/agent-environment.ts";
import type { Chosen } from "../../harness/choose.ts";
import { noResult } from "../../harness/harness.ts";
import { lastLines, outputPage } from "../../harness/records/output-page.ts";
import { openRunFolder, type RunFolder } from "../../harness/records/run-folder.ts";
import { exitOf, type RunRecord, resultOf, succeeded } from "../../harness/records/run-record.ts";
import { type AgentRun, runAgent } from "../../harness/run-agent.ts";
import type { Held } from "../../operations/holding/claim.ts";
import { release } from "../../operations/holding/release.ts";
import { show } from "../../operations/show.ts";
import { type FullRef, parseRefs } from "../../protocol/references/ref.ts";
import type { RunWish } from "../../server/http/control-shapes.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { type BeatBody, contactInFile, postBeat } from "../beat/post-beat.ts";
import { contactOf } from "../beat/surroundings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { RunAccess } from "./run-access.ts";
import { packetFor } from "./run-packet.ts";
import { type RunPlace, withRunPorts } from "./run-place.ts";
import type { RunStop } from "./run-stop.ts";

export interface RunContext {
  /** Its environment names the agent and the session. */
  readonly terminal: Terminal;
  readonly place: RunPlace;
  /** The run's id. */
  readonly id: string;
  readonly session: string;
  readonly chosen: Chosen;
  readonly timeMs: number;
  readonly stop: RunStop;
}

/** Rejects, with the task given back, if the run could not begin or its record could not be written. */
export async function runTask(context: RunContext, held: Held): Promise<RunRecord> {
  try {
    return await runRecorded(context, held);
  } catch (thrown) {
    await giveBack(context, held, "its run failed before it was recorded");
    throw thrown;
  }
}

async function runRecorded(context: RunContext, held: Held): Promise<RunRecord> {
  const { terminal, place, id } = context;
  const ref = refOf(held);
  const begun = beginning(context, held);
  // Before anything else: without its record, nobody would go on with the task if this process is killed.
  openRunFolder(place.home, id, secretsIn(terminal.env)).writeRecord(begun);
  const { input, markRead } = await packetFor(context, held, ref);
  const access = await RunAccess.open(place, terminal, wishOf(context, held, ref));
  try {
    const secrets = [...secretsIn(terminal.env), access.secret];
    const folder = openRunFolder(place.home, id, secrets);
    folder.writeInput(input);
    folder.writeRecord(begun);
    let marked: Promise<void> | undefined;
    // Notes that no program read are still unread. A hook of one that runs would show them again.
    const started = (): void => {
      marked = markRead().catch((thrown: unknown) => tellUnread(context, thrown));
    };
    const run = await runProgramFor(context, held, { ref, input, access, started });
    await marked;
    return await record(context, held, { begun, run, folder, secrets });
  } finally {
    access.close();
  }
}

/** A run that has done its work must not fail for this: the notes are shown once more. */
function tellUnread({ terminal }: RunContext, thrown: unknown): void {
  terminal.err(`The notes in its packet stay unread: ${messageOf(thrown)}\n`);
}

function wishOf({ session }: RunContext, { agent, token }: Held, { owner, repo, number }: FullRef): RunWish {
  return { agent, session, owner, repo, issue: number, lease: token };
}

interface Start {
  readonly ref: FullRef;
  readonly input: string;
  readonly access: RunAccess;
  readonly started: () => void;
}

function runProgramFor(context: RunContext, held: Held, start: Start): Promise<AgentRun> {
  const { ref, input, access, started } = start;
  const { terminal, place, id, session, chosen, timeMs, stop } = context;
  const { contactFile, commands, instead } = access;
  const { agent, token, track } = held;
  const { owner, repo, number: issue } = ref;
  const surroundings = {
    agent,
    session,
    repository: `${owner}/${repo}`,
    issue,
    token,
    track,
    home: place.home,
  };
  const env = agentEnvironment(terminal.env, { ...surroundings, contactFile, commands, instead });
  return runAgent(
    { harness: chosen.harness, argv: chosen.argv, folder: process.cwd(), env, input, timeMs, mark: id },
    {
      clock: systemClock,
      signal: stop.signal,
      hurry: stop.hurry,
      started,
      beat: () => {
        access.refresh();
        // With a token, signs of life are those of the run itself.
        const contact = place.server === undefined ? contactOf(place.home) : contactInFile(contactFile);
        return whyToStop(contact, { agent, session, repo: surroundings.repository, issue, lease: token });
      },
    },
  );
}

const beatTimeoutMs = 5_000;

/**
 * Gives a sign of life; without a server nothing happens. Never rejects.
 * @returns why the agent has to stop: another one has its task. A task that no one has was handed over or given back,
 * and the agent may finish what it does.
 */
export async function whyToStop(contact: Contact | undefined, beat: BeatBody): Promise<string | undefined> {
  const reply = await postBeat(contact, beat, { timeoutMs: beatTimeoutMs });
  return reply?.type === "ended" && reply.holder !== undefined ? reply.why : undefined;
}

function beginning({ id, session, chosen }: RunContext, { agent, issue, token }: Held): RunRecord {
  return {
    v: 1,
    id,
    session,
    agent,
    issue,
    token,
    harness: chosen.harness.name,
    command: [...chosen.argv],
    folder: process.cwd(),
    pid: process.pid,
    startedAt: now(),
    endedAt: null,
    exit: null,
    ...resultOf(noResult),
    outputBytes: 0,
    tail: "",
    isHeld: true,
    because: null,
  };
}

interface Ended {
  readonly begun: RunRecord;
  readonly run: AgentRun;
  readonly folder: RunFolder;
  readonly secrets: readonly string[];
}

async function record(
  context: RunContext,
  held: Held,
  { begun, run, folder, secrets }: Ended,
): Promise<RunRecord> {
  const because = run.lost ?? reasonToGiveBack(context, run);
  if (run.lost === undefined && because !== undefined) await giveBack(context, held, because);
  const ended: RunRecord = {
    ...begun,
    ...resultOf(run.result),
    endedAt: now(),
    exit: exitOf(run.exit),
    outputBytes: run.outputBytes,
    tail: "",
    isHeld: await isStillHeld(context, held),
    because: because ?? null,
  };
  folder.writeOutput(outputPage(ended, run.output, secrets));
  const told = succeeded(ended) ? ended : { ...ended, tail: lastLines(run.output, secrets) };
  folder.writeRecord(told);
  return told;
}

/** A phrase; undefined if the program ended by itself. */
function reasonToGiveBack({ stop, timeMs }: RunContext, { exit }: AgentRun): string | undefined {
  switch (exit.type) {
    case "exited":
      return undefined;
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

/** With the token of its own lease: the same agent may hold the task again, in another run. */
async function giveBack(context: RunContext, held: Held, because: string): Promise<void> {
  const { terminal, place } = context;
  const { issue, agent, token } = held;
  const lease = String(token);
  const wish = { issue, agent, lease, because };
  const result = await withRunPorts(terminal, place, (ports) => release.run(ports, wish));
  if (!result.isMet && (await isStillHeld(context, held))) terminal.err(`${result.text}\n`);
}

async function isStillHeld({ terminal, place }: RunContext, held: Held): Promise<boolean> {
  const { output } = await withRunPorts(terminal, place, (ports) => show.run(ports, { issue: held.issue }));
  return heldNow.safeParse(output).data?.holder?.token === held.token;
}

const heldNow = z.object({ holder: z.object({ token: z.number() }).optional() });

/** @throws UserError if the claimed task has no full reference, which no server answers */
function refOf({ issue }: Held): FullRef {
  const [ref] = parseRefs(issue);
  if (ref?.owner !== undefined && ref.repo !== undefined)
    return { owner: ref.owner, repo: ref.repo, number: ref.number };
  throw new UserError(`${issue} is not a full reference.`);
}

function now(): string {
  return new Date(systemClock.now()).toISOString();
}
