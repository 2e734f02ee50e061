/** Spells texts the same whatever their case and form, for searches in titles. */
export function foldWords(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
