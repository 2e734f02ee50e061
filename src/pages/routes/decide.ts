/** Carries out the form of a decision: an option, the reader's own words, or a verdict on a suggested answer. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { type FullRef, formatRef, readFullRef } from "../../protocol/references/ref.ts";
import type { FormRequest } from "../page.ts";
import { type CarriedOut, carryOut } from "./carry-out.ts";

const form = z.object({
  issue: z.string().max(200),
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
  option: z.union([z.enum(["own", "approve", "refuse"]), z.string().regex(/^[1-9]\d{0,2}$/)]),
  because: z.string().max(20_000).default(""),
});

export interface DecidedForm {
  readonly issue: FullRef;
  readonly because: string;
  readonly result: CarriedOut;
}

/** @throws UserError if the form is not one of ours */
export async function decide({ portsToDecide, form: sent }: FormRequest): Promise<DecidedForm> {
  const read = form.safeParse(Object.fromEntries(sent));
  const issue = read.success ? readFullRef(read.data.issue) : undefined;
  if (!read.success || issue === undefined)
    throw new UserError("The form is incomplete. Go back, reload the page, and try again.", {
      code: "invalid-input",
    });
  const { option, textHash, because } = read.data;
  const ports = await portsToDecide(issue, textHash);
  const name = formatRef(issue);
  const reason = because.trim() === "" ? undefined : because.trim();
  return { issue, because, result: await carriedOut(ports, name, option, textHash, reason) };
}

function carriedOut(
  ports: OperationPorts,
  issue: string,
  option: string,
  textHash: string,
  because: string | undefined,
): Promise<CarriedOut> {
  if (option === "approve") return carryOut(ports, "approve", { issue, hash: textHash });
  if (option === "refuse") return carryOut(ports, "refuse", { issue, textHash });
  if (option !== "own")
    return carryOut(ports, "decide", { issue, option: Number(option), because, textHash });
  if (because !== undefined) return carryOut(ports, "decide", { issue, because, textHash });
  const message = "Nothing was written: write your decision, or choose an option.";
  return Promise.resolve({ type: "refused", message, isStale: false });
}
