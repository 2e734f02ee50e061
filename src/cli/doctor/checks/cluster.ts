/** Checks the processes that share a database, and the queue by which workers take installations. */
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { ClusterFound, DoctorFacts } from "../facts.ts";

/** Whether several processes share the database, or are going to. */
export function isShared({
  configuration,
  cluster,
}: Pick<DoctorFacts, "configuration" | "cluster">): boolean {
  if (cluster !== undefined) return true;
  const role = configuration.type === "broken" ? configuration.role : configuration.type;
  return role === "web" || role === "worker";
}

export function checkQueue({ cluster }: DoctorFacts): readonly CheckResult[] {
  if (cluster === undefined) return [];
  const check = "job queue";
  if (cluster.queueWasCurrent) return [passed(check, "Its tables are as this release needs them.")];
  return [
    failed(
      check,
      "Its tables are missing, or another release's: no web process or worker of this release starts.",
      "Run `signalbox migrate` with the release that they run.",
    ),
  ];
}

const check = "processes";

export function checkProcesses({ cluster }: DoctorFacts): readonly CheckResult[] {
  if (cluster === undefined) return [];
  const count = (role: string): number => cluster.processes.filter((each) => each.role === role).length;
  const web = count("web");
  const workers = count("worker");
  // Without a worker, whatever else is wrong follows from that.
  const problems = workers === 0 ? [] : cluster.degraded;
  return [runningOf(cluster, web, workers), ...problems.map(problemOf)];
}

function runningOf({ processes }: ClusterFound, web: number, workers: number): CheckResult {
  const found = `Web processes: ${web}, workers: ${workers}`;
  if (web === 0 && workers === 0)
    return warning(check, "None uses the database.", `Start some with ${startWeb} and ${startWorker}.`);
  if (workers === 0)
    return failed(check, `${found}. Deliveries are stored and wait.`, `Start a worker with ${startWorker}.`);
  if (web === 0)
    return failed(
      check,
      `${found}. GitHub's deliveries fail, and nobody can open the pages.`,
      `Start a web process with ${startWeb}.`,
    );
  const releases = [...new Set(processes.map(({ release }) => release))].toSorted();
  if (releases.length === 1) return passed(check, `${found}, all of release ${releases[0]}.`);
  return warning(
    check,
    `${found}, of the releases ${releases.join(" and ")}.`,
    "This is normal while you replace them. Otherwise replace those of the older release.",
  );
}

const startWeb = "`signalbox start --role web`";
const startWorker = "`signalbox start --role worker`";

function problemOf(phrase: string): CheckResult {
  const found = `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
  return warning(check, found, "See *Watch* in docs/cluster.md, and the logs of the workers.");
}
