/**
 * Runs the program on a task that has just been claimed, and gives the task back unless the agent waits for an answer, or has
 * handed over. The record is also written at the beginning, so that a run whose own process is killed is not lost.
 */
import { randomUUID } from "node:crypto";
import { systemClock } from "../../base/clock.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import { agentEnvironment, secretsIn } from "../../harness/agent-environment.ts";
import type { Conversation } from "../../harness/harness.ts";
import { openRunFolder } from "../../harness/records/run-folder.ts";
import type { RunRecord } from "../../harness/records/run-record.ts";
import { type AgentRun, runAgent } from "../../harness/run-agent.ts";
import type { Held } from "../../operations/holding/claim.ts";
import { type FullRef, readFullRef } from "../../protocol/references/ref.ts";
import type { RunWish } from "../../server/http/control-shapes.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { type BeatBody, contactInFile, postBeat } from "../beat/post-beat.ts";
import { contactOf } from "../beat/surroundings.ts";
import { namingNow } from "./outcome.ts";
import { RunAccess } from "./run-access.ts";
import type { RunContext } from "./run-context.ts";
import { beginning, giveBack, recordEnd } from "./run-ending.ts";
import { packetFor } from "./run-packet.ts";

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
  const ref = requireRef(held);
  const conversation = conversationFor(context, held);
  const { argv: line, resumeId: named } = lineFor(context, conversation);
  // Before anything else: without its record, nobody would go on with the task if this process is killed.
  openRunFolder(place.home, id, secretsIn(terminal.env)).writeRecord(beginning(context, held, line, named));
  const before = await namingNow(context, held.issue);
  const access = await RunAccess.open(place, terminal, wishOf(context, held, ref));
  try {
    const secrets = [...secretsIn(terminal.env), access.secret];
    const folder = openRunFolder(place.home, id, secrets);
    const { first, next, markRead } = await packetFor(context, held, ref);
    let marked: Promise<void> | undefined;
    // Notes that no program read are still unread. A hook of one that runs would show them again.
    const started = (): void => {
      marked ??= markRead().catch((thrown: unknown) => tellUnread(context, thrown));
    };
    const attempt = async (wanted: Conversation) => {
      const { argv, isResumed, resumeId } = lineFor(context, wanted);
      const input = isResumed ? next : first;
      folder.writeInput(input);
      const begun = beginning(context, held, argv, resumeId);
      folder.writeRecord(begun);
      const run = await runProgramFor(context, held, { ref, argv, input, access, started });
      return { begun, run, isUnheard: isResumed && isUnknown(context, run) };
    };
    const only = await attempt(conversation);
    const isAgain = only.isUnheard && !context.stop.signal.aborted;
    if (isAgain) terminal.err(`Its conversation ${conversation.id} is gone, so it begins a new one.\n`);
    const { begun, run } = isAgain ? await attempt({ type: "new", id: randomUUID() }) : only;
    await marked;
    return await recordEnd(context, held, { begun, run, folder, secrets, before });
  } finally {
    access.close();
  }
}

/** A run that has done its work must not fail for this: the notes are shown once more. */
function tellUnread({ terminal }: RunContext, thrown: unknown): void {
  terminal.err(`The notes in its packet stay unread: ${messageOf(thrown)}\n`);
}

/** A conversation belongs to a lease: under another one, the agent's work may have been gone on with by others. */
function conversationFor({ earlier, chosen }: RunContext, { token }: Held): Conversation {
  const isSame =
    earlier?.token === token && earlier.harness === chosen.harness.name && earlier.folder === process.cwd();
  const id = isSame ? earlier.resumeId : null;
  return id === null ? { type: "new", id: randomUUID() } : { type: "resumed", id };
}

function lineFor({ chosen: { harness, argv: given } }: RunContext, conversation: Conversation) {
  const argv = harness.converse(given, conversation);
  const isNamed = argv.length > given.length;
  return {
    argv,
    isResumed: isNamed && conversation.type === "resumed",
    resumeId: isNamed ? conversation.id : undefined,
  };
}

/** Whether the program says that it has no such conversation: it was in another HOME, or was deleted. */
function isUnknown({ chosen: { harness } }: RunContext, { exit, output }: AgentRun): boolean {
  const isFailure = exit.type === "exited" && exit.code !== 0;
  return isFailure && harness.unknownConversation?.test(output) === true;
}

function wishOf({ session }: RunContext, { agent, token }: Held, { owner, repo, number }: FullRef): RunWish {
  return { agent, session, owner, repo, issue: number, lease: token };
}

interface Start {
  readonly ref: FullRef;
  readonly argv: readonly string[];
  readonly input: string;
  readonly access: RunAccess;
  readonly started: () => void;
}

function runProgramFor(context: RunContext, held: Held, start: Start): Promise<AgentRun> {
  const { ref, argv, input, access, started } = start;
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
    { harness: chosen.harness, argv, folder: process.cwd(), env, input, timeMs, mark: id },
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

/** @throws UserError if the claimed task has no full reference, which no server answers */
function requireRef({ issue }: Held): FullRef {
  const ref = readFullRef(issue);
  if (ref === undefined) throw new UserError(`${issue} is not a full reference.`);
  return ref;
}
