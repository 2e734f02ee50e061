/**
 * The two families of errors. A newcomer would get wrong that most failures are neither: an expected outcome
 * (not found, refused, already there) is a value of a union, not an exception.
 */

/**
 * Somebody's mistake in an issue, a flag or a setting. Its message is complete Markdown: what could not be done,
 * what was found, and what would work. It is posted or printed as it is, without a stack trace.
 */
export class UserError extends Error {
  override readonly name = "UserError";
}

/** Our own defect: a state that the code's author held to be impossible. Logged whole, shown as one calm sentence. */
export class Defect extends Error {
  override readonly name = "Defect";
}

/**
 * Closes a `switch` over a union: the compiler refuses a forgotten member, and at run time a value from an older
 * or newer release is named instead of being ignored.
 */
export function unreachable(value: never): never {
  throw new Defect(`A case is missing for ${JSON.stringify(value)}.`);
}

/** The message of anything thrown, for logs and ledgers. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
