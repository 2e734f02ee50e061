/**
 * Formats which policy row allowed a decision, in the words that status comments and the persisted state
 * keep. Never change them: decisions stored by an earlier release would show the whole sentence in place of
 * the row's name.
 */
const grant = /^row "(.{1,200}?)" of the policy\b/;

/** @param grantee what authorises the person or agent, such as `role write` */
export function formatPolicyGrant(row: string, grantee: string): string {
  return `row "${row}" of the policy (${grantee})`;
}

/** The row's name; undefined if something other than the policy allowed the decision. */
export function policyRowIn(written: string): string | undefined {
  return grant.exec(written)?.[1];
}
