/**
 * The log: pino behind the interface of floor 0, one JSON line per entry, or one readable line on a terminal.
 * Never rely on callers to leave secrets out: every finished line is searched for them again.
 */
import { type DestinationStream, type Logger as Pino, pino, stdTimeFunctions } from "pino";
import { unreachable } from "../../base/errors.ts";
import type { LogFields, Logger } from "../../base/logger.ts";
import { redacted, redactShapes } from "../../base/secret-shapes.ts";
import { visible } from "../../protocol/characters.ts";
import { readableLine } from "./readable-line.ts";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: "json" | "pretty" | "coloured";
  readonly destination: DestinationStream;
}

export interface Logs {
  readonly logger: Logger;
  /** For libraries that expect a pino logger; never below `warn`, where Probot would print whole payloads. */
  readonly forLibraries: Pino;
}

/** The signature of a delivery. */
const signature = /\bsha256=[0-9a-f]{64}\b/g;

/** The line without secrets, and without the hidden characters that would split one. */
function cleanLine(line: string): string {
  return redactShapes(visible(line)).replace(signature, redacted);
}

function format(as: LogSettings["format"], line: string): string {
  switch (as) {
    case "json":
      return line;
    case "pretty":
      return readableLine(line, false);
    case "coloured":
      return readableLine(line, true);
    default:
      return unreachable(as);
  }
}

export function createLogs(settings: LogSettings): Logs {
  const root = pino(
    {
      level: settings.level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        streamWrite: (line) => format(settings.format, cleanLine(line)),
      },
    },
    settings.destination,
  );
  const quiet = settings.level === "debug" || settings.level === "info" ? "warn" : settings.level;
  const write = (level: "debug" | "info" | "warn") => (fields: LogFields, message: string) =>
    root[level](fields, message);
  return {
    logger: {
      debug: write("debug"),
      info: write("info"),
      warn: write("warn"),
      error: (fields, message, cause) => root.error({ ...fields, err: cause }, message),
    },
    forLibraries: root.child({}, { level: quiet }),
  };
}
