/** An issue as a tool's argument. The operation resolves it; the instructions of the server say how it is written. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { issueInput } from "../../operations/issue.ts";

export const issueArgument = z.string().max(500);

type Issue = ReturnType<typeof issueInput.parse>;

/** @throws UserError if it is not one */
export function refIn(given: string): Issue {
  const found = issueInput.safeParse(given);
  if (found.success) return found.data;
  throw new UserError(found.error.issues[0]?.message ?? "Write 12, acme/demo#12 or its URL.");
}
