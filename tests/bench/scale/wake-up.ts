/** How many transactions one wake-up costs, while two workers have nothing else to do. */
import { systemClock } from "../../../src/base/clock.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { type BenchPostgres, execute } from "./postgres.ts";
import { end, openWaker, startBenchWorker } from "./wake.ts";

/** PostgreSQL counts the transactions of a connection that has become quiet after ten seconds. */
const countedAfterMs = 11_000;
const betweenMs = 200;

/** Workers poll and send heartbeats all the time, so what they do without a wake-up is measured, too. */
export async function wakeUpFigures(
  postgres: BenchPostgres,
  { isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const wakeUps = isQuick ? 10 : 100;
  const url = await postgres.newIndex();
  const waker = await openWaker(url);
  const workers = [startBenchWorker(url, "briefly"), startBenchWorker(url, "briefly")];
  try {
    await Promise.all(workers.map(({ whenSent }) => whenSent("ready", [0])));
    const countTransactions = async (isReal: boolean): Promise<number> => {
      const before = await transactions(url);
      for (let installation = 1; installation <= wakeUps; installation++) {
        if (isReal) await waker.wake([installation]);
        await systemClock.sleep(betweenMs);
      }
      return (await transactions(url)) - before;
    };
    const quiet = await countTransactions(false);
    const withWakeUps = await countTransactions(true);
    progress(`${quiet} transactions without a wake-up, ${withWakeUps} with ${wakeUps}`);
    const value = (withWakeUps - quiet) / wakeUps;
    return [
      { name: "transactions for one wake-up, two workers idle", value, unit: "", target: { atMost: 15 } },
    ];
  } finally {
    await Promise.all(workers.map(end));
    await waker.close();
  }
}

async function transactions(url: string): Promise<number> {
  await systemClock.sleep(countedAfterMs);
  const [row] = await execute(
    url,
    "SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(row?.count);
}
