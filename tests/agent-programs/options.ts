/** The command line of `npm run programs`. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf, UserError } from "../../src/base/errors.ts";
import { type Story, stories } from "./checks/check.ts";
import { type ProgramName, programNames } from "./programs/agent-program.ts";

export const help = `npm run programs -- [claude] [codex] [opencode] [options]

Plays stories with real agents' programs: signalbox, its hub and a scripted model in a network
namespace of their own, so that no program reaches its provider. All programs unless some are named.

  --install           install their newest versions into the folder first (1 GB); the only step that uses the network
  --folder <folder>   where they are installed; otherwise ~/.cache/signalbox-programs, then the PATH
  --story <story>     play this story; may be given more than once: ${stories.join(", ")}
  --only <words>      play only checks whose ability has these words
  --slow              also play checks that take minutes
  --times <n>         play everything this many times: 1
  --record            write what the programs print today into tests/harness/recordings, and play nothing
  --work <folder>     where the checks leave their files; otherwise a folder that is deleted if nothing is broken
  --json              print JSON instead of tables
  --help              print this

Exit code: 0 if nothing is broken, or nothing could be played; 1 if something is; 2 for a mistake in the options.

Examples:
  npm run programs -- --install                     install all, and play everything
  npm run programs -- claude --story shell          one program, one story
  npm run programs -- codex --only 'claim to merge' one check
  npm run programs -- --json > programs.json        for a program
`;

export interface Options {
  readonly programs: readonly ProgramName[];
  readonly stories: readonly Story[];
  readonly only: string;
  readonly isSlow: boolean;
  readonly times: number;
  readonly installs: boolean;
  readonly records: boolean;
  readonly folder: string;
  /** Undefined for one of our own. */
  readonly work: string | undefined;
  readonly isJson: boolean;
}

/**
 * @returns undefined if help is asked for
 * @throws UserError if it cannot be understood
 */
export function readOptions(argv: readonly string[], environment: NodeJS.ProcessEnv): Options | undefined {
  const { values, positionals } = parse(argv);
  if (values.help) return undefined;
  if (!/^[1-9]\d?$/.test(values.times))
    throw new UserError(`--times must be a number from 1 to 99, found ${values.times}.`);
  return {
    programs:
      positionals.length === 0
        ? programNames
        : positionals.map((name) => oneOf("program", programNames, name)),
    stories: values.story.length === 0 ? stories : values.story.map((name) => oneOf("story", stories, name)),
    only: values.only,
    isSlow: values.slow,
    times: Number(values.times),
    installs: values.install,
    records: values.record,
    folder: resolve(values.folder ?? defaultFolder(environment)),
    work: values.work === undefined ? undefined : resolve(values.work),
    isJson: values.json,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        install: { type: "boolean", default: false },
        folder: { type: "string" },
        story: { type: "string", multiple: true, default: [] },
        only: { type: "string", default: "" },
        slow: { type: "boolean", default: false },
        times: { type: "string", default: "1" },
        record: { type: "boolean", default: false },
        work: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (thrown) {
    throw new UserError(messageOf(thrown));
  }
}

function oneOf<T extends string>(what: string, known: readonly T[], name: string): T {
  const found = known.find((each) => each === name);
  if (found === undefined)
    throw new UserError(`There is no ${what} "${name}": it is one of ${known.join(", ")}.`);
  return found;
}

function defaultFolder({ XDG_CACHE_HOME }: NodeJS.ProcessEnv): string {
  return join(XDG_CACHE_HOME ?? join(homedir(), ".cache"), "signalbox-programs");
}
