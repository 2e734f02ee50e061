/**
 * Refreshes the issue when a mute ends, since the status says until when a bot is ignored and no delivery
 * marks the end.
 */

import { type ProjectionRule, type RuleInput, refreshSelf } from "../model/rule.ts";
import { exchangesIn } from "./bot-exchanges.ts";

export const liftMutes: ProjectionRule = { name: "lift-mutes", project };

function project({ record, context }: RuleInput) {
  const { mutes } = exchangesIn(record.seen, context);
  const waits = mutes.map(({ until }) => until - context.now).filter((waitMs) => waitMs > 0);
  return {
    refreshes: waits.map((waitMs) => refreshSelf(record, waitMs, "A muted bot is unmuted.")),
  };
}
