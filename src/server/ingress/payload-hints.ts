/**
 * Finds a delivery's action, repository and installation in its bytes without parsing the payload, because
 * the 202 must not wait for that. These are hints for queueing only; translation decides what a payload says.
 * Quotes are escaped inside a JSON string, so a matching key can come from another object, but never from
 * text.
 */
import type { Delivery } from "../../dispatcher/ports/inbox.ts";

type Hints = Pick<Delivery, "action" | "repositoryId" | "installationId">;

/** How many bytes after a key its value must start; GitHub writes IDs first in an object. */
const windowBytes = 160;
const actionForm = /^\s*\{\s*"action"\s*:\s*"([a-z_]{1,40})"/;
const nodeIdForm =
  /^"(?:repository|sub_issue_repo|parent_issue_repo)":\s*\{\s*"id":\s*\d{1,16},\s*"node_id":\s*"([\w+/=-]{1,100})"/;
const installationForm = /^"installation":\s*\{\s*"id":\s*(\d{1,15})\b/;

/** GitHub's description lets a delivery about sub-issues have no `repository`, but the one of the issue that it is about. */
const repositoryKeys = ['"repository":', '"sub_issue_repo":', '"parent_issue_repo":'];

/** The text after the last `key`: if several objects have that key, the payload's own comes last. */
function lastKey(payload: Buffer, key: string): string {
  const at = payload.lastIndexOf(key);
  return at < 0 ? "" : payload.toString("latin1", at, at + windowBytes);
}

export function hintsOf(payload: Buffer): Hints {
  const installation = installationForm.exec(lastKey(payload, '"installation":'))?.[1];
  return {
    action: actionForm.exec(payload.toString("latin1", 0, windowBytes))?.[1],
    repositoryId: repositoryIn(payload),
    installationId: installation === undefined ? undefined : Number(installation),
  };
}

function repositoryIn(payload: Buffer): string | undefined {
  for (const key of repositoryKeys) {
    const found = nodeIdForm.exec(lastKey(payload, key))?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
