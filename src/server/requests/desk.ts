/**
 * Carries out what web processes ask of the process that serves an installation. Short requests pass long ones, and an
 * error becomes an answer in words.
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
} from "./kinds.ts";

/** What is done for each kind. The bodies were checked. */
export type RequestWorks = { readonly [K in RequestKind]: (body: CheckedBody<K>) => Promise<AnswerTo<K>> };

export interface RequestDesk {
  /**
   * Begins what is asked and was not begun. Resolves when all short requests that it has begun are answered. Rejects if
   * the table cannot be read.
   */
  readonly serve: () => Promise<void>;
  /** How many requests are being carried out. */
  readonly underWay: () => number;
  /** Resolves when no request is being carried out. */
  readonly idle: () => Promise<void>;
}

interface Needs {
  readonly owner: Owner;
  readonly requests: Pick<Requests, "take" | "working" | "answer">;
  readonly works: RequestWorks;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Nothing is begun after it aborts. */
  readonly signal: AbortSignal;
}

/** More of them wait for the next look. */
const maxAtOnce = 100;
const sayEveryMs = 5_000;

export function createRequestDesk({ owner, requests, works, clock, logger, signal }: Needs): RequestDesk {
  const running = new Map<TakenRequest["id"], Promise<void>>();

  async function carryOut(request: TakenRequest): Promise<void> {
    const { id, kind } = request;
    const reply = await replyTo(works, request, (thrown) =>
      logger.error({ kind }, "could not carry out a request", thrown),
    );
    try {
      await requests.answer(owner, id, JSON.stringify(reply));
    } catch (thrown) {
      logger.warn({ kind, error: messageOf(thrown) }, "could not write the answer to a request", thrown);
    }
    running.delete(id);
    // Some may have found no room.
    if (running.size === maxAtOnce - 1) await serve().catch(() => {});
  }

  async function sayWhileWorking(): Promise<void> {
    while (running.size > 0) {
      const all = Promise.all(running.values());
      const enough = new AbortController();
      await Promise.race([all, clock.sleep(sayEveryMs, enough.signal)]);
      enough.abort();
      if (running.size > 0) await requests.working(owner, [...running.keys()]).catch(() => {});
    }
  }

  async function serve(): Promise<void> {
    const short: Promise<void>[] = [];
    while (running.size < maxAtOnce && !signal.aborted) {
      const taken = await requests.take(owner, maxAtOnce - running.size);
      if (taken.length === 0) break;
      const wasIdle = running.size === 0;
      for (const request of taken) {
        const work = carryOut(request);
        running.set(request.id, work);
        if (!isLong(request.kind)) short.push(work);
      }
      if (wasIdle) void sayWhileWorking();
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
  works: RequestWorks,
  { kind, body }: TakenRequest,
  failed: (thrown: unknown) => void,
): Promise<Reply> {
  if (!isRequestKind(kind))
    return { type: "failed", why: "The worker does not know this request: it is of another release." };
  try {
    return { type: "done", value: await carriedOut(works, kind, body) };
  } catch (thrown) {
    if (thrown instanceof UserError) return { type: "failed", why: thrown.message };
    failed(thrown);
    return { type: "failed", why: "The worker could not do it. Its log says why." };
  }
}

async function carriedOut<K extends RequestKind>(
  works: RequestWorks,
  kind: K,
  body: string,
): Promise<AnswerTo<K>> {
  const { success, data } = requestKinds[kind].body.safeParse(JSON.parse(body));
  if (!success) throw new UserError("The worker did not understand the request: it is of another release.");
  // The shape is the one of this kind, which the compiler cannot tell from the others.
  return works[kind](data as CheckedBody<K>);
}
