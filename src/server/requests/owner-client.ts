/** Sends requests to the owners of installations through the database, and waits for the answers. */
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { RequestId, Requests } from "../../store/shape/requests.ts";
import type { AnswerWatch } from "./answer-watch.ts";
import { type AnswerTo, type BodyOf, type RequestKind, replyShape, requestKinds } from "./request-kinds.ts";
import { ownerTimeoutMs, retryWithTimeout } from "./retry-with-timeout.ts";

export type Outcome<T> =
  | { readonly type: "done"; readonly value: T }
  /** It was not done and will not be: `why` is a sentence. `isBusy`: because no worker had room for the installation. */
  | { readonly type: "failed"; readonly why: string; readonly isBusy?: true }
  /** It may have been done, or still be done. */
  | { readonly type: "unsure"; readonly why: string };

export interface OwnerClient {
  /** Resolves to the outcome for each installation, in order. Never rejects. */
  readonly ask: <K extends RequestKind>(
    kind: K,
    installations: readonly InstallationId[],
    body: BodyOf<K>,
  ) => Promise<readonly Outcome<AnswerTo<K>>[]>;
  /** Resolves once the requests are stored, without waiting for answers. Rejects if they could not be stored. */
  readonly tell: <K extends RequestKind>(
    kind: K,
    installations: readonly InstallationId[],
    body: BodyOf<K>,
  ) => Promise<void>;
}

interface Needs {
  readonly requests: Pick<Requests, "ask" | "extend" | "extendWhileBusy" | "withdraw">;
  readonly watch: Pick<AnswerWatch<RequestId, string>, "wait">;
  readonly clock: Clock;
}

/** A long request expires this much later than its sender waits, so that it can be extended in time. */
const marginMs = 5_000;

const allBusy =
  "All workers are busy with other installations, so it was not begun, and will not be. Try again later, or start another worker.";

export function createOwnerClient({ requests, watch, clock }: Needs): OwnerClient {
  /**
   * Waits on a started request as long as a worker sends heartbeats for it. A request that was not started waits for
   * capacity: as long as workers send heartbeats for others of `all`, and otherwise for `capacityWaitMs` while a worker
   * runs. Undefined once waiting is of no more use.
   */
  async function longAnswer(
    id: RequestId,
    all: readonly RequestId[],
    { waitMs, capacityWaitMs }: Pick<(typeof requestKinds)[RequestKind], "waitMs" | "capacityWaitMs">,
  ): Promise<string | undefined> {
    // In this order, as it may be started in between. While PostgreSQL was unavailable, no worker could send heartbeats.
    const isExtended = async (failingMs: Millis): Promise<boolean> => {
      const timeoutMs = ownerTimeoutMs + failingMs;
      const times = { ownerTimeoutMs: timeoutMs, capacityWaitMs, waitMs: waitMs + marginMs };
      return (
        (await requests.extendWhileBusy(id, all, times)) || requests.extend(id, timeoutMs, ownerTimeoutMs)
      );
    };
    while (await retryWithTimeout(isExtended, clock)) {
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
    const { isLong, waitMs, capacityWaitMs } = requestKinds[kind];
    try {
      const soon = await watch.wait(id, waitMs);
      const answer = soon ?? (isLong ? await longAnswer(id, all, { waitMs, capacityWaitMs }) : undefined);
      return answer === undefined ? await withdrawn(kind, id) : read(kind, answer);
    } catch (thrown) {
      return { type: "unsure", why: `The answer could not be read: ${messageOf(thrown)}.` };
    }
  }

  async function withdrawn<K extends RequestKind>(kind: K, id: RequestId): Promise<Outcome<AnswerTo<K>>> {
    const state = await requests.withdraw(id);
    switch (state.type) {
      case "answered":
        return read(kind, state.answer);
      case "begun":
        return { type: "unsure", why: "The worker that began it has not answered in time." };
      case "not begun":
        return state.isBusy
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
  // The schema is that of this kind, which the compiler cannot infer.
  return success
    ? { type: "done", value: data as AnswerTo<K> }
    : { type: "unsure", why: "The worker's answer was not understood: it is of another release." };
}
