/** Splits what is read from the store: a repository's thousands of records do not fit into memory at once. */
export function portionsOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
