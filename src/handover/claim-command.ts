/** A line of *Verified* as a command that `signalbox verify --run` can run and show, without a shell. */

const maxLength = 100;

/**
 * The command's arguments; undefined for anything but plain words between single spaces. Quotes, variables, globs and
 * operators mean something to a shell that we do not run, so they are refused and not guessed at.
 */
export function wordsOfClaim(claim: string): readonly string[] | undefined {
  if (claim.length > maxLength) return undefined;
  const words = claim.split(" ");
  const arePlain = words.every((word) => /^[A-Za-z0-9_@%+=:,./-]+$/.test(word));
  const isProgram = /^[A-Za-z0-9_./][^=]*$/.test(words[0] ?? "");
  return arePlain && isProgram ? words : undefined;
}

/** The check run by which the App shows that a claim's command was run. */
export function checkOfClaim(claim: string): string {
  return `signalbox/verified: ${claim}`;
}
