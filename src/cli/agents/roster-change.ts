/** Plans the change of a settings file that gets agents. */
import { UserError } from "../../base/errors.ts";
import { type AgentEntry, withAgents } from "../../protocol/settings/agents/with-agents.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import type { Change } from "../init/change.ts";

type Added = Readonly<Record<string, AgentEntry>>;

/** @throws UserError if the file cannot be extended, or would not be accepted then */
export function changeOf(before: string | undefined, added: Added): Change {
  const names = Object.keys(added);
  const known = readSettings(before ?? "");
  if (!known.ok) throw new UserError(`Mend the settings first. ${known.problem}`);
  const taken = names.find((name) => name in known.settings.agents);
  if (taken !== undefined)
    throw new UserError(`The settings have an agent ${taken} already. Edit ${settingsPath} to change it.`);
  const after = withAgents(before ?? "", added);
  if (after === undefined)
    throw new UserError(
      `${settingsPath} does not have its agents on lines of their own. Write them so, and run this again.`,
    );
  const reading = readSettings(after);
  if (!reading.ok) throw new UserError(reading.problem);
  return { path: settingsPath, action: before === undefined ? "create" : "update", before, after };
}
