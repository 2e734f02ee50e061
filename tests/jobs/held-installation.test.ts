import { expect, test } from "vitest";
import { silentLogger } from "../../src/base/logger.ts";
import type { NextTime } from "../../src/dispatcher/ports/tenure.ts";
import { HeldInstallation } from "../../src/jobs/held-installation.ts";
import { IdleTenures } from "../../src/jobs/idle-tenures.ts";
import { Stopwatch } from "../../src/jobs/stopwatch.ts";
import { manualClock } from "../support/manual-clock.ts";

test("an installation is released although its wake-ups could not be acknowledged", async () => {
  const clock = manualClock(0);
  const warnings: string[] = [];
  const ends: NextTime["type"][] = [];
  let served = 0;
  const held = new HeldInstallation(
    { installationId: 1, jobId: "job", attempt: 0 },
    {
      jobQueue: { touch: async () => new Set(["job"]), complete: async () => true },
      table: {
        take: async () => ({ token: 1, wakeUps: 0, failures: 0, waitMs: 0 }),
        end: async (_, next) => (ends.push(next.type) === 1 ? "woken" : "ended"),
        acknowledgeWakeUps: () => Promise.reject(new Error("the connection was lost")),
      },
      serve: async () => {
        served += 1;
        return 0;
      },
      clock,
      stopwatch: new Stopwatch(clock, clock.peek),
      logger: { ...silentLogger, warn: (_, message) => void warnings.push(message) },
      isUnavailable: () => true,
      idleTenures: new IdleTenures(),
      onLost: () => {},
      onReleasedDue: async () => {},
    },
  );
  await held.run();
  expect(ends).toEqual(["quiet", "failed"]);
  expect(served).toBe(1);
  expect(warnings).toEqual(["cannot serve an installation without PostgreSQL, will retry"]);
  expect(held.writeSignal.aborted).toBe(true);
});
