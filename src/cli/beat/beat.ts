/**
 * `signalbox beat`, made for hooks: it returns at once and never fails one. Only an agent that works under a lease
 * that has ended is stopped, and not by its own accepted handover.
 */
import { messageOf } from "../../base/errors.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { type BeatBody, type BeatReply, postBeat } from "./post-beat.ts";
import { aboutTask, bodyIn, contactIn } from "./surroundings.ts";

export interface BeatOptions {
  /** The task, in place of the one that the environment names. */
  readonly issue?: string | undefined;
  readonly doing?: string | undefined;
  readonly agent?: string | undefined;
  readonly lease?: string | undefined;
  readonly home?: string | undefined;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly err: (text: string) => void;
}

/** Harnesses give up on a hook after some seconds or longer. */
const timeoutMs = 1_000;
const maxDoing = 200;
/** The exit code for a lease that has ended; some harnesses show such a hook's message to the agent. */
const fenced = 2;

/** Resolves to the exit code. Never rejects. */
export async function beat(options: BeatOptions, { env, err }: Surroundings): Promise<number> {
  const surroundings = options.issue === undefined ? env : aboutTask(env, options.issue);
  if (surroundings === undefined) {
    err("No sign of life was given: write the task as 12 or acme/demo#12.\n");
    return 1;
  }
  const known = bodyIn(surroundings, options.agent);
  if (known === undefined) {
    err("No sign of life was given: no agent is named. Use --agent ada, or set SIGNALBOX_AGENT.\n");
    return 0;
  }
  const doing = options.doing?.replace(/\s+/g, " ").trim().slice(0, maxDoing) || undefined;
  const body: BeatBody = {
    ...known,
    ...(doing === undefined ? {} : { doing }),
    ...(options.lease === undefined ? {} : { lease: Number(options.lease) }),
  };
  const reply = await sent({ env, err }, options.home, body);
  if (reply?.why === undefined) return 0;
  // Some of it comes from the settings of a repository.
  const why = reply.why.replace(/\p{Cc}/gu, " ");
  if (reply.type === "refused" || reply.type === "not allowed") err(`No sign of life was given: ${why}.\n`);
  if (reply.type !== "ended" && reply.type !== "done") return 0;
  const task = body.issue === undefined ? "" : `${body.repo ?? ""}#${body.issue}: `;
  err(`${task}${why}.\n`);
  return reply.type === "ended" ? fenced : 0;
}

/** A server that is named is expected to answer; without one, a hook stays silent. */
async function sent(
  { env, err }: Surroundings,
  home: string | undefined,
  body: BeatBody,
): Promise<BeatReply | undefined> {
  try {
    const contact = await contactIn(env, { home, mayRenew: true });
    const reply = await postBeat(contact, body, { timeoutMs });
    const isNamed = whoAnswers({ env }, home).type === "server";
    if (reply === undefined && isNamed) err(`No sign of life was given. ${noReply({ env }, home)}\n`);
    return reply;
  } catch (thrown) {
    err(`No sign of life was given. ${messageOf(thrown).replace(/\p{Cc}/gu, " ")}\n`);
    return undefined;
  }
}

/** A sentence. @throws UserError if SIGNALBOX_SERVER is no address */
export function noReply({ env }: Pick<Surroundings, "env">, home: string | undefined): string {
  const answering = whoAnswers({ env }, home);
  if (answering.type !== "server") return "No server answers with this data folder.";
  return `No signalbox answers at ${answering.server.url}.`;
}
