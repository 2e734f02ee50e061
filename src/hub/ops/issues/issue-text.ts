/** Validates titles and bodies. GitHub's message mentions 65,536 characters; what it enforces is bytes. */
import type { HubLimits } from "../../core.ts";
import { invalid, type OpResult, ok } from "../result.ts";

const titleLength = 256;

export function validateTitle(title: string): OpResult<string> {
  const trimmed = title.trim();
  if (trimmed === "") return invalid({ resource: "Issue", field: "title", code: "missing_field" });
  if ([...trimmed].length > titleLength) {
    const message = `title is too long (maximum is ${titleLength} characters)`;
    return invalid({ resource: "Issue", field: "title", code: "custom", message });
  }
  return ok(trimmed);
}

export function validateBody(
  limits: HubLimits,
  resource: "Issue" | "IssueComment",
  body: string,
): OpResult<string> {
  if (Buffer.byteLength(body) <= limits.bodyBytes) return ok(body);
  const message = "body is too long (maximum is 65536 characters)";
  return invalid({ resource, field: "body", code: "custom", message });
}
