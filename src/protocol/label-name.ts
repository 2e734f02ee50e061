/** How a label of ours is called in a repository. A newcomer would compare with the shipped name; settings rename. */

/** Shipped name → the repository's own. */
export type RenamedLabels = Readonly<Record<string, string | undefined>>;

/** The repository's name for a label of ours. */
export function labelName(shipped: string, renamed: RenamedLabels = {}): string {
  return Object.hasOwn(renamed, shipped) ? (renamed[shipped] ?? shipped) : shipped;
}

/** The label that carries a kind. */
export function kindLabel(kind: string, renamed: RenamedLabels = {}): string {
  return labelName(`kind:${kind}`, renamed);
}
