/**
 * A worker in a process of its own, which tests kill and suspend. Sends its parent a message for each installation
 * that it serves, and writes a row under its token at each wake-up.
 */
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { migrateJobQueue } from "../../src/jobs/job-queue.ts";
import { serveJobs } from "../../src/server/worker/serve-jobs.ts";
import { migrate } from "../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../src/store/postgres/database/pool.ts";
import { statement } from "../../src/store/postgres/database/statement.ts";
import { openMember } from "./cluster.ts";

const write = statement("INSERT INTO cursor (repository_id, at) VALUES (:id, 1) ON CONFLICT DO NOTHING");
const [url = "", mode = "serve"] = process.argv.slice(2);
if (mode === "migrate") {
  const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
  await migrate(pool);
  await migrateJobQueue(url);
  await pool.end();
}
const member = await openMember(url);

const nextMessage = (): Promise<unknown> => new Promise((resolve) => process.once("message", resolve));

/** Fetches a job, and takes the installation only after a message from the parent. */
async function fetchThenTake(): Promise<void> {
  const [job] = await member.jobQueue.fetch(1);
  if (job === undefined) throw new Error("Nothing was given out.");
  const order = nextMessage();
  process.send?.({ type: "fetched" });
  await order;
  const isJobOurs = async (within: Parameters<typeof member.jobQueue.complete>[1]) =>
    (await member.jobQueue.touch([job], within))?.has(job.jobId) === true;
  const taken = await member.table.take(job, isJobOurs);
  process.send?.({ type: "taken", token: taken?.token ?? null });
}

async function serve(): Promise<void> {
  const { worker } = serveJobs(url, member.jobs, {
    clock: systemClock,
    logger: silentLogger,
    serve: async ({ installationId, token, signal, onWakeUp }) => {
      process.send?.({ type: "serving", installation: installationId, token });
      const fenced = member.under(installationId, token);
      onWakeUp(() => {
        const id = `${installationId} by ${token}`;
        fenced.write((queries) => queries.run(write, { id })).catch(() => {});
      });
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      return 60_000;
    },
  });
  process.on("message", (asked) => {
    if (asked === "status")
      process.send?.({ type: "status", mayWrite: worker.mayWrite(1), ...worker.status() });
    else if (asked === "write late")
      void member
        .under(1, 1)
        .write((queries) => queries.run(write, { id: "late" }))
        .then(
          () => process.send?.({ type: "wrote" }),
          (thrown: Error) => process.send?.({ type: "refused", name: thrown.name }),
        );
  });
}

process.send?.({ type: "started" });
process.once("disconnect", () => process.exit());
await (mode === "take late" ? fetchThenTake() : serve());
