/** A terminal that records its output, and a way to run the command line in this process. */
import { expect } from "vitest";
import { run } from "../../src/cli/main.ts";
import type { Environment } from "../../src/server/composition/environment.ts";
import { printedMisfits } from "../support/outputs.ts";
import { variablesFor } from "../support/store-of-flows.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs one command line to its end. What an operation printed with `--json` is held to its schema.
 * @param onErr receives output on the error stream immediately
 */
export async function signalbox(
  argv: readonly string[],
  env: Environment = {},
  onErr: (text: string) => void = () => {},
  ask?: (question: string) => Promise<string>,
  isTty = false,
): Promise<Ran> {
  let out = "";
  let err = "";
  let code = 0;
  const failed = await run(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
      onErr(text);
    },
    isTty,
    isErrTty: isTty,
    env: { ...variablesFor(argv, env.SIGNALBOX_HOME), ...env },
    ...(ask && { ask }),
    exitWith: (given) => {
      code = given;
    },
  });
  expect(printedMisfits(argv, out)).toEqual([]);
  return { code: failed ?? code, out, err };
}

/** Runs one command line as on a screen. */
export const onTerminal = (argv: readonly string[], env: Environment = {}): Promise<Ran> =>
  signalbox(argv, env, () => {}, undefined, true);
