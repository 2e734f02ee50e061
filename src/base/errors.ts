/**
 * The two classes of errors, and the codes by which programs tell users' errors apart. An expected outcome (not found, refused, already exists) is neither: return it
 * as a value of a union instead of throwing.
 */

/**
 * A user's mistake in an issue, a flag or a setting. The message is complete Markdown: what could not be
 * done, what was found, and what would work. It is posted or printed unchanged, without a stack trace.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  /** For programs. It outlives a release; the message does not. */
  readonly code: ErrorCode;

  constructor(message: string, { code = "failed", ...options }: UserErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}

interface UserErrorOptions extends ErrorOptions {
  readonly code?: ErrorCode;
}

/** Each with what it means to a program that reads it; `docs/operations.md` lists them. */
export const errorCodes = {
  "invalid-input": "An argument, an option or a variable of the environment cannot be used as given.",
  "unknown-issue": "There is no such issue, or it has no kind.",
  "unknown-repository": "signalbox does not serve the repository.",
  "unknown-agent": "The settings name no such agent.",
  "repository-needed": "Several repositories are served, and none was named.",
  "agent-needed": "Nothing says which agent asks.",
  "wrong-kind": "The issue is of a kind that this cannot be done with.",
  "not-readable": "What was to be written would not be read as it is meant. Nothing was written.",
  contradicted: "What was to be said differs from what GitHub shows. Nothing was written.",
  "text-changed": "The text that was decided on is no longer the one that was shown. Nothing was written.",
  "not-here": "It cannot be done from where it was asked for; the message says where it can.",
  "no-index": "There is no index yet, or it has no repositories.",
  "other-index": "A cursor or an id belongs to an index that was replaced: read again from the start.",
  "not-found": "There is nothing with this name that the caller may see.",
  refused: "The server refuses it, now and if it is asked again.",
  "refused-by-github": "GitHub refused it: the caller may not, or it cannot be done there.",
  "github-away": "GitHub does not respond, and it cannot be done without it. Try again later.",
  "no-login": "There is no token for the host, or GitHub does not accept it.",
  failed: "Anything else; the message says what to do.",
} as const satisfies Readonly<Record<string, string>>;
export type ErrorCode = keyof typeof errorCodes;

/** GitHub refused what the caller may not do, or what cannot be done there. */
export class GitHubRefused extends UserError {
  override readonly code = "refused-by-github";
}

/** The caller has no token for the host, or one that GitHub does not accept. */
export class NotLoggedIn extends UserError {
  override readonly code = "no-login";
}

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
