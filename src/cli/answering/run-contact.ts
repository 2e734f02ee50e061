/**
 * How a command reaches the server inside of a run: by the file that `signalbox run` wrote for its program, with the run's own
 * secret. There is no data folder there.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { Terminal } from "../terminal/terminal.ts";

const shape = z.object({
  /** Root of the server, without a trailing slash. */
  url: z.url(),
  /** The run's secret. */
  token: z.string(),
  /** Root of the hub, if that stands in for GitHub. */
  hub: z.url().optional(),
});
export type RunContact = Readonly<z.output<typeof shape>>;

/** Undefined outside of a run. @throws UserError once the run is over */
export function runContact({ env }: Pick<Terminal, "env">): RunContact | undefined {
  const path = env.SIGNALBOX_RUN || undefined;
  if (path === undefined) return undefined;
  try {
    return shape.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (thrown) {
    throw runIsOver(thrown);
  }
}

export function runIsOver(cause?: unknown): UserError {
  return new UserError(
    "The run that this shell belongs to is over, and with it what it may do at the server. `signalbox run` starts the next one.",
    { code: "no-login", ...(cause === undefined ? {} : { cause }) },
  );
}
