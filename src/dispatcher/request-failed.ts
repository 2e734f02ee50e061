/** A read that failed as a whole. Writes do not throw: each has its own result. */
import type { Failure } from "./ports/failure.ts";
import type { ReadRequest } from "./ports/tracker.ts";

export class RequestFailed extends Error {
  override readonly name = "RequestFailed";
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

/** GitHub responded, but left out some of the requested issues: the rest can be read without them. */
export class IssuesUnread extends RequestFailed {
  readonly requests: readonly ReadRequest[];

  constructor(failure: Failure, requests: readonly ReadRequest[]) {
    super(failure);
    this.requests = requests;
  }
}
