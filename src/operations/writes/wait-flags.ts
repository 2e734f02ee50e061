/** Waiting for what becomes of a message that was just written. */
import { z } from "zod";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import type { OperationPorts } from "../operation.ts";

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, "must be a duration: 90s, 30m or 2h");

/**
 * @param until ends the sentence "wait until"
 * @param timeout the default
 */
export function waitFlags(until: string, timeout: string) {
  return {
    wait: z.boolean().default(false).describe(`wait until ${until}`),
    timeout: duration.default(timeout).describe("with --wait: how long"),
  } as const;
}

interface Waiting {
  readonly dryRun: boolean;
  readonly wait: boolean;
}

export const waitsForSomething = ({ dryRun, wait }: Waiting): boolean => !(dryRun && wait);

export const waitsForNothing = {
  path: ["wait"],
  message: "a dry run writes nothing that could be waited for",
};

/** @throws UserError where there is no index to wait on */
export function requireIndexToWait({ source }: OperationPorts, { wait }: Pick<Waiting, "wait">): void {
  if (wait && source === "github")
    throw new UserError(
      "--wait needs the server's data folder (--home or SIGNALBOX_HOME). Leave it out, and look with `signalbox show`.",
      { code: "not-here" },
    );
}
