/** Asks the processes that serve installations, and waits for their answers. */
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { RequestId, Requests } from "../../store/shape/requests.ts";
import type { AnswerWatch } from "./answer-watch.ts";
import { type AnswerTo, type BodyOf, type RequestKind, replyShape, requestKinds } from "./kinds.ts";
import { retryForAWhile, silentMs } from "./retry-for-a-while.ts";

export type Outcome<T> =
  | { readonly type: "done"; readonly value: T }
  /** It was not done, and will not be: `why` is a sentence. `isBusy`: as no worker had room for the installation. */
  | { readonly type: "failed"; readonly why: string; readonly isBusy?: true }
  /** It may be done or not. */
  | { readonly type: "unsure"; readonly why: string };

export interface AskOwners {
  /** Resolves to the outcome for each installation, in order. Never rejects. */
  readonly ask: <K extends RequestKind>(
    kind: K,
    installations: readonly InstallationId[],
    body: BodyOf<K>,
  ) => Promise<readonly Outcome<AnswerTo<K>>[]>;
  /** Leaves it to them. Rejects if it could not be stored. */
  readonly tell: <K extends RequestKind>(
    kind: K,
    installations: readonly InstallationId[],
    body: BodyOf<K>,
  ) => Promise<void>;
}

interface Needs {
  readonly requests: Pick<Requests, "ask" | "extend" | "waitTurn" | "withdraw">;
  readonly watch: Pick<AnswerWatch<RequestId, string>, "wait">;
  readonly clock: Clock;
}

/** A request must not expire before it is given more time: a worker that looks in between would not begin it. */
const marginMs = 5_000;

const allBusy =
  "All workers are busy with other installations, so it was not begun, and will not be. Try again later, or start another worker.";

export function createAskOwners({ requests, watch, clock }: Needs): AskOwners {
  /**
   * Undefined if it is of no use to wait on. A request that was begun goes on as long as a worker reports that it works on
   * it. One that was not waits its turn, as a worker serves a limited number of installations at once: as long as workers
   * report on others of `all`, and otherwise for `turnMs` while a worker runs.
   */
  async function longAnswer(
    id: RequestId,
    all: readonly RequestId[],
    { waitMs, turnMs }: Pick<(typeof requestKinds)[RequestKind], "waitMs" | "turnMs">,
  ): Promise<string | undefined> {
    // In this order: it may be begun between the two. While PostgreSQL was unavailable, no worker could report.
    const goesOn = async (failingMs: Millis): Promise<boolean> => {
      const heardMs = silentMs + failingMs;
      const times = { silentMs: heardMs, turnMs, waitMs: waitMs + marginMs };
      return (await requests.waitTurn(id, all, times)) || requests.extend(id, heardMs, silentMs);
    };
    while (await retryForAWhile(goesOn, clock)) {
      const answer = await watch.wait(id, waitMs);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async function outcomeOf<K extends RequestKind>(
    kind: K,
    id: RequestId,
    all: readonly RequestId[],
  ): Promise<Outcome<AnswerTo<K>>> {
    const { isLong, waitMs, turnMs } = requestKinds[kind];
    try {
      const soon = await watch.wait(id, waitMs);
      const answer = soon ?? (isLong ? await longAnswer(id, all, { waitMs, turnMs }) : undefined);
      return answer === undefined ? await lastWord(kind, id) : read(kind, answer);
    } catch (thrown) {
      return { type: "unsure", why: `The answer could not be read: ${messageOf(thrown)}.` };
    }
  }

  async function lastWord<K extends RequestKind>(kind: K, id: RequestId): Promise<Outcome<AnswerTo<K>>> {
    const last = await requests.withdraw(id);
    switch (last.type) {
      case "answered":
        return read(kind, last.answer);
      case "begun":
        return { type: "unsure", why: "The worker that began it has not answered in time." };
      case "not begun":
        return last.isBusy
          ? { type: "failed", why: allBusy, isBusy: true }
          : { type: "failed", why: "No worker took it in time. Check that one runs, and try again." };
    }
  }

  const store = <K extends RequestKind>(kind: K, to: readonly InstallationId[], body: BodyOf<K>) => {
    const asked = to.map((installationId) => ({ installationId, kind, body: JSON.stringify(body) }));
    const { isLong, waitMs } = requestKinds[kind];
    return requests.ask(asked, isLong ? waitMs + marginMs : waitMs);
  };
  return {
    ask: async (kind, installations, body) => {
      try {
        const ids = await store(kind, installations, body);
        return await Promise.all(ids.map((id) => outcomeOf(kind, id, ids)));
      } catch (thrown) {
        const why = `It could not be stored: ${messageOf(thrown)}.`;
        return installations.map(() => ({ type: "failed", why }) as const);
      }
    },
    tell: async (kind, installations, body) => void (await store(kind, installations, body)),
  };
}

function read<K extends RequestKind>(kind: K, answer: string): Outcome<AnswerTo<K>> {
  const reply = replyShape.parse(JSON.parse(answer));
  if (reply.type === "failed") return reply;
  const { success, data } = requestKinds[kind].answer.safeParse(reply.value);
  // The shape is the one of this kind, which the compiler cannot tell from the others.
  return success
    ? { type: "done", value: data as AnswerTo<K> }
    : { type: "unsure", why: "The worker's answer was not understood: it is of another release." };
}
