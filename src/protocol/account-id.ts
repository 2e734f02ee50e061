/** Accounts in settings are named by node id, because logins change hands. */

/** Behind "expected": what to write, and how to get it. */
export const accountIdWanted = wantedFor("alice");

function wantedFor(name: string): string {
  return `a node id, because names change hands: \`gh api users/${name} --jq .node_id\` prints ${name}'s`;
}

/** `expected` with the command for the login that was written in place of an id, so that it can be pasted. */
export function namingLogin(expected: string, written: unknown): string {
  const isLogin = typeof written === "string" && looksLikeLogin(written);
  return isLogin ? expected.replaceAll(accountIdWanted, wantedFor(written.replace(/^@/, ""))) : expected;
}

/** GitHub's older ids are base64 of `04:User…` and the like, which could be a login's letters. */
const olderId = /^MD[A-Za-z0-9+/]{6,100}={0,2}$/;
const login = /^@?[A-Za-z0-9][A-Za-z0-9-]{0,38}(?:\[bot\])?$/;

/** Whether somebody wrote a name where an id has to stand. */
export function looksLikeLogin(id: string): boolean {
  return login.test(id) && !olderId.test(id);
}
