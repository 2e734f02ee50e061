/**
 * The log of a command that runs the App: readable on a terminal, JSON otherwise, always on the error stream.
 */
import { pino } from "pino";
import type { Logger } from "../../base/logger.ts";
import type { ServerSettings } from "../../server/composition/environment.ts";
import { createLogs, type LogSettings } from "../../server/log/logger.ts";
import { takesColour } from "../terminal/colour.ts";
import type { Terminal } from "../terminal/terminal.ts";

export function appLog(terminal: Terminal, { logLevel }: Pick<ServerSettings, "logLevel">): Logger {
  return createLogs({
    // A terminal already shows the announcement, so it gets problems only; a log collector gets every line.
    level: terminal.isErrTty && logLevel === "info" ? "warn" : logLevel,
    format: logFormat(terminal),
    destination: pino.destination({ dest: 2, sync: true }),
  }).logger;
}

/** Depends on the error stream, where the log goes: the output may be piped while a person reads the log. */
export function logFormat({ isErrTty, env }: Pick<Terminal, "isErrTty" | "env">): LogSettings["format"] {
  if (!isErrTty) return "json";
  return takesColour(env) ? "coloured" : "pretty";
}
