/**
 * The App function for plain `probot run`: creates its own store and dispatcher from the environment, and
 * stores every event before Probot responds. It does not use the Probot instance it is given to call GitHub,
 * because that one retries writes and puts all installations in one queue. Prefer `signalbox start`, whose
 * own server protects the webhook endpoint better.
 */
import { hash } from "node:crypto";
import { type DestinationStream, pino } from "pino";
import type { ApplicationFunction } from "probot";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Delivery } from "../../dispatcher/ports/inbox.ts";
import { appFunction, type ProbotEvent } from "../app.ts";
import { isKnownEvent } from "../ingress/event-name.ts";
import { hintsOf } from "../ingress/payload-hints.ts";
import { createLogs } from "../log/logger.ts";
import { openIndex } from "../maintenance/open-index.ts";
import { type Bus, startBus } from "./bus.ts";
import { type Environment, pacingFor, readEnvironment } from "./environment.ts";

export interface Standalone {
  readonly app: ApplicationFunction;
  /** Finishes work under way, if Probot has loaded the App, and closes. */
  readonly close: () => Promise<void>;
}

/** Starts nothing until Probot loads the App. */
export function standalone(environment: Environment, destination?: DestinationStream): Standalone {
  /** Until Probot loads the App there is nothing to close. */
  let close = async (): Promise<void> => {};
  const app: ApplicationFunction = async (probot, given) => {
    const { github, home, databaseUrl, logLevel, retention, answerer } = readEnvironment(environment);
    if (github === undefined)
      throw new UserError(
        "Under `probot run` there is no hub. Set APP_ID, PRIVATE_KEY (or PRIVATE_KEY_PATH) and WEBHOOK_SECRET, or run `signalbox start`.",
      );
    const { logger } = createLogs({
      level: logLevel,
      format: "json",
      destination: destination ?? pino.destination({ dest: 2, sync: true }),
    });
    const runtime: ProcessRuntime = { clock: systemClock, random: Math.random, logger, onStep: () => {} };
    const options = { github, home, databaseUrl, answerer, pollMs: undefined, retention };
    const store = await openIndex(options, runtime);
    const bus = startBus({ ...options, pacing: pacingFor(github) }, runtime, store);
    close = bus.close;
    await appFunction((event) => keep(bus, event))(probot, given);
  };
  return {
    app,
    close: () => close(),
  };
}

/** Rejects if the event could not be stored, so that GitHub gets an error. */
async function keep({ store, wake }: Bus, { id, name, payload }: ProbotEvent): Promise<void> {
  if (!isKnownEvent(name)) return;
  const bytes = Buffer.from(JSON.stringify(payload));
  const delivery: Delivery = {
    guid: id.toLowerCase(),
    event: name,
    ...hintsOf(bytes),
    payload: bytes,
    bodyHash: hash("sha256", bytes, "hex"),
    receivedAt: systemClock.now(),
    source: "webhook",
  };
  try {
    await store.inbox.admit(delivery);
  } catch (thrown) {
    // Probot responds with an error's message, so it must not contain anything internal.
    throw new Error("unavailable, deliver again later", { cause: thrown });
  }
  wake();
}
