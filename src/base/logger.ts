/**
 * The logger interface: one line a call, fields first. Never log issue bodies at `info` (trust rule 15). The
 * adapter (pino) redacts; pass plain values and no secrets.
 */

/** The fields of a log line: flat and serialisable. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Writes one line a call. `error` takes the cause, which is logged with its stack. `warn` takes it where it may be an
 * outage, which has a line of its own, and never logs its stack.
 */
export interface Logger {
  readonly debug: (fields: LogFields, message: string) => void;
  readonly info: (fields: LogFields, message: string) => void;
  readonly warn: (fields: LogFields, message: string, cause?: unknown) => void;
  readonly error: (fields: LogFields, message: string, cause?: unknown) => void;
}

/** Discards everything, for programs that print their own output. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
