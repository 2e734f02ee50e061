/**
 * Says what can stand where the cursor is, from the commands themselves: no list of words is kept by hand. Whatever a
 * command line means is decided by commander when it runs; this only has to be useful.
 */
import type { Argument, Command, Option } from "commander";

/** A word that fits. */
export interface Candidate {
  readonly value: string;
  /** One line; empty if there is nothing to say. */
  readonly description: string;
}

export type Fitting =
  | { readonly type: "words"; readonly words: readonly Candidate[] }
  /** What it is called where it is wanted, such as `issue` or `track`, and the command that wants it. */
  | { readonly type: "value"; readonly name: string; readonly command: string };

/** The end of a command line that is being typed. */
export interface Typed {
  /** The words before, without the program's name. */
  readonly before: readonly string[];
  /** The word at the cursor, as far as it goes. */
  readonly current: string;
}

export interface AtCursor {
  readonly fitting: Fitting;
  /** Precedes each candidate, as in `--track=`. */
  readonly prefix: string;
}

export function atCursor(root: Command, { before, current }: Typed): AtCursor {
  const place = walk(root, before);
  const [, flag = "", value = ""] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  const named = place.pending ?? (flag === "" ? undefined : optionOf(place.command, flag));
  if (named !== undefined)
    return { fitting: wantedBy(named, place.command), prefix: place.pending === undefined ? `${flag}=` : "" };
  if (value === "" && current.startsWith("-") && !place.isAfterDashes)
    return { fitting: { type: "words", words: flagsOf(place.command) }, prefix: "" };
  return { fitting: positional(place), prefix: "" };
}

interface Place {
  readonly command: Command;
  /** How many arguments it has already. */
  readonly given: number;
  /** The option whose value comes next. */
  readonly pending: Option | undefined;
  /** Whether `--` has ended the options. */
  readonly isAfterDashes: boolean;
}

function walk(root: Command, words: readonly string[]): Place {
  const start: Place = { command: root, given: 0, pending: undefined, isAfterDashes: false };
  return words.reduce(afterWord, start);
}

function afterWord(place: Place, word: string): Place {
  const { command, given, pending, isAfterDashes } = place;
  // bash breaks `--track=api` into three words.
  if (word === "=") return place;
  if (pending !== undefined) return { ...place, pending: undefined };
  if (word === "--") return { ...place, isAfterDashes: true };
  if (word.startsWith("-") && !isAfterDashes) {
    const option = word.includes("=") ? undefined : optionOf(command, word);
    return option?.required === true || option?.optional === true ? { ...place, pending: option } : place;
  }
  const next = given === 0 ? command.commands.find((each) => each.name() === word) : undefined;
  return next === undefined ? { ...place, given: given + 1 } : { ...place, command: next };
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag);
}

function positional({ command, given }: Place): Fitting {
  const commands = command.createHelp().visibleCommands(command);
  if (given === 0 && commands.length > 0)
    return {
      type: "words",
      words: commands.map((each) => ({ value: each.name(), description: each.description() })),
    };
  const { registeredArguments: wanted } = command;
  const last = wanted.at(-1);
  const argument = wanted[given] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined ? { type: "words", words: [] } : wantedBy(argument, command);
}

function wantedBy(wanted: Option | Argument, command: Command): Fitting {
  const { argChoices } = wanted;
  if (argChoices !== undefined)
    return { type: "words", words: argChoices.map((value) => ({ value, description: "" })) };
  const name = "long" in wanted ? (wanted.long ?? "").replace(/^--/, "") : wanted.name();
  return { type: "value", name, command: command.name() };
}

function flagsOf(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long == null ? [] : { value: long, description }));
}
