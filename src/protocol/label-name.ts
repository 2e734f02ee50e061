/**
 * Translates our label names into a repository's own. Never compare with a default name directly: settings
 * can rename labels.
 */

/** Maps default names to the repository's own. */
export type RenamedLabels = Readonly<Record<string, string | undefined>>;

/** The repository's name for one of our labels. */
export function labelName(defaultName: string, renamed: RenamedLabels = {}): string {
  return Object.hasOwn(renamed, defaultName) ? (renamed[defaultName] ?? defaultName) : defaultName;
}

/** The label that carries a kind. */
export function kindLabel(kind: string, renamed: RenamedLabels = {}): string {
  return labelName(`kind:${kind}`, renamed);
}
