/**
 * A delivery's way from disk through Probot to its translation. A newcomer would call the translation directly; then
 * the App function would be a second way in, and only one of the two would be tried every day.
 */
import { setImmediate } from "node:timers/promises";
import { emitterEventNames } from "@octokit/webhooks";
import type { Probot } from "probot";
import type { Delivery } from "../dispatcher/ports/inbox.ts";
import type { Translation } from "../dispatcher/ports/translation.ts";
import { appFunction } from "./app.ts";

type Received = Parameters<Probot["receive"]>[0];
type Translate = (event: string, payload: unknown) => Translation;

const eventNames: ReadonlySet<string> = new Set(emitterEventNames);

/** Loads the App function into `probot` and returns the way through it. */
export async function throughProbot(
  probot: Probot,
  translate: Translate,
): Promise<(delivery: Delivery) => Promise<Translation>> {
  const underWay = new Set<string>();
  const translated = new Map<string, Translation>();
  await probot.load(
    appFunction(async ({ id, name, payload }) => {
      if (underWay.has(id)) translated.set(id, translate(name, payload));
    }),
  );
  return async (delivery) => {
    // One delivery at a turn of the event loop: whoever knocks meanwhile is not kept waiting by a long row of them.
    await setImmediate();
    const event = { id: delivery.guid, name: delivery.event, payload: jsonIn(delivery.payload) };
    // What is no event at all is dropped by the translation, which says why.
    if (!isEvent(event)) return translate(event.name, event.payload);
    underWay.add(delivery.guid);
    try {
      await probot.receive(event);
      return translated.get(delivery.guid) ?? translate(event.name, event.payload);
    } finally {
      underWay.delete(delivery.guid);
      translated.delete(delivery.guid);
    }
  };
}

function isEvent(event: { readonly name: string; readonly payload: unknown }): event is Received {
  const { name, payload } = event;
  return typeof payload === "object" && payload !== null && !Array.isArray(payload) && eventNames.has(name);
}

/** Undefined for what is no JSON. */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
