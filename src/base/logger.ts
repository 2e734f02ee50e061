/**
 * What the rooms ask of a log: one line, fields first. Bodies never go in at `info` (trust rule 15); the adapter
 * (pino) redacts, so a caller passes plain values and no secrets.
 */

/** Fields of a log line: flat, serialisable. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One line a call. `error` takes the cause, which is logged with its stack. */
export interface Logger {
  readonly debug: (fields: LogFields, message: string) => void;
  readonly info: (fields: LogFields, message: string) => void;
  readonly warn: (fields: LogFields, message: string) => void;
  readonly error: (fields: LogFields, message: string, cause?: unknown) => void;
}

/** A log that keeps nothing, for programs that print their own output. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
