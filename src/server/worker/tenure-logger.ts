/**
 * The log of what serves an installation. That another worker has taken the installation over is logged once, where the
 * tenure ends. Everything under way then fails by it, which is no error.
 */
import type { Logger } from "../../base/logger.ts";
import { FenceLost } from "../../dispatcher/ports/fence.ts";

export function tenureLogger(logger: Logger): Logger {
  const { debug, info, warn, error } = logger;
  return {
    ...{ debug, info, warn },
    error: (fields, message, cause) => {
      if (cause instanceof FenceLost) debug({ ...fields, error: cause.message }, message);
      else error(fields, message, cause);
    },
  };
}
