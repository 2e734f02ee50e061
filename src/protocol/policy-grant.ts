/**
 * What of the policy allowed a decision, in the words that status comments and the persisted state keep. Never change
 * them: decisions that an earlier release kept would show the whole sentence in place of the row's name.
 */
const grant = /^row "(.{1,200}?)" of the policy\b/;

/** @param standing what the person or agent is, such as `role write` */
export function formatPolicyGrant(row: string, standing: string): string {
  return `row "${row}" of the policy (${standing})`;
}

/** The row's name; undefined where something else allowed it. */
export function policyRowIn(written: string): string | undefined {
  return grant.exec(written)?.[1];
}
