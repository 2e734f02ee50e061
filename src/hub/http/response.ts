/** A response before it is written to the socket, and the shapes that GitHub gives its errors. */
import { STATUS_CODES } from "node:http";
import { unreachable } from "../../base/errors.ts";
import type { OpRefusal, OpResult } from "../ops/result.ts";

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sent as JSON; a string or bytes are sent as is, with the content type of the headers. Undefined for an
   * empty body.
   */
  readonly body?: unknown;
}

const documentation = "https://docs.github.com/rest";

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, body, headers };
}

export const noContent: HttpResponse = { status: 204 };

/** An error in GitHub's shape. */
export function failure(
  status: number,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
): HttpResponse {
  return json(status, { message, ...extra, documentation_url: documentation, status: String(status) });
}

export function describeStatus(status: number): string {
  return STATUS_CODES[status] ?? "Unknown";
}

/** REST's response to an operation: `present` for its success, GitHub's error for a refusal. */
export function toResponse<T>(
  result: OpResult<T>,
  present: (value: T) => HttpResponse,
  linkToIssue: (issueId: number) => string = () => "",
): HttpResponse {
  return result.kind === "ok" ? present(result.value) : refusalResponse(result, linkToIssue);
}

function refusalResponse(refusal: OpRefusal, linkToIssue: (issueId: number) => string): HttpResponse {
  switch (refusal.kind) {
    case "not_found":
      return failure(404, "Not Found");
    case "forbidden":
      return failure(403, refusal.message);
    case "unprocessable":
      return failure(422, refusal.message, refusal.errors.length === 0 ? {} : { errors: refusal.errors });
    case "conflict":
      return failure(409, refusal.message);
    case "not_allowed":
      return failure(405, refusal.message);
    case "gone":
      return failure(410, refusal.message);
    case "moved": {
      const location = linkToIssue(refusal.issueId);
      return json(
        301,
        { message: "Moved Permanently", url: location, documentation_url: documentation },
        { location },
      );
    }
    default:
      return unreachable(refusal);
  }
}
