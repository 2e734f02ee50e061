/**
 * `signalbox beat`, made for hooks: it returns at once and never fails one. Only an agent that works under a lease
 * that has ended is stopped.
 */
import { type BeatBody, postBeat } from "./post-beat.ts";
import { bodyIn, contactIn } from "./surroundings.ts";

export interface BeatOptions {
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
  const known = bodyIn(env, options.agent);
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
  const reply = await postBeat(contactIn(env, options.home), body, { timeoutMs });
  if (reply?.why === undefined) return 0;
  // Some of it comes from the settings of a repository.
  const why = reply.why.replace(/\p{Cc}/gu, " ");
  if (reply.type === "refused" || reply.type === "not allowed") err(`No sign of life was given: ${why}.\n`);
  if (reply.type !== "ended") return 0;
  const task = body.issue === undefined ? "" : `${body.repo ?? ""}#${body.issue}: `;
  err(`${task}${why}.\n`);
  return fenced;
}
