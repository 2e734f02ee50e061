/**
 * The result of an operation. Refusals are values, because they are GitHub's ordinary responses: REST gives
 * each a status, GraphQL a `type`.
 */

/** One entry of a 422's `errors`. */
export interface FieldError {
  readonly resource: string;
  readonly field: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom";
  readonly message?: string;
}

export type OpRefusal =
  | { readonly kind: "not_found" }
  /** `needs`: GraphQL has a different message for missing admin rights. */
  | { readonly kind: "forbidden"; readonly message: string; readonly needs?: "admin" }
  | { readonly kind: "unprocessable"; readonly message: string; readonly errors: readonly FieldError[] }
  | { readonly kind: "conflict"; readonly message: string }
  /** Refused in the current state; another try may succeed later. */
  | { readonly kind: "not_allowed"; readonly message: string }
  | { readonly kind: "gone"; readonly message: string }
  /** The issue was transferred. */
  | { readonly kind: "moved"; readonly issueId: number };

export type OpResult<T> = { readonly kind: "ok"; readonly value: T } | OpRefusal;

export function ok<T>(value: T): OpResult<T> {
  return { kind: "ok", value };
}

export const notFound: OpRefusal = { kind: "not_found" };

export function forbidden(message: string): OpRefusal {
  return { kind: "forbidden", message };
}

export const needsAdmin: OpRefusal = {
  kind: "forbidden",
  message: "Must have admin rights to Repository.",
  needs: "admin",
};

/** A 422 "Validation Failed" about one field. */
export function invalid(error: FieldError): OpRefusal {
  return { kind: "unprocessable", message: "Validation Failed", errors: [error] };
}

/** A 405: not allowed in the current state. */
export function notAllowed(message: string): OpRefusal {
  return { kind: "not_allowed", message };
}

/** A 422 with a message and no list of errors. */
export function unprocessable(message: string): OpRefusal {
  return { kind: "unprocessable", message, errors: [] };
}
