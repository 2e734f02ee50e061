/** Bounds how long a server takes to stop. A database that cannot be reached never answers what it was asked last. */
import type { Millis } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";

/** Orchestrators kill a process 30 s after SIGTERM. Web processes give notice for 5 s, and workers drain for 20 s. */
const patienceMs: Millis = 25_000;

/** Resolves when `close` does, or after 25 s. The process is expected to exit then. */
export async function closeInTime(close: () => Promise<void>, logger: Pick<Logger, "warn">): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), patienceMs);
  const closed = close();
  const ended = await Promise.race([closed, late]).finally(() => clearTimeout(timer));
  if (ended !== "late") return;
  logger.warn({}, "Stopping although not everything was finished: a part did not end within 25 s.");
  closed.catch((thrown: unknown) => logger.warn({}, "it could not be finished", thrown));
}
