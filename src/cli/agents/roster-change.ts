/** Plans the change of a settings file that gets agents. */
import { UserError } from "../../base/errors.ts";
import { type KeyChange, withAgentKey } from "../../protocol/settings/agents/with-agent-key.ts";
import { type AgentEntry, withAgents } from "../../protocol/settings/agents/with-agents.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import type { Change } from "../init/change.ts";

/** A key for an agent that the settings have. */
export interface NewKey {
  readonly name: string;
  readonly key: string;
  readonly change: KeyChange;
}

/** @throws UserError if the file cannot be changed, or would not be accepted then */
export function keyChangeOf(before: string | undefined, { name, key, change }: NewKey): Change {
  const text = before ?? "";
  const known = readSettings(text);
  if (!known.ok) throw new UserError(`Mend the settings first. ${known.problem}`);
  const present = known.settings.agents[name]?.key ?? [];
  const isThere = present.includes(key) && (change === "add" || present.length === 1);
  if (isThere) return { path: settingsPath, action: "same", before, after: undefined };
  const after = withAgentKey(text, name, key, change);
  if (after === undefined)
    throw new UserError(
      `${settingsPath} writes the keys of ${name} in a way that only a person can change. Edit it there: key: ${key}`,
    );
  return accepted(before, after);
}

function accepted(before: string | undefined, after: string): Change {
  const reading = readSettings(after);
  if (!reading.ok) throw new UserError(reading.problem);
  return { path: settingsPath, action: before === undefined ? "create" : "update", before, after };
}

type Added = Readonly<Record<string, AgentEntry>>;

/** @throws UserError if the file cannot be extended, or would not be accepted then */
export function changeOf(before: string | undefined, added: Added): Change {
  const names = Object.keys(added);
  const known = readSettings(before ?? "");
  if (!known.ok) throw new UserError(`Mend the settings first. ${known.problem}`);
  const taken = names.find((name) => name in known.settings.agents);
  if (taken !== undefined)
    throw new UserError(
      `The settings have an agent ${taken} already. To give it a key, add --key FILE; for everything else edit ${settingsPath}.`,
    );
  const after = withAgents(before ?? "", added);
  if (after === undefined)
    throw new UserError(
      `${settingsPath} does not have its agents on lines of their own. Write them so, and run this again.`,
    );
  return accepted(before, after);
}
