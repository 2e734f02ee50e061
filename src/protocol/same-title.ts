/**
 * Whether two titles are one to GitHub. It trims a title, and what else it does to white space is documented nowhere; so
 * titles that differ in that alone are one title, and nobody renamed anything.
 */
export function isSameTitle(one: string, other: string): boolean {
  return settled(one) === settled(other);
}

function settled(title: string): string {
  return title.normalize("NFC").replace(/\s+/gu, " ").trim();
}
