/** The log of a command that runs the App: readable on a terminal, JSON anywhere else, always on the error stream. */
import { pino } from "pino";
import type { Logger } from "../base/logger.ts";
import type { Settings } from "../server/environment.ts";
import { createLogs } from "../server/logger.ts";
import type { Terminal } from "./terminal.ts";

export function appLog(terminal: Terminal, { logLevel }: Pick<Settings, "logLevel">): Logger {
  return createLogs({
    // Beside the announcement people want to hear of trouble only; a collector gets every line.
    level: terminal.isTty && logLevel === "info" ? "warn" : logLevel,
    format: terminal.isTty ? "pretty" : "json",
    destination: pino.destination({ dest: 2, sync: true }),
  }).logger;
}
