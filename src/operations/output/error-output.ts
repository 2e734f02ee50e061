/** A user's error as JSON, the same at every door. */
import type { ErrorCode, UserError } from "../../base/errors.ts";

export interface ErrorOutput {
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

export function errorOutput({ code, message }: UserError): ErrorOutput {
  return { error: { code, message } };
}
