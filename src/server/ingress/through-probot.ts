/**
 * Passes a stored delivery through Probot to its translation. Do not call the translation directly: the App
 * function would become a second entrance, and only one of the two would be exercised every day.
 */
import { setImmediate } from "node:timers/promises";
import { emitterEventNames } from "@octokit/webhooks";
import type { Probot } from "probot";
import type { Delivery } from "../../dispatcher/ports/inbox.ts";
import type { Translation } from "../../dispatcher/ports/translation.ts";
import { appFunction } from "../app.ts";

type Received = Parameters<Probot["receive"]>[0];
type Translate = (event: string, payload: unknown) => Translation;

const eventNames: ReadonlySet<string> = new Set(emitterEventNames);

/** Loads the App function into `probot` and returns the function that passes deliveries through it. */
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
    // One delivery per turn of the event loop, so that a long queue of them does not delay new requests.
    await setImmediate();
    const event = { id: delivery.guid, name: delivery.event, payload: jsonIn(delivery.payload) };
    // The translation drops what is not an event, and says why.
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

/** Undefined if the bytes are not JSON. */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
