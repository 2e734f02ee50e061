/**
 * Waits for answers that another process writes into the database. All that is waited for is looked up together, a few
 * times a second and at once when something was told: what is told may be lost on the way.
 */
import type { Clock, Millis } from "../../base/clock.ts";

export interface AnswerWatch<Id, Answer> {
  /** Calls `tell` with the answer once there is one, until the returned function is called. */
  readonly listen: (id: Id, tell: (answer: Answer) => void) => () => void;
  /** Undefined if there is none after `ms`. Never rejects: what cannot be read now is looked up again. */
  readonly wait: (id: Id, ms: Millis) => Promise<Answer | undefined>;
  /** Call it when another process has told that it answered. */
  readonly told: (ids: readonly string[]) => void;
}

interface Needs<Id, Answer> {
  /** Those of them that are answered. */
  readonly find: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Answer>>;
  readonly clock: Clock;
  readonly everyMs?: Millis;
}

const usualEveryMs = 250;

type Tell<Answer> = (answer: Answer) => void;

export function createAnswerWatch<Id extends string | number, Answer>({
  find,
  clock,
  everyMs = usualEveryMs,
}: Needs<Id, Answer>): AnswerWatch<Id, Answer> {
  const waiting = new Map<Id, Set<Tell<Answer>>>();
  /** Ends the sleep between two looks. */
  let waked = new AbortController();
  let isLooking = false;

  async function look(): Promise<void> {
    try {
      for (const [id, answer] of await find([...waiting.keys()]))
        for (const tell of waiting.get(id) ?? []) tell(answer);
    } catch {
      // The database is unavailable: the next query may succeed, and the wait has a limit.
    }
  }

  async function lookWhileWaiting(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (waiting.size > 0) {
      waked = new AbortController();
      const { signal } = waked;
      await look();
      if (waiting.size > 0) await clock.sleep(everyMs, signal);
    }
    isLooking = false;
  }

  function listen(id: Id, tell: Tell<Answer>): () => void {
    const here = waiting.get(id) ?? new Set();
    waiting.set(id, here.add(tell));
    void lookWhileWaiting();
    return () => {
      here.delete(tell);
      if (here.size === 0 && waiting.get(id) === here) waiting.delete(id);
      if (waiting.size === 0) waked.abort();
    };
  }

  return {
    listen,
    told: (ids) => {
      if (ids.some((id) => [...waiting.keys()].some((each) => String(each) === id))) waked.abort();
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
