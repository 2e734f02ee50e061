/**
 * The shape of an operation: said once, it is a command, later a tool and a request's body. A newcomer would check
 * flags in the command line: the schema here is the only check, and every door goes through it.
 */
import type { z } from "zod";
import type { Clock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import type { FullRef, Home } from "../protocol/ref.ts";
import { type Look, plainLook, type Shown } from "./look.ts";
import type { Board, Freshness } from "./ports.ts";

/** What an operation may use. */
export interface OperationPorts {
  readonly board: Board;
  readonly clock: Clock;
  /** Where `#12` is when nobody says. Undefined: the only repository that the board knows. */
  readonly repository: Home | undefined;
  /** Lets the server look at GitHub afresh, for an issue and whatever changed around it. Never rejects. */
  readonly freshen: (ref: FullRef) => Promise<Freshness>;
  /** Tells somebody who waits how things stand. Not part of the result. */
  readonly progress: (line: string) => void;
  /** How texts are shown; plain where left out. */
  readonly look?: Look;
}

/**
 * @example
 * const result = await show.run(ports, { issue: "#12" });
 * console.log(result.text);
 */
export interface Operation {
  readonly name: string;
  readonly summary: string;
  /** Who asks for it most: where a list of operations is grouped, it stands among theirs. */
  readonly audience: "agents" | "people";
  readonly input: z.ZodObject;
  /** Input properties that stand without a flag on the command line, in this order. */
  readonly positional: readonly string[];
  /** Command lines without the program's name. */
  readonly examples: readonly string[];
  /**
   * @param raw checked against `input`
   * @throws UserError when `raw` does not fit or names something that is not there
   */
  readonly run: (ports: OperationPorts, raw: unknown) => Promise<OperationResult>;
}

export interface OperationResult {
  /** JSON-safe. */
  readonly output: unknown;
  /** The same for people: lines without escape sequences but those of `look`. */
  readonly text: string;
  /** False when what was asked for is not so yet, as after a time limit. */
  readonly isMet: boolean;
}

/** An operation with its types, before they are closed over. */
interface Definition<Input extends z.ZodObject, Output> extends Omit<Operation, "input" | "run"> {
  readonly input: Input;
  readonly run: (ports: OperationPorts, input: z.output<Input>) => Output | Promise<Output>;
  readonly text: (output: Output, shown: Shown) => string;
  readonly isMet?: (output: Output) => boolean;
}

export function operation<Input extends z.ZodObject, Output>(
  definition: Definition<Input, Output>,
): Operation {
  const { name, summary, audience, input, positional, examples } = definition;
  return {
    name,
    summary,
    audience,
    input,
    positional,
    examples,
    run: async (ports, raw) => {
      const parsed = input.safeParse(raw);
      if (!parsed.success) throw misfit(name, parsed.error, examples);
      const output = await definition.run(ports, parsed.data);
      const shown = { look: ports.look ?? plainLook, now: ports.clock.now() };
      return { output, text: definition.text(output, shown), isMet: definition.isMet?.(output) ?? true };
    },
  };
}

function misfit(name: string, error: z.ZodError, examples: readonly string[]): UserError {
  const problems = error.issues.map((issue) => `- ${issue.path.join(".") || name}: ${issue.message}`);
  const example = examples[0] === undefined ? "" : `\nFor example: signalbox ${examples[0]}`;
  return new UserError(`\`${name}\` was not understood:\n${problems.join("\n")}${example}`);
}
