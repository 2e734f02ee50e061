/** How many transactions one knock costs, while two workers have nothing else to do. */
import { systemClock } from "../../../src/base/clock.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { type BenchPostgres, execute } from "./postgres.ts";
import { end, openKnocker, watch } from "./wake.ts";

/** PostgreSQL counts the transactions of a connection that has become quiet after ten seconds. */
const countedAfterMs = 11_000;
const betweenMs = 200;

/** Workers look for work and beat all the time, so what they do without a knock is measured, too. */
export async function knockFigures(
  postgres: BenchPostgres,
  { isQuick, progress }: Run,
): Promise<readonly Figure[]> {
  const knocks = isQuick ? 10 : 100;
  const url = await postgres.newIndex();
  const knocker = await openKnocker(url);
  const workers = [watch(url, "briefly"), watch(url, "briefly")];
  try {
    await Promise.all(workers.map(({ says }) => says("ready", [0])));
    const knocking = async (isReal: boolean): Promise<number> => {
      const before = await transactions(url);
      for (let installation = 1; installation <= knocks; installation++) {
        if (isReal) await knocker.knock([installation]);
        await systemClock.sleep(betweenMs);
      }
      return (await transactions(url)) - before;
    };
    const quiet = await knocking(false);
    const knocked = await knocking(true);
    progress(`${quiet} transactions without a knock, ${knocked} with ${knocks}`);
    const value = (knocked - quiet) / knocks;
    return [
      { name: "transactions for one knock, two workers idle", value, unit: "", target: { atMost: 15 } },
    ];
  } finally {
    await Promise.all(workers.map(end));
    await knocker.close();
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
