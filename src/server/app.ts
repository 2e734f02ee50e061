/**
 * The Probot App function: where every event enters, under our own server and under plain `probot run` alike. A
 * newcomer would act on an event here; a handler only hands it on, because what it did could be neither repeated nor
 * resumed after a crash.
 */
import type { ApplicationFunction } from "probot";

/** An event as Probot hands it over: parsed, not yet ours. */
export interface ProbotEvent {
  /** The delivery's GUID. */
  readonly id: string;
  readonly name: string;
  readonly payload: object;
}

export function appFunction(handOn: (event: ProbotEvent) => Promise<void>): ApplicationFunction {
  return (probot) => {
    probot.onAny(({ id, name, payload }) => handOn({ id, name, payload }));
  };
}
