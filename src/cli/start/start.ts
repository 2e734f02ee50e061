/** `signalbox start`: runs the App, plus the hub if nothing is configured, until Ctrl-C or SIGTERM. */
import { Command, Option } from "commander";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import type { Environment } from "../../server/composition/environment.ts";
import { type Role, roles } from "../../server/composition/roles.ts";
import { readSettingsFile } from "../settings-file.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { keepHeapLean } from "./lean-heap.ts";

interface Options {
  readonly poll?: string;
  readonly role: Role;
  readonly port?: string;
  readonly hubPort?: string;
  readonly home?: string;
  /** Not called `--env-file`: Node handles that flag itself wherever it appears. */
  readonly settings?: string;
}

export function startCommand(terminal: Terminal): Command {
  return new Command("start")
    .description("Run the App, plus the hub if no App is configured")
    .option("--poll <interval>", "poll GitHub at this interval instead of receiving deliveries: 15s, 1m")
    .addOption(
      new Option("--role <role>", "what this process does; web and worker share a PostgreSQL database")
        .choices(roles)
        .default("all"),
    )
    .option("--port <number>", "port of the App (default: PORT or 4000)")
    .option("--hub-port <number>", "port of the hub (default: HUB_PORT or 4001)")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--settings <file>", "read settings from this file first, as `signalbox setup` writes it")
    .addHelpText(
      "after",
      "\nExamples:\n  $ signalbox start\n  $ signalbox start --settings ~/.config/signalbox/app.env --poll 15s\n  $ signalbox start --role web       # with workers, and DATABASE_URL\n  $ signalbox start --role worker --port 4010",
    )
    .action(async (options: Options) => {
      const environment = environmentOf(terminal.env, options);
      const pollMs = options.poll === undefined ? undefined : intervalFrom(options.poll);
      keepHeapLean(options.role === "worker" ? "worker" : "usual");
      if (options.role !== "all") {
        if (pollMs !== undefined) throw new UserError(noPolling);
        if (options.hubPort !== undefined) throw new UserError(noHub);
        const { serveWeb, serveWorker } = await import("./serve-role.ts");
        return options.role === "web" ? serveWeb(terminal, environment) : serveWorker(terminal, environment);
      }
      const { serve } = await import("./serve.ts");
      await serve(terminal, environment, pollMs);
    });
}

/** Flags override the environment, which overrides the file. */
function environmentOf(environment: Environment, options: Options): Environment {
  const flags = { PORT: options.port, HUB_PORT: options.hubPort, SIGNALBOX_HOME: options.home };
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  const file = options.settings === undefined ? {} : readSettingsFile(options.settings);
  return { ...file, ...environment, ...Object.fromEntries(given) };
}

const noPolling =
  "--poll is for a single server. Web processes receive deliveries, and workers look for what was missed every few minutes.";

const noHub = "--hub-port is for a single server. Web processes and workers run no hub.";

const minPollMs = 1000;

function intervalFrom(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= minPollMs) return ms;
  throw new UserError(`--poll must be a duration of at least 1s, for example 15s or 1m, found ${text}.`);
}
