/** What a push to the default branch reports: who moved it where, and whether it left the settings file alone. */
import { z } from "zod";
import type { ReceivedPush } from "../../dispatcher/ports/settings.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import type { PayloadOf } from "./payload.ts";

/** Older hosts list no more commits of a push than this, and do not say so. */
const maxCommits = 20;
/** GitHub does not say how many files it lists of a commit; this many it does. */
const maxFiles = 100;

const paths = z.array(z.string()).max(maxFiles);
const commitsShape = z
  .array(z.object({ id: z.string(), added: paths, removed: paths, modified: paths }))
  .min(1)
  .max(maxCommits - 1);

/** Undefined if the payload does not say who pushed when. */
export function pushIn(payload: PayloadOf<"push">, branch: string): ReceivedPush | undefined {
  const { before, after, sender, repository } = payload;
  const at = repository.pushed_at;
  if (before === undefined || after === undefined || sender === undefined || at == null) return undefined;
  const by = { id: sender.node_id, login: sender.login, type: sender.type };
  return { branch, before, after, at, by, keepsSettings: keepsSettings(payload) };
}

/** Whether the payload lists all commits with all their files, and none of them touches the settings file. */
function keepsSettings({ forced, commits, after }: PayloadOf<"push">): boolean {
  // Without its length checked first, a huge list would be parsed only to be refused.
  if (forced !== false || !Array.isArray(commits) || commits.length >= maxCommits) return false;
  const listed = commitsShape.safeParse(commits);
  if (!listed.success || listed.data.at(-1)?.id !== after) return false;
  return !listed.data
    .flatMap(({ added, removed, modified }) => [...added, ...removed, ...modified])
    .some(isOfSettings);
}

/** A folder of its path may be replaced by a file or a link. */
function isOfSettings(path: string): boolean {
  return path === settingsPath || settingsPath.startsWith(`${path}/`);
}
