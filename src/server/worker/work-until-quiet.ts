/** Waits until a tenure has had nothing to do for a while, or has to end. */
import type { Clock, Millis } from "../../base/clock.ts";
import { maxTenureMs, type Tenure } from "../../jobs/held-installation.ts";
import { idle } from "../composition/processing.ts";
import type { RequestAnswers } from "./answer-requests.ts";
import type { ServedInstallation } from "./begin-tenure.ts";
import { finishesWithin } from "./finishes-within.ts";
import type { InterruptibleWait } from "./interruptible-wait.ts";
import { nextDueAt } from "./next-due-at.ts";

/** For a rebuild or another long request, which the next tenure would start over. Must be less than a job may last. */
const maxLongMs = 3 * 60 * 60_000;
/** For the answer that an answerer is writing; it may have to wait for answers of other installations. */
const maxAnswerMs = 15 * 60_000;

interface Needs {
  readonly served: ServedInstallation;
  readonly answers: Pick<RequestAnswers, "idle">;
  readonly wait: InterruptibleWait;
  readonly reportIdle: Tenure["reportIdle"];
  /** How long an idle installation is kept. */
  readonly idleTimeoutMs: Millis;
  readonly clock: Clock;
  /** Aborts when the tenure has to end, or should, so that a less busy worker serves the installation. */
  readonly endRequested: AbortSignal;
  /** Aborts when the tenure has to end. */
  readonly signal: AbortSignal;
  /** Resolves when `reading` is done or the tenure has to end. */
  readonly untilEnding: (reading: Promise<void>) => Promise<void>;
}

export async function workUntilQuiet(needs: Needs): Promise<"quiet" | "must end"> {
  const { served, answers, clock, endRequested, idleTimeoutMs } = needs;
  const { sweeper } = served.processors;
  const until = clock.now() + maxTenureMs;
  while (!endRequested.aborted && clock.now() < until) {
    const working = Promise.all([idle(served.processors), answers.idle()]);
    await finishesWithin(until - clock.now(), working, clock, endRequested);
    if (endRequested.aborted) break;
    const next = await nextDueAt(served, clock.now());
    const lasted = await idleFor(needs, Math.min(idleTimeoutMs, Math.max(0, next - clock.now())));
    if (sweeper.nextAt() <= clock.now()) await needs.untilEnding(sweeper.catchUp());
    else if (lasted && next - clock.now() > 0) return "quiet";
  }
  await finishWhatPeopleWaitFor(needs);
  return "must end";
}

async function idleFor({ wait, reportIdle }: Needs, ms: Millis): Promise<boolean> {
  const stopIdling = reportIdle(wait.endEarly);
  try {
    return await wait.start(ms);
  } finally {
    stopIdling();
  }
}

async function finishWhatPeopleWaitFor({ served, answers, clock, signal }: Needs): Promise<void> {
  const { coordinator } = served.processors;
  coordinator.rest();
  await Promise.all([
    finishesWithin(maxLongMs, answers.idle(), clock, signal),
    finishesWithin(maxAnswerMs, coordinator.idle(), clock, signal),
  ]);
}
