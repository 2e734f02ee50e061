/**
 * Runs the requests that web processes send to the worker that owns an installation. Short requests overtake long ones.
 * An error is sent back as text.
 */
import type { Clock } from "../../base/clock.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Owner, Requests, TakenRequest } from "../../store/shape/requests.ts";
import {
  type AnswerTo,
  type CheckedBody,
  isRequestKind,
  type Reply,
  type RequestKind,
  requestKinds,
} from "./request-kinds.ts";
import { retryWithTimeout } from "./retry-with-timeout.ts";

/** One function for each kind. Bodies are validated before it is called. */
export type RequestHandlers = { readonly [K in RequestKind]: (body: CheckedBody<K>) => Promise<AnswerTo<K>> };

export interface RequestRunner {
  /**
   * Starts all requests that no one has started yet. Resolves when the short ones among them are answered. Rejects if
   * the table cannot be read.
   */
  readonly serve: () => Promise<void>;
  /** How many requests are running. */
  readonly underWay: () => number;
  /** Resolves when no request is running. */
  readonly idle: () => Promise<void>;
}

interface Needs {
  readonly owner: Owner;
  readonly requests: Pick<Requests, "take" | "saveHeartbeats" | "answer">;
  readonly handlers: RequestHandlers;
  readonly clock: Clock;
  readonly logger: Logger;
  /** No request is started, and none is reported as running, after it aborts. */
  readonly signal: AbortSignal;
}

const maxAtOnce = 100;
const heartbeatEveryMs = 5_000;

export function createRequestRunner({
  owner,
  requests,
  handlers,
  clock,
  logger,
  signal,
}: Needs): RequestRunner {
  const running = new Map<TakenRequest["id"], Promise<void>>();

  async function run(request: TakenRequest): Promise<void> {
    const { id, kind } = request;
    const reply = await replyTo(handlers, request, (thrown) =>
      logger.error({ kind }, "could not carry out a request", thrown),
    );
    try {
      await retryWithTimeout(() => requests.answer(owner, id, JSON.stringify(reply)), clock, signal);
    } catch (thrown) {
      logger.warn({ kind, error: messageOf(thrown) }, "could not write the answer to a request", thrown);
    }
    running.delete(id);
    // At the limit, further requests stayed in the table.
    if (running.size === maxAtOnce - 1) await serve().catch(() => {});
  }

  /** Stops when the signal aborts, even if a request never ends: the next owner starts it again. */
  async function sendHeartbeats(): Promise<void> {
    while (running.size > 0 && !signal.aborted) {
      const all = Promise.all(running.values());
      const enough = new AbortController();
      const either = AbortSignal.any([signal, enough.signal]);
      await Promise.race([all, clock.sleep(heartbeatEveryMs, either)]);
      enough.abort();
      if (running.size > 0 && !signal.aborted)
        await requests.saveHeartbeats(owner, [...running.keys()]).catch(() => {});
    }
  }

  async function serve(): Promise<void> {
    const short: Promise<void>[] = [];
    while (running.size < maxAtOnce && !signal.aborted) {
      const taken = await requests.take(owner, maxAtOnce - running.size);
      if (taken.length === 0) break;
      const wasIdle = running.size === 0;
      for (const request of taken) {
        const work = run(request);
        running.set(request.id, work);
        if (!isLong(request.kind)) short.push(work);
      }
      if (wasIdle) void sendHeartbeats();
    }
    await Promise.all(short);
  }

  return {
    serve,
    underWay: () => running.size,
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

const isLong = (kind: string): boolean => isRequestKind(kind) && requestKinds[kind].isLong;

async function replyTo(
  handlers: RequestHandlers,
  { kind, body }: TakenRequest,
  failed: (thrown: unknown) => void,
): Promise<Reply> {
  if (!isRequestKind(kind))
    return { type: "failed", why: "The worker does not know this request: it is of another release." };
  try {
    return { type: "done", value: await resultOf(handlers, kind, body) };
  } catch (thrown) {
    if (thrown instanceof UserError) return { type: "failed", why: thrown.message };
    failed(thrown);
    return { type: "failed", why: "The worker could not do it. Its log says why." };
  }
}

async function resultOf<K extends RequestKind>(
  handlers: RequestHandlers,
  kind: K,
  body: string,
): Promise<AnswerTo<K>> {
  const { success, data } = requestKinds[kind].body.safeParse(JSON.parse(body));
  if (!success) throw new UserError("The worker did not understand the request: it is of another release.");
  // The schema is that of this kind, which the compiler cannot infer.
  return handlers[kind](data as CheckedBody<K>);
}
