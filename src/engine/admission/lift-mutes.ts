/**
 * Refreshes the issue when a mute ends, since the status says until when a bot is ignored and no delivery
 * marks the end.
 */

import { lookAgain, type ShowRule, type Situation } from "../model/rule.ts";
import { exchangesIn } from "./exchanges.ts";

export const liftMutes: ShowRule = { name: "lift-mutes", show };

function show({ record, context }: Situation) {
  const { mutes } = exchangesIn(record.seen, context);
  const waits = mutes.map(({ until }) => until - context.now).filter((waitMs) => waitMs > 0);
  return { looks: waits.map((waitMs) => lookAgain(record, waitMs, "A muted bot is listened to again.")) };
}
