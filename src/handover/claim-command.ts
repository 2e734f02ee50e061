/** Reads a line of *Verified* as a command that `signalbox verify --run` can run without a shell. */

const maxLength = 100;

/**
 * The command's arguments; undefined for anything but plain words separated by single spaces. Quotes,
 * variables, globs and operators are refused rather than guessed at: they need a shell, and we do not run
 * one.
 */
export function wordsOfClaim(claim: string): readonly string[] | undefined {
  if (claim.length > maxLength) return undefined;
  const words = claim.split(" ");
  const arePlain = words.every((word) => /^[A-Za-z0-9_@%+=:,./-]+$/.test(word));
  const isProgram = /^[A-Za-z0-9_./][^=]*$/.test(words[0] ?? "");
  return arePlain && isProgram ? words : undefined;
}

/** The name of the check run that proves that our App ran a claim's command. */
export function checkOfClaim(claim: string): string {
  return `signalbox/verified: ${claim}`;
}
