/**
 * The log: pino behind the port of floor 0. One JSON line each, or one readable line on a terminal. A newcomer would
 * trust callers to leave secrets out: every finished line is searched for them once more.
 */
import { type DestinationStream, type Logger as Pino, pino, stdTimeFunctions } from "pino";
import type { LogFields, Logger } from "../base/logger.ts";
import { visible } from "../protocol/characters.ts";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: "json" | "pretty";
  readonly destination: DestinationStream;
}

export interface Logs {
  readonly logger: Logger;
  /** For libraries that want a pino; never below `warn`, where Probot would print whole payloads. */
  readonly forLibraries: Pino;
}

const secret =
  /\bgh[opsur]_\w{20,255}|\bgithub_pat_\w{20,255}|\beyJ[\w-]{10,4000}\.[\w-]{10,4000}\.[\w-]{10,4000}|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}-----END [A-Z ]{0,30}PRIVATE KEY-----|\bsha256=[0-9a-f]{64}\b/g;

/** `text` with tokens, keys and signatures taken out. */
function redacted(text: string): string {
  return text.replace(secret, "[redacted]");
}

/** One line for people: time, level where it matters, message, fields. */
function prettyLine(line: string): string {
  const { time, level, msg, err, ...fields }: Record<string, unknown> = JSON.parse(line);
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`);
  const mark = level === "info" ? "" : `${String(level)}: `;
  const stack = typeof err === "object" && err !== null && "stack" in err ? `\n${String(err.stack)}` : "";
  return `${visible(`${String(time).slice(11, 19)} ${mark}${String(msg)}${rest.join("")}${stack}`)}\n`;
}

export function createLogs(settings: LogSettings): Logs {
  const root = pino(
    {
      level: settings.level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        streamWrite: (line) => redacted(settings.format === "pretty" ? prettyLine(line) : line),
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
