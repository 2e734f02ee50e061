/** A read that failed as a whole. Writes do not throw: each has a result of its own. */
import type { Failure } from "./ports/failure.ts";

export class RequestFailed extends Error {
  override readonly name = "RequestFailed";
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}
