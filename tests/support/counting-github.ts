/**
 * The writing side of GitHub with its limits on new comments: 80 a minute and 500 an hour, then a 403. Runs
 * the real writer, budget, outbox and performer in front of it, and a clock that jumps, so that hours pass in
 * a moment.
 */

import { silentLogger } from "../../src/base/logger.ts";
import type { DispatcherPorts } from "../../src/dispatcher/dispatcher-ports.ts";
import { Mutex } from "../../src/dispatcher/mutex.ts";
import { githubPace } from "../../src/dispatcher/pace.ts";
import type { Performer } from "../../src/dispatcher/perform/performer.ts";
import { RequestFailed } from "../../src/dispatcher/request-failed.ts";
import { Repositories } from "../../src/dispatcher/wiring/repositories.ts";
import { wirePerformer } from "../../src/dispatcher/wiring/wire-dispatcher.ts";
import { createOwnRuns } from "../../src/github/read/evidence/own-runs.ts";
import { createBudget, type KeptBackoffs } from "../../src/github/transport/budget.ts";
import type { Client } from "../../src/github/transport/client.ts";
import { createWriter } from "../../src/github/write/issue-writer.ts";
import type { Store } from "../../src/store/store.ts";
import { botId, type FakeClock, keys } from "../github/world.ts";
import { demo, us } from "./issues.ts";
import { MemoryGitHub } from "./memory-github.ts";

const minuteMs = 60_000;

/** A created comment: on which issue, and when. */
export interface Created {
  readonly issueId: string;
  readonly at: number;
}

export interface CountingGitHub {
  readonly created: readonly Created[];
  /** Requests that were refused because a limit was exceeded. */
  readonly refused: () => number;
  /** A signalbox process with this store: its budget knows what the index knows. */
  readonly process: (store: Store) => Promise<Performer>;
}

export function countingGitHub(clock: FakeClock): CountingGitHub {
  const created: Created[] = [];
  let refused = 0;
  const isOver = (count: number): boolean => {
    const within = (ms: number): number => created.filter(({ at }) => at > clock.now() - ms).length + count;
    return within(minuteMs) > 80 || within(60 * minuteMs) > 500;
  };
  const client: Pick<Client, "mutate"> = {
    mutate: async (_installation, document, variables) => {
      const fields = [...document.matchAll(/^ {2}(e\d+_\d+): (\w+)/gm)].map(([, alias = "", field]) => ({
        alias,
        field,
      }));
      const creations = fields.filter(({ field }) => field === "addComment");
      if (isOver(creations.length)) {
        refused += 1;
        const retryAt = clock.now() + minuteMs;
        throw new RequestFailed({
          type: "wait",
          scope: "installation",
          retryAt,
          message: "secondary rate limit",
        });
      }
      for (const { alias } of creations)
        created.push({ issueId: String(Object(variables[alias]).subjectId), at: clock.now() });
      const node = (at: number): object => ({ edge: { comment: { node: { id: `IC_${at}` } } } });
      return {
        data: Object.fromEntries(fields.map(({ alias }, at) => [alias, node(created.length + at)])),
        problems: [],
      };
    },
  };
  const never = (): never => {
    throw new Error("Nothing but writes is expected here.");
  };
  const whole: Client = {
    ...client,
    get probot() {
      return never();
    },
    aheadMs: never,
    get: never,
    getIfChanged: never,
    post: never,
    patch: never,
    put: never,
    query: never,
  };
  const labels = {
    idsOf: async (_installation: number, _repository: string, names: readonly string[]) =>
      new Map(names.map((name) => [name, `L_${name}`])),
    forget: () => {},
    ensure: never,
  };
  return {
    created,
    refused: () => refused,
    process: async (store) => {
      const known = await store.outbox.storedBackoffs();
      const keep: KeptBackoffs["keep"] = (backoff) => void store.outbox.saveBackoff(backoff);
      const budget = createBudget(clock, "github", { known, keep });
      const random = (): number => 0.5;
      const { tracker } = new MemoryGitHub(clock, [demo]);
      const { inbox, index, outbox, orders, sessions } = store;
      const writer = createWriter({
        client: whole,
        budget,
        labels,
        clock,
        random,
        ownRuns: createOwnRuns(clock),
        ourselves: { botId, keys, app: { id: 7 }, host: "github.com" },
      });
      const ports: DispatcherPorts = {
        stores: { inbox, index, outbox, orders, sessions },
        github: { tracker, writer, translate: never, learnIds: async () => {}, botId: us.id },
        runtime: { clock, random, logger: silentLogger, onStep: () => {} },
        pace: githubPace,
        render: never,
        keepsIndex: true,
      };
      return wirePerformer(ports, new Repositories(ports), new Mutex());
    },
  };
}

/** Sends until nothing is left, or until `end`; time jumps to the next due effect. */
export async function sendUntil(
  store: Store,
  performer: Performer,
  clock: FakeClock,
  end = Infinity,
): Promise<void> {
  for (;;) {
    const next = await store.outbox.nextDueAt();
    if (next === undefined || Math.max(next, clock.now()) >= end) return;
    if (next > clock.now()) clock.jump(next - clock.now());
    await performer.perform(demo.installationId);
  }
}
