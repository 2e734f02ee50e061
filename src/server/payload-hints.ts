/**
 * Where a delivery belongs, found in its bytes without parsing all of it: the 202 must not wait for that. These are
 * hints for queueing; what a payload says is decided by translating it. Inside a JSON string a quote is escaped, so
 * the keys looked for cannot come from somebody's text, only from another object.
 */
import type { Delivery } from "../dispatcher/ports/inbox.ts";

type Hints = Pick<Delivery, "action" | "repositoryId" | "installationId">;

/** Bytes after a key in which its value must start; GitHub writes ids first in an object. */
const windowBytes = 160;
const actionForm = /^\s*\{\s*"action"\s*:\s*"([a-z_]{1,40})"/;
const nodeIdForm = /^"repository":\s*\{\s*"id":\s*\d{1,16},\s*"node_id":\s*"([\w+/=-]{1,100})"/;
const installationForm = /^"installation":\s*\{\s*"id":\s*(\d{1,15})\b/;

/** The text behind the last `key`: of several objects with that key, the payload's own comes last. */
function lastKey(payload: Buffer, key: string): string {
  const at = payload.lastIndexOf(key);
  return at < 0 ? "" : payload.toString("latin1", at, at + windowBytes);
}

export function hintsOf(payload: Buffer): Hints {
  const installation = installationForm.exec(lastKey(payload, '"installation":'))?.[1];
  return {
    action: actionForm.exec(payload.toString("latin1", 0, windowBytes))?.[1],
    repositoryId: nodeIdForm.exec(lastKey(payload, '"repository":'))?.[1],
    installationId: installation === undefined ? undefined : Number(installation),
  };
}
