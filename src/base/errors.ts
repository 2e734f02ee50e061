/**
 * The two classes of errors, and those users' errors that programs tell apart. An expected outcome (not found, refused, already exists) is neither: return it
 * as a value of a union instead of throwing.
 */

/**
 * A user's mistake in an issue, a flag or a setting. The message is complete Markdown: what could not be
 * done, what was found, and what would work. It is posted or printed unchanged, without a stack trace.
 */
export class UserError extends Error {
  override readonly name = "UserError";
}

/** GitHub refused what the caller may not do, or what cannot be done there. */
export class GitHubRefused extends UserError {}

/** The caller has no token for the host, or one that GitHub does not accept. */
export class NotLoggedIn extends UserError {}

/** A bug in signalbox: a state that should be impossible. Logged in full, shown to users as one sentence. */
export class Defect extends Error {
  override readonly name = "Defect";
}

/**
 * Ends a `switch` over a union: the compiler rejects a missing case, and a value from a different release
 * throws an error that contains it.
 */
export function unreachable(value: never): never {
  throw new Defect(`A case is missing for ${JSON.stringify(value)}.`);
}

/** The message of anything thrown, for logs and the ledger. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
