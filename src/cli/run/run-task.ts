/**
 * Runs the program on a task that has just been claimed, and gives the task back unless the program ended by
 * itself: then the agent may wait for an answer, or have handed over. The record is also written at the beginning,
 * so that a run whose own process is killed is not lost.
 */
import { systemClock } from "../../base/clock.ts";
import { formatDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { agentEnvironment, secretsIn } from "../../harness/agent-environment.ts";
import type { Chosen } from "../../harness/choose.ts";
import { noResult } from "../../harness/harness.ts";
import { outputPage } from "../../harness/records/output-page.ts";
import { openRunFolder, type RunFolder } from "../../harness/records/run-folder.ts";
import { exitOf, type RunRecord, resultOf } from "../../harness/records/run-record.ts";
import { type AgentRun, runAgent } from "../../harness/run-agent.ts";
import { briefBytes, notesBytes, startPacket } from "../../harness/start-packet.ts";
import { briefPage } from "../../operations/brief/brief.ts";
import type { Held } from "../../operations/holding/claim.ts";
import { release } from "../../operations/holding/release.ts";
import { inbox } from "../../operations/notes/inbox.ts";
import { plainLook } from "../../operations/output/look.ts";
import { type FullRef, parseRefs } from "../../protocol/references/ref.ts";
import type { RunWish } from "../../server/http/control-shapes.ts";
import { type BeatBody, postBeat } from "../beat/post-beat.ts";
import { contactOf } from "../beat/surroundings.ts";
import type { StopListener } from "../start/stop-signal.ts";
import { withPorts } from "../terminal/operation-ports.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { RunAccess } from "./run-access.ts";

export interface RunContext {
  /** Its environment names the agent and the session. */
  readonly terminal: Terminal;
  /** Absolute path of the data folder. */
  readonly home: string;
  /** The run's id. */
  readonly id: string;
  readonly session: string;
  readonly chosen: Chosen;
  readonly timeMs: number;
  readonly stop: StopListener;
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
  const { terminal, home, id } = context;
  const ref = refOf(held);
  const { input, markRead } = await packetFor(context, held, ref);
  const access = await RunAccess.open(home, terminal.env, wishOf(context, held, ref));
  try {
    const secrets = [...secretsIn(terminal.env), access.secret];
    const folder = openRunFolder(home, id, secrets);
    folder.writeInput(input);
    const begun = beginning(context, held);
    folder.writeRecord(begun);
    const run = await runProgramFor(context, held, { ref, input, access });
    // Notes that no program read are still unread.
    if (run.exit.type !== "not started") await markRead();
    return await record(context, held, { begun, run, folder, secrets });
  } finally {
    access.close();
  }
}

function wishOf({ session }: RunContext, { agent, token }: Held, { owner, repo, number }: FullRef): RunWish {
  return { agent, session, owner, repo, issue: number, lease: token };
}

interface Packet {
  readonly input: string;
  /** Marks the notes in it as read. */
  readonly markRead: () => Promise<void>;
}

function packetFor({ terminal, home }: RunContext, held: Held, ref: FullRef): Promise<Packet> {
  const { agent } = held;
  const repo = `${ref.owner}/${ref.repo}`;
  return withPorts(terminal, home, async (ports) => {
    const unread = { agent, repo, hook: true, maxBytes: notesBytes };
    const notes = await inbox.run({ ...ports, look: plainLook }, unread);
    const brief = await briefPage({ ...ports, agent }, ref, briefBytes(held, notes.text));
    const markRead = async (): Promise<void> => notes.afterwards?.();
    return { input: startPacket(held, notes.text, brief), markRead };
  });
}

interface Start {
  readonly ref: FullRef;
  readonly input: string;
  readonly access: RunAccess;
}

function runProgramFor(context: RunContext, held: Held, { ref, input, access }: Start): Promise<AgentRun> {
  const { terminal, home, session, chosen, timeMs, stop } = context;
  const { contactFile, commands, instead } = access;
  const { agent, token, track } = held;
  const { owner, repo, number: issue } = ref;
  const surroundings = { agent, session, repository: `${owner}/${repo}`, issue, token, track, home };
  const env = agentEnvironment(terminal.env, { ...surroundings, contactFile, commands, instead });
  return runAgent(
    { harness: chosen.harness, argv: chosen.argv, folder: process.cwd(), env, input, timeMs },
    {
      clock: systemClock,
      signal: stop.signal,
      beat: () => {
        access.refresh();
        return whyToStop(home, { agent, session, repo: surroundings.repository, issue, lease: token });
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
export async function whyToStop(home: string, beat: BeatBody): Promise<string | undefined> {
  const reply = await postBeat(contactOf(home), beat, { timeoutMs: beatTimeoutMs });
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
    isHeld: await isStillHeld(context, held),
    because: because ?? null,
  };
  folder.writeOutput(outputPage(ended, run.output, secrets));
  folder.writeRecord(ended);
  return ended;
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
      return `its run was stopped by ${stop.received() ?? "its caller"}`;
    case "not started":
      return "its program could not be started";
    case "wrote too much":
      return "its program printed too much";
  }
}

/** With the token of its own lease: the same agent may hold the task again, in another run. */
async function giveBack(context: RunContext, held: Held, because: string): Promise<void> {
  const { terminal, home } = context;
  const { issue, agent, token } = held;
  const lease = String(token);
  const wish = { issue, agent, lease, because };
  const result = await withPorts(terminal, home, (ports) => release.run(ports, wish));
  if (!result.isMet && (await isStillHeld(context, held))) terminal.err(`${result.text}\n`);
}

async function isStillHeld({ terminal, home }: RunContext, held: Held): Promise<boolean> {
  const { owner, repo, number } = refOf(held);
  const card = await withPorts(terminal, home, ({ board }) => board.card(owner, repo, number));
  return card?.holder?.token === held.token;
}

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
