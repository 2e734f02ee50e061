/** Several processes on PostgreSQL: what they accept, how soon a worker begins, and how the size of the index matters. */
import { messageOf } from "../../../src/base/errors.ts";
import { findPrograms } from "../../cluster/postgres.ts";
import type { Figure, Skipped } from "../figure.ts";
import type { Run } from "../part.ts";
import { admissionFigures } from "../scale/admission.ts";
import { startPostgres } from "../scale/postgres.ts";
import { processorFigures } from "../scale/processor.ts";
import { turnFigures } from "../scale/turn.ts";
import { workerFigures } from "../scale/turns.ts";
import { wakeFigures } from "../scale/wake.ts";
import { wakeUpFigures } from "../scale/wake-up.ts";

const usualIssues = 100_000;

export async function part(run: Run): Promise<readonly Figure[] | Skipped> {
  const issues = run.issues ?? (run.isQuick ? 3_000 : usualIssues);
  const sizes = [1_000, 100_000, issues].filter(
    (size, place, all) => size <= issues && all.indexOf(size) === place,
  );
  try {
    findPrograms(process.env.PATH ?? "");
  } catch (thrown) {
    return { skipped: messageOf(thrown) };
  }
  const postgres = await startPostgres(run);
  run.progress("PostgreSQL is ready");
  try {
    return [
      ...(await admissionFigures(postgres, run)),
      ...(await wakeFigures(postgres, run)),
      ...(await wakeUpFigures(postgres, run)),
      ...(await workerFigures(postgres, run)),
      ...(await processorFigures(postgres, run)),
      ...(await turnFigures(postgres, sizes, run)),
    ];
  } finally {
    await postgres.stop();
  }
}
