/**
 * A delivery's way from disk through Probot to its translation. A newcomer would call the translation directly; then
 * the App function would be a second way in, and only one of the two would be tried every day.
 */
import { setImmediate } from "node:timers/promises";
import { emitterEventNames } from "@octokit/webhooks";
import type { Probot } from "probot";
import type { Delivery, Translation } from "../dispatcher/ports.ts";
import { appFunction } from "./app.ts";

type Received = Parameters<Probot["receive"]>[0];
type Translate = (delivery: Delivery) => Translation;

const eventNames: ReadonlySet<string> = new Set(emitterEventNames);

/** Loads the App function into `probot` and returns the way through it. */
export async function throughProbot(
  probot: Probot,
  translate: Translate,
): Promise<(delivery: Delivery) => Promise<Translation>> {
  const underWay = new Map<string, Delivery>();
  const translated = new Map<string, Translation>();
  await probot.load(
    appFunction(async ({ id }) => {
      const delivery = underWay.get(id);
      if (delivery !== undefined) translated.set(id, translate(delivery));
    }),
  );
  return async (delivery) => {
    // One delivery at a turn of the event loop: whoever knocks meanwhile is not kept waiting by a long row of them.
    await setImmediate();
    const event = { id: delivery.guid, name: delivery.event, payload: objectIn(delivery.payload) };
    // What is no event at all is dropped by the translation, which says why.
    if (!isEvent(event)) return translate(delivery);
    underWay.set(delivery.guid, delivery);
    try {
      await probot.receive(event);
      return translated.get(delivery.guid) ?? translate(delivery);
    } finally {
      underWay.delete(delivery.guid);
      translated.delete(delivery.guid);
    }
  };
}

function isEvent(event: { readonly name: string; readonly payload: object | undefined }): event is Received {
  return event.payload !== undefined && eventNames.has(event.name);
}

function objectIn(bytes: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
