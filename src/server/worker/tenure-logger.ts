/**
 * Logs for a tenure. When another worker takes over, everything under way fails with `FenceLost`. That is not an error:
 * the loss itself is logged once, where the tenure ends.
 */
import type { Logger } from "../../base/logger.ts";
import { FenceLost } from "../../dispatcher/ports/fence.ts";

export function tenureLogger(logger: Logger): Logger {
  const { debug, info, warn, error } = logger;
  return {
    debug,
    info,
    warn,
    error: (fields, message, cause) => {
      if (cause instanceof FenceLost) debug({ ...fields, error: cause.message }, message);
      else error(fields, message, cause);
    },
  };
}
