/** Builds what sends effects. */

import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { createRetryAfter } from "../failure/backoff.ts";
import type { Mutex } from "../mutex.ts";
import { createAllowance } from "../perform/allowance.ts";
import { createEndings } from "../perform/endings.ts";
import { createDoubtSettler, createJudge, createRecheck } from "../perform/judge.ts";
import {
  createOutcomeSaver,
  createPerformer,
  createRefusalCheck,
  createSelection,
  type Performer,
} from "../perform/perform.ts";
import { createEffectSender } from "../perform/send.ts";
import type { Repositories } from "./wire-repositories.ts";

type ForPerformer = Pick<Repositories, "settingsOf" | "failures" | "tryRefresh">;

export function wirePerformer(
  ports: DispatcherPorts,
  { settingsOf, failures, tryRefresh }: ForPerformer,
  mutex: Mutex,
): Performer {
  const { index, outbox } = ports.stores;
  const { tracker, writer, botId } = ports.github;
  const { clock, random, logger, onStep, observer } = ports.runtime;
  const { pace } = ports;
  const retryAfter = createRetryAfter(pace.failures, random);
  const judge = createJudge({
    index,
    tracker,
    failures,
    retryAfter,
    settleDoubt: createDoubtSettler({ writer, clock, pace }),
    recheck: createRecheck({ index, settingsOf, botId, clock, retryAfter }),
  });
  const allowance = createAllowance(index, outbox, pace);
  const endingOf = createEndings({ failures, retryAfter, clock, logger });
  return createPerformer({
    select: createSelection({ outbox, clock, pace, allowance, judge }),
    send: createEffectSender({ outbox, writer, clock, pace, onStep, endingOf }),
    save: createOutcomeSaver({ index, outbox, mutex, clock, observer }),
    lookWhy: createRefusalCheck(clock, tryRefresh),
  });
}
