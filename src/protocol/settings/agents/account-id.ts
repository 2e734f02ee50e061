/** Settings identify accounts by node ID, because a login can pass to another account. */
import { loginSource } from "../../../base/login.ts";

/** Follows "expected" in a problem: what to write, and the command that prints it. */
export const accountIdWanted = wantedFor("alice");

function wantedFor(name: string): string {
  return `a node id, because names change hands: \`gh api users/${name} --jq .node_id\` prints ${name}'s`;
}

/**
 * `expected`, with the command for the login that was written in place of an ID, so that it can be pasted.
 */
export function namingLogin(expected: string, written: unknown): string {
  const isLogin = typeof written === "string" && looksLikeLogin(written);
  return isLogin ? expected.replaceAll(accountIdWanted, wantedFor(written.replace(/^@/, ""))) : expected;
}

/** GitHub's older IDs are base64 of `04:User…` and the like, whose letters could also form a login. */
const olderId = /^MD[A-Za-z0-9+/]{6,100}={0,2}$/;
const login = new RegExp(`^@?${loginSource}(?:\\[bot\\])?$`);
/** A managed user's login has a `_` as well, but hardly behind a few capitals alone. */
const newerId = /^[A-Z]{1,5}_[A-Za-z0-9_-]{3,60}$/;

/** Whether a login was written where a node ID is required. */
export function looksLikeLogin(id: string): boolean {
  return login.test(id) && !olderId.test(id) && !newerId.test(id);
}
