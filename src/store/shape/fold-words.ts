/** Folds case and Unicode form, for searches in titles. */
export function foldWords(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
