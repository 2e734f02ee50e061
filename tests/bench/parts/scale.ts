/** Several processes on PostgreSQL: what they accept, how soon a worker begins, how the size of the index matters, and what SQLite lost. */
import { messageOf } from "../../../src/base/errors.ts";
import { findPrograms } from "../../cluster/postgres.ts";
import type { Figure, Skipped } from "../figure.ts";
import type { Run } from "../part.ts";
import { type StepName, usualSizeOf } from "../part-names.ts";
import { admissionFigures } from "../scale/admission.ts";
import { firstSyncFigures } from "../scale/first-sync.ts";
import { type BenchPostgres, startPostgres } from "../scale/postgres.ts";
import { processorFigures } from "../scale/processor.ts";
import { secondWorkerFigures } from "../scale/second-worker.ts";
import { sqliteFigures } from "../scale/sqlite.ts";
import { turnFigures } from "../scale/turn.ts";
import { workerFigures } from "../scale/turns.ts";
import { wakeFigures } from "../scale/wake.ts";
import { wakeUpFigures } from "../scale/wake-up.ts";

type Step = (postgres: BenchPostgres, run: Run) => Promise<readonly Figure[]>;

const stepsOnPostgres: Readonly<Record<Exclude<StepName, "sqlite">, Step>> = {
  admission: admissionFigures,
  wake: wakeFigures,
  "wake-up": wakeUpFigures,
  workers: workerFigures,
  "second-worker": secondWorkerFigures,
  processor: processorFigures,
  "first-sync": firstSyncFigures,
  turn: (postgres, run) => turnFigures(postgres, sizesOf(run), run),
};

function sizesOf({ issues: wanted, isQuick, step }: Run): readonly number[] {
  const issues = wanted ?? (isQuick ? 3_000 : usualSizeOf(step).issues);
  return [1_000, 100_000, issues].filter((size, place, all) => size <= issues && all.indexOf(size) === place);
}

export async function part(run: Run): Promise<readonly Figure[] | Skipped> {
  if (run.step === undefined) throw new RangeError("The steps of the part scale are measured one by one.");
  return run.step === "sqlite" ? sqliteFigures(run) : onPostgres(stepsOnPostgres[run.step], run);
}

async function onPostgres(step: Step, run: Run): Promise<readonly Figure[] | Skipped> {
  try {
    findPrograms(process.env.PATH ?? "");
  } catch (thrown) {
    return { skipped: messageOf(thrown) };
  }
  const postgres = await startPostgres(run);
  run.progress("PostgreSQL is ready");
  try {
    return await step(postgres, run);
  } finally {
    await postgres.stop();
  }
}
