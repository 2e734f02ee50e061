/**
 * The shape of an operation. Defined once, it serves as a command, a tool and a request. Never validate input
 * in the command line: the schema here is the only check, for every caller.
 */
import { z } from "zod";
import { type Clock, toIsoSeconds } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import type { Acknowledgement } from "../dispatcher/ports/agents/note-marks.ts";
import type { FullRef, RepositoryName } from "../protocol/references/ref.ts";
import { cleanValue } from "../protocol/render/clean-text.ts";
import type { ShownTexts } from "./commands/remembered-texts.ts";
import { asOf, type DataAge, type Look, plainLook, type Shown } from "./output/look.ts";
import type { BeatReply, BeatRequest, Board, Freshness, OrderReply, OrderRequest } from "./ports.ts";
import type { AsCaller } from "./writes/as-caller.ts";
import type { CheckoutSeen } from "./writes/checkout-seen.ts";

/** The dependencies of operations. */
export interface OperationPorts {
  readonly board: Board;
  readonly clock: Clock;
  /** The repository that `#12` belongs to by default. If undefined: the board's only repository. */
  readonly repository: RepositoryName | undefined;
  /** Has the server refresh an issue, and what changed around it, from GitHub. Never rejects. */
  readonly freshen: (ref: FullRef) => Promise<Freshness>;
  /** How up to date the board is. Absent where that is unknown. Never rejects. */
  readonly reading?: () => Promise<DataAge>;
  /** The agent that asks, if the surroundings name one. */
  readonly agent?: string | undefined;
  /** The ULID of its session, if the surroundings name one. */
  readonly session?: string | undefined;
  /** The space to which lists of tasks are narrowed, as the surroundings name it. */
  readonly space?: string | undefined;
  /** The token of its lease, and the task that the lease is of, if the surroundings name them. */
  readonly lease?: { readonly token: string; readonly task: string | undefined } | undefined;
  /** `github` if the board shows what GitHub does, and no index; absent for an index. */
  readonly source?: "github";
  /** Has the App carry out an order. Absent where it cannot be reached. Never rejects. */
  readonly order?: (wish: OrderRequest) => Promise<OrderReply>;
  /** Gives a sign of life. Absent where no server can be told; undefined if none answers. Never rejects. */
  readonly beat?: (sign: BeatRequest) => Promise<BeatReply | undefined>;
  /**
   * Records what an agent has read; absent where there is no data folder. Resolves to how many notes were
   * unread.
   */
  readonly acknowledge?: (agent: string, read: readonly Acknowledgement[]) => Promise<number>;
  /**
   * Has a server elsewhere carry out the whole operation, and resolves to its output as JSON. The board is then not
   * there to be read.
   */
  readonly server?: (operation: string, input: unknown, wait: Waits) => Promise<unknown>;
  /**
   * Takes a command from the person who chose on a page, in place of a comment by a login that agents use, too. Absent for
   * everybody else. Never rejects.
   */
  readonly choose?: (ref: FullRef, text: string) => Promise<OrderReply>;
  /** The checkout in which the caller works; resolves to undefined outside of one. Absent where the caller is elsewhere. */
  readonly checkout?: () => Promise<CheckoutSeen | undefined>;
  /** GitHub as the caller. Absent where nobody can write. */
  readonly asCaller?: () => Promise<AsCaller>;
  /** The texts that the caller was shown before, where the door remembers them. */
  readonly shown?: ShownTexts;
  /** Reports progress to a waiting caller. Not part of the result. */
  readonly progress: (line: string) => void;
  /** How texts are shown; plain by default. */
  readonly look?: Look;
  /**
   * Who asks. Undefined for the owner of the data folder, who may see everything: a door that lets others in must
   * name them.
   */
  readonly caller: Caller | undefined;
  /** Ends what waits, when the caller has gone or the server stops. */
  readonly signal?: AbortSignal;
}

/** How a request that waits is cut into parts, as no connection is kept for long. */
export interface Waits {
  /** Whether an output meets the request. */
  readonly isMet: (output: unknown) => boolean;
  /** Ends it, and takes what is reported meanwhile. */
  readonly signal: AbortSignal | undefined;
  /** Whether the request may carry the id of an order, by which it is carried out once however often it is sent. */
  readonly takesOrder: boolean;
}

/** A GitHub account that asks. */
export interface Caller {
  readonly login: string;
  readonly nodeId: string;
  /** The agent that asks, where the door knows it. */
  readonly agent?: string | undefined;
}

/** Each with what it means to people; `docs/operations.md` says it of each operation. */
export const effects = {
  reads: "Reads the index, and changes nothing.",
  waits: "Reads the index until something has happened, and has the server look at GitHub again.",
  streams: "Reads the index, again and again.",
  writes: "Writes to GitHub, as the caller.",
  orders: "Has the server do something for an agent; from another machine, by a comment.",
} as const satisfies Readonly<Record<string, string>>;
export type Effect = keyof typeof effects;

/** @example const result = await show.run(ports, { issue: "#12" }); console.log(result.text); */
export interface Operation {
  readonly name: string;
  /** The command of which it is a subcommand: `space-start` of the group `space` is `space start`. */
  readonly group?: string;
  readonly summary: string;
  /** Who uses it most: lists of operations are grouped by it. */
  readonly audience: "agents" | "people";
  readonly input: z.ZodObject;
  /** Properties of the input that are positional on the command line, in this order. */
  readonly positional: readonly string[];
  /** Command lines without the program's name. */
  readonly examples: readonly string[];
  /**
   * Set if it only reads the board: its output then says how up to date that is. A list becomes the property
   * of this name, which `output` has to describe.
   */
  readonly reads?: Reads;
  /** Set if it also works where no index is at hand, from what GitHub shows to the caller. */
  readonly worksFromGitHub?: true;
  /**
   * Set if it decides something for people. A person's login in a model's hands decides nothing, so doors for models
   * leave it out unless the person who opened them says otherwise.
   */
  readonly decides?: true;
  /** What it does to the world. One that writes words to GitHub also works without an index. */
  readonly effect: Effect;
  /** The output as JSON. Tests hold every result to it; at run time nothing does. */
  readonly output: z.ZodObject;
  /**
   * How a model reaches it: by one of the few tools that are always listed, by the tool that leads to all others, or
   * not at all.
   */
  readonly tool: "core" | "dispatched" | "none";
  /** What it means that a result is not met, which the command line shows as exit code 2; absent if it always is. */
  readonly unmet?: string;
  /**
   * @param raw validated against `input`
   * @throws UserError if `raw` is invalid or names something that does not exist
   */
  readonly run: (ports: OperationPorts, raw: unknown) => Promise<OperationResult>;
}

export interface OperationResult {
  /** JSON-safe. */
  readonly output: unknown;
  /** The same for people: lines without escape sequences, except those that `look` adds. */
  readonly text: string;
  /** False if the request has not been met yet, as after a time limit. */
  readonly isMet: boolean;
  /** Call it once the result has been written, and not if that failed. */
  readonly afterwards?: () => Promise<void>;
}

/** `object` if the output is not a list. */
export type Reads =
  | "object"
  | "issues"
  | "tasks"
  | "decisions"
  | "questions"
  | "votes"
  | "contracts"
  | "spaces";

/** The words of its command line: `space start` for `space-start` of the group `space`. */
export function commandWords({ name, group }: Pick<Operation, "name" | "group">): string {
  return group === undefined ? name : `${group} ${name.slice(group.length + 1)}`;
}

/** An operation with its input and output types, before they are erased. */
interface Definition<Input extends z.ZodObject, Output> extends Omit<Operation, "input" | "run" | "unmet"> {
  readonly input: Input;
  readonly run: (ports: OperationPorts, input: z.output<Input>) => Output | Promise<Output>;
  readonly text: (output: Output, shown: Shown, input: z.output<Input>) => string;
  /** What follows once the result has been written. */
  readonly afterwards?: (ports: OperationPorts, output: Output) => Promise<void>;
}

/** Whether a result meets the request, and what it means if it does not. */
type Goal<Output> =
  | { readonly isMet: (output: Output) => boolean; readonly unmet: string }
  | { readonly isMet?: never; readonly unmet?: never };

export function operation<Input extends z.ZodObject, Output>(
  definition: Definition<Input, Output> & Goal<Output>,
): Operation {
  const { run, text, isMet, afterwards, ...described } = definition;
  const { name, input, examples, reads } = described;
  const elsewhere = async (
    { look = plainLook, clock, signal }: OperationPorts,
    server: NonNullable<OperationPorts["server"]>,
    given: { readonly raw: unknown; readonly parsed: z.output<Input> },
  ): Promise<OperationResult> => {
    const meets = (output: unknown): boolean => isMet?.(withoutReading<Output>(reads, output)) ?? true;
    // An older server, or one that is not ours, may not have cleaned it.
    const takesOrder = "order" in input.shape;
    const output = cleanValue(await server(name, given.raw, { isMet: meets, signal, takesOrder }));
    if (!described.output.safeParse(output).success) throw otherRelease(name);
    const shown = { look, now: clock.now(), reading: readingIn(reads, output) };
    const shownText = text(withoutReading<Output>(reads, output), shown, given.parsed);
    return { output, text: shownText, isMet: meets(output) };
  };
  return {
    ...described,
    run: async (ports, raw) => {
      const parsed = input.safeParse(raw);
      if (!parsed.success) throw misfit(name, parsed.error, examples);
      if (ports.server !== undefined) return elsewhere(ports, ports.server, { raw, parsed: parsed.data });
      // Asked before anything is read: what is read later is at least as new.
      const reading = reads === undefined ? undefined : await ports.reading?.();
      const found = await run(ports, parsed.data);
      // The one place where what others wrote is cleaned for all doors.
      const output = cleanValue(found);
      const shown = { look: ports.look ?? plainLook, now: ports.clock.now(), reading };
      // A terminal shows it in its last line; in a pipe it must not come between the lines.
      if (reading?.remark !== undefined && !shown.look.isTerminal) ports.progress(asOf(shown));
      return {
        output: reads === undefined ? output : withReading(reads, output, reading),
        text: text(output, shown, parsed.data),
        isMet: isMet?.(found) ?? true,
        ...(afterwards === undefined ? {} : { afterwards: () => afterwards(ports, found) }),
      };
    },
  };
}

function otherRelease(name: string): UserError {
  return new UserError(
    `The server answered \`${name}\` in a way that this release does not know: it is of another release. Install the same one here and there (signalbox --version).`,
    { code: "not-here" },
  );
}

function withReading(reads: Reads, output: unknown, reading: DataAge | undefined): unknown {
  const at = reading?.asOf === undefined ? null : toIsoSeconds(reading.asOf);
  const said = { asOf: at, isFresh: reading?.isFresh ?? false };
  return reads === "object" ? Object.assign(said, output) : { ...said, [reads]: output };
}

/** What an operation made, as JSON brings it: undefined properties are gone, which no operation tells apart. */
function withoutReading<Output>(reads: Reads | undefined, output: unknown): Output {
  const isListed = reads !== undefined && reads !== "object" && typeof output === "object" && output !== null;
  return (isListed ? Reflect.get(output, reads) : output) as Output;
}

const readingShape = z.object({ asOf: z.string().nullable(), isFresh: z.boolean() });

function readingIn(reads: Reads | undefined, output: unknown): DataAge | undefined {
  const { success, data } = readingShape.safeParse(reads === undefined ? undefined : output);
  if (!success) return undefined;
  const asOf = data.asOf === null ? undefined : Date.parse(data.asOf);
  return {
    asOf,
    isFresh: data.isFresh,
    remark: data.isFresh ? undefined : "the server does not do all of its work (/health says why)",
  };
}

function misfit(name: string, error: z.ZodError, examples: readonly string[]): UserError {
  const problems = error.issues.map((issue) => `- ${issue.path.join(".") || name}: ${issue.message}`);
  const example = examples[0] === undefined ? "" : `\nFor example: signalbox ${examples[0]}`;
  const message = `\`${name}\` was not understood:\n${problems.join("\n")}${example}`;
  return new UserError(message, { code: "invalid-input" });
}
