/** The inputs of decisions other than the issues. */
import type { Millis } from "../base/clock.ts";
import type { NodeId, RepositoryId } from "../engine/model/fact.ts";
import type { Context } from "../engine/model/rule.ts";
import type { Text } from "../protocol/text.ts";
import type { SettingsOf } from "./ports/settings.ts";

/** @param now the time that deadlines are compared with, by GitHub's clock */
export type DecidingContext = (repositoryId: RepositoryId, now: Millis) => Context;

interface Needs {
  readonly settingsOf: SettingsOf;
  readonly botId: NodeId;
  readonly keepsIndex: boolean;
  readonly render: (text: Text) => string;
}

export function createDecidingContext({ settingsOf, botId, keepsIndex, render }: Needs): DecidingContext {
  return (repositoryId, now) => ({
    now,
    settings: settingsOf(repositoryId),
    settingsIn: settingsOf,
    botId,
    keepsIndex,
    render,
  });
}
