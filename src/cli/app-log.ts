/** The log of a command that runs the App: readable on a terminal, JSON anywhere else, always on the error stream. */
import { pino } from "pino";
import type { Logger } from "../base/logger.ts";
import type { Environment, Settings } from "../server/environment.ts";
import { createLogs, type LogSettings } from "../server/logger.ts";
import type { Terminal } from "./terminal.ts";

export function appLog(terminal: Terminal, { logLevel }: Pick<Settings, "logLevel">): Logger {
  return createLogs({
    // Beside the announcement people want to hear of trouble only; a collector gets every line.
    level: terminal.isErrTty && logLevel === "info" ? "warn" : logLevel,
    format: logFormat(terminal),
    destination: pino.destination({ dest: 2, sync: true }),
  }).logger;
}

/** By the error stream, which the log goes to: the output may be in a pipe while somebody reads the log. */
export function logFormat({ isErrTty, env }: Pick<Terminal, "isErrTty" | "env">): LogSettings["format"] {
  if (!isErrTty) return "json";
  return takesColour(env) ? "coloured" : "pretty";
}

/** https://no-color.org: set to anything, it asks for none. */
export function takesColour({ NO_COLOR, TERM }: Environment): boolean {
  return !NO_COLOR && TERM !== "dumb";
}
