/**
 * Waits for answers that another process writes into the database. One query polls for all of them, a few times a second
 * and at once after a notification, as notifications may be lost.
 */
import type { Clock, Millis } from "../../base/clock.ts";

export interface AnswerWatch<Id, Answer> {
  /** Calls `onAnswer` once there is an answer. Call the returned function to stop waiting. */
  readonly listen: (id: Id, onAnswer: (answer: Answer) => void) => () => void;
  /** Undefined if there is no answer after `ms`. Never rejects: a failed query is repeated. */
  readonly wait: (id: Id, ms: Millis) => Promise<Answer | undefined>;
  /** Call it when another process notifies that it answered. */
  readonly notify: (ids: readonly string[]) => void;
}

interface Needs<Id, Answer> {
  /** The answers there are so far. */
  readonly find: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Answer>>;
  readonly clock: Clock;
  readonly pollEveryMs?: Millis;
}

const defaultPollEveryMs = 250;

type OnAnswer<Answer> = (answer: Answer) => void;

export function createAnswerWatch<Id extends string | number, Answer>({
  find,
  clock,
  pollEveryMs = defaultPollEveryMs,
}: Needs<Id, Answer>): AnswerWatch<Id, Answer> {
  const waiting = new Map<Id, Set<OnAnswer<Answer>>>();
  /** Ends the sleep between two polls. */
  let wakeUp = new AbortController();
  let isPolling = false;

  async function poll(): Promise<void> {
    try {
      for (const [id, answer] of await find([...waiting.keys()]))
        for (const onAnswer of waiting.get(id) ?? []) onAnswer(answer);
    } catch {
      // The database is unavailable: the next query may succeed, and the wait has a limit.
    }
  }

  async function pollWhileWaiting(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    while (waiting.size > 0) {
      wakeUp = new AbortController();
      const { signal } = wakeUp;
      await poll();
      if (waiting.size > 0) await clock.sleep(pollEveryMs, signal);
    }
    isPolling = false;
  }

  function listen(id: Id, onAnswer: OnAnswer<Answer>): () => void {
    const listeners = waiting.get(id) ?? new Set();
    waiting.set(id, listeners.add(onAnswer));
    void pollWhileWaiting();
    return () => {
      listeners.delete(onAnswer);
      if (listeners.size === 0 && waiting.get(id) === listeners) waiting.delete(id);
      if (waiting.size === 0) wakeUp.abort();
    };
  }

  return {
    listen,
    notify: (ids) => {
      if (ids.some((id) => [...waiting.keys()].some((each) => String(each) === id))) wakeUp.abort();
    },
    wait: async (id, ms) => {
      const enough = new AbortController();
      const answered = Promise.withResolvers<Answer>();
      const stop = listen(id, answered.resolve);
      const late = clock.sleep(ms, enough.signal).then(() => undefined);
      const answer = await Promise.race([answered.promise, late]);
      enough.abort();
      stop();
      return answer;
    },
  };
}
