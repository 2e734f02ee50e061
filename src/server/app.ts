/**
 * The Probot App function: every event enters here, under our own server and under plain `probot run` alike.
 * Handlers only pass events on. Never act on an event here: the action could be neither retried nor resumed
 * after a crash.
 */
import type { ApplicationFunction } from "probot";

/** An event as Probot passes it on: parsed but not yet translated. */
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
