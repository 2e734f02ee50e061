/** A worker of the part `scale`, in a process of its own: tells its parent whom it begins to serve, and each knock. */
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { openJobs, startWorker } from "../../../src/server/worker/jobs.ts";

const [url = "", stays = "briefly"] = process.argv.slice(2);
const jobs = await openJobs(url, { use: "worker", clock: systemClock, logger: silentLogger });

startWorker(url, jobs, {
  ...{ clock: systemClock, logger: silentLogger },
  serve: async ({ installationId, signal, onKnock }) => {
    process.send?.({ type: "begun", installation: installationId });
    onKnock(() => process.send?.({ type: "knocked", installation: installationId }));
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (stays !== "briefly") await promise;
    return systemClock.now() + 3_600_000;
  },
});
process.once("disconnect", () => process.exit());
process.send?.({ type: "ready" });
