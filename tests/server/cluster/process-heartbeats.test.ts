/** How a process reports to the others that it is alive. */
import { expect, type Mock, test, vi } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import { sendProcessHeartbeats } from "../../../src/server/cluster/process-heartbeats.ts";
import { createSharedClock } from "../../../src/server/cluster/shared-clock.ts";
import { manualClock } from "../../support/manual-clock.ts";

test("heartbeats continue while the work after the first one waits for a connection", async () => {
  const clock = manualClock(1_000_000_000);
  const stopping = new AbortController();
  const processes = {
    now: async () => clock.peek(),
    saveHeartbeat: vi.fn(async () => {}),
    remove: vi.fn(async () => {}),
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const afterHeartbeat = vi.fn(() => promise);
  const own = { id: "web-1", role: "web", release: "1.2.3" };
  const present = sendProcessHeartbeats(
    {
      processes,
      own,
      clock: createSharedClock(clock),
      logger: silentLogger,
      report: () => ({}),
      afterHeartbeat,
    },
    stopping.signal,
  );
  const calledInTime = (call: Mock, times: number) =>
    vi.waitFor(() => {
      clock.advance(5_000);
      expect(call.mock.calls.length).toBeGreaterThanOrEqual(times);
    });
  await calledInTime(processes.saveHeartbeat, 3);
  expect(afterHeartbeat).toHaveBeenCalledTimes(1);
  resolve();
  await calledInTime(afterHeartbeat, 2);
  stopping.abort();
  await present;
  expect(processes.remove).toHaveBeenCalledWith(own.id);
});
