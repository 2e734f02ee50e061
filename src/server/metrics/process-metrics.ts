/**
 * Figures of the machine, for Prometheus. Every label has few values, whatever people write or GitHub sends: a label
 * with an issue, a login or a path in it would make a series for each.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { WorkObserver } from "../../dispatcher/ports/work-observer.ts";
import type { Workload } from "../../store/shape/workload.ts";
import type { Health } from "../http/routes.ts";
import { type ClusterFigures, createClusterGauges } from "./cluster-gauges.ts";
import { limitLabels } from "./limit-labels.ts";

/** Where an operation was asked for; `control` are commands of the server's owner, on its machine. */
export type OperationDoor = "api" | "mcp" | "control";

export interface ProcessMetrics {
  readonly observer: WorkObserver;
  readonly received: (tookMs: number) => void;
  /** @param operation one of the catalogue */
  readonly operated: (operation: string, door: OperationDoor, tookMs: number) => void;
  /** In the exposition format of Prometheus. */
  readonly page: (snapshot: MetricsSnapshot) => Promise<{ readonly type: string; readonly text: string }>;
}

/** Read when /metrics is scraped; all other figures are counted as things happen. */
export interface MetricsSnapshot {
  readonly health: Pick<Health, "deliveries" | "ingress">;
  readonly workload: Workload;
  /** Undefined where one server has the database for itself. */
  readonly cluster?: ClusterFigures | undefined;
}

/** The rest of the repositories, installations and quotas are counted together, as `other`. */
const maxRepositories = 100;
const maxInstallations = 100;
const maxResources = 10;
/** A status is 0 if there was no answer. */
const statusOf = (status: number | undefined): string => String(status ?? 0);

const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const slow = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createProcessMetrics(version: string): ProcessMetrics {
  const registers = [new Registry()];
  const [register = new Registry()] = registers;
  collectDefaultMetrics({ register });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `signalbox_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `signalbox_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name: `signalbox_${name}`, help, buckets, labelNames, registers });

  gauge("build_info", "Always 1; the label has the version.", ["version"]).set({ version }, 1);
  const deliveries = counter("deliveries_total", "Webhook requests, by our answer.", ["answer"]);
  const pending = gauge("deliveries_pending", "Deliveries that wait to be processed.");
  const dead = gauge("deliveries_dead", "Deliveries that failed too often.");
  const ingest = histogram("ingest_seconds", "From a webhook request to our answer.", fast);
  const cycle = histogram("cycle_seconds", "A reconcile pass of one repository.", slow);
  const effects = counter("effects_total", "Writes to GitHub, by kind and outcome.", ["kind", "outcome"]);
  const requests = counter(
    "github_requests_total",
    "Requests to GitHub, by its status; 0 without an answer.",
    ["api", "status"],
  );
  const quota = gauge("github_quota_remaining", "What is left of a quota, as GitHub last said.", [
    "installation",
    "resource",
  ]);
  const tasks = gauge("tasks", "Open tasks.", ["repository", "status"]);
  const questions = gauge("questions_open", "Questions that wait for an answer.", ["urgency"]);
  const escalations = gauge("escalations_open", "Escalations that wait for a decision.", ["urgency"]);
  const grants = gauge("grants", "Sessions of the pages, and tokens.", ["kind"]);
  const operations = histogram("operation_seconds", "Operations that others asked for.", slow, [
    "operation",
    "door",
  ]);
  const installationLabel = limitLabels(maxInstallations);
  const resourceLabel = limitLabels(maxResources);

  let setCluster: ((figures: ClusterFigures) => void) | undefined;

  const setEach = (of: Gauge, label: string, counts: ReadonlyMap<string, number>): void => {
    of.reset();
    for (const [word, count] of counts) of.set({ [label]: word }, count);
  };

  return {
    received: (tookMs) => ingest.observe(tookMs / 1_000),
    operated: (operation, door, tookMs) => operations.observe({ operation, door }, tookMs / 1_000),
    observer: {
      passed: (tookMs) => cycle.observe(tookMs / 1_000),
      effectEnded: (kind, outcome) => effects.inc({ kind, outcome }),
      githubAnswered: ({ api, status, installation, quota: left }) => {
        requests.inc({ api, status: statusOf(status) });
        if (left === undefined) return;
        const whose = installation === undefined ? "app" : installationLabel(String(installation));
        quota.set({ installation: whose, resource: resourceLabel(left.resource) }, left.remaining);
      },
    },
    page: async ({ health, workload, cluster }) => {
      if (cluster !== undefined) {
        setCluster ??= createClusterGauges(registers);
        setCluster(cluster);
      }
      deliveries.reset();
      for (const [answer, count] of Object.entries(health.ingress)) deliveries.inc({ answer }, count);
      pending.set(health.deliveries.pending);
      dead.set(health.deliveries.dead);
      tasks.reset();
      const repositoryLabel = limitLabels(maxRepositories);
      for (const { repository, status, count } of workload.tasks)
        tasks.inc({ repository: repositoryLabel(repository), status }, count);
      setEach(questions, "urgency", workload.questionsOpen);
      setEach(escalations, "urgency", workload.escalationsOpen);
      setEach(grants, "kind", workload.grants);
      return { type: register.contentType, text: await register.metrics() };
    },
  };
}
