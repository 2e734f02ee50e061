/** What /metrics shows of a server with many repositories, and that no label grows without a bound. */
import { expect, test } from "vitest";
import { createProcessMetrics, type MetricsSnapshot } from "../../../src/server/metrics/process-metrics.ts";
import { readExposition } from "../../support/exposition.ts";

const nothing: MetricsSnapshot = {
  health: { deliveries: { pending: 0, dead: 0 }, ingress: {} },
  workload: { tasks: [], questionsOpen: new Map(), escalationsOpen: new Map(), grants: new Map() },
};

const statuses = ["blocked", "in-progress", "in-review", "ready"];

function tasksOf(repositories: number): MetricsSnapshot {
  const tasks = Array.from({ length: repositories }, (_, at) =>
    statuses.map((status) => ({ repository: `acme/r${at}`, status, count: 2 })),
  ).flat();
  return { ...nothing, workload: { ...nothing.workload, tasks } };
}

test("IF34 a thousand repositories, installations and quotas add no series beyond the bound", async () => {
  const metrics = createProcessMetrics("1.2.3");
  for (let at = 0; at < 1_000; at += 1)
    metrics.observer.githubAnswered({
      api: "rest",
      status: 200,
      installation: at,
      quota: { resource: at < 900 ? "core" : `made-up-${at}`, remaining: 4_999 },
    });
  const { text } = await metrics.page(tasksOf(1_000));
  const families = new Map(readExposition(text).map((family) => [family.name, family]));
  const tasks = families.get("signalbox_tasks")?.samples ?? [];
  // A hundred by name, and one for all others, each with four statuses.
  expect(tasks).toHaveLength(101 * statuses.length);
  const others = tasks.filter(({ labels }) => labels.repository === "other");
  expect(others.map(({ value }) => value)).toEqual(statuses.map(() => 900 * 2));
  const quotas = families.get("signalbox_github_quota_remaining")?.samples ?? [];
  expect(new Set(quotas.map(({ labels }) => labels.installation)).size).toBe(101);
  expect(new Set(quotas.map(({ labels }) => labels.resource)).size).toBe(11);
  const all = [...families.values()].flatMap(({ samples }) => samples);
  expect(all.length).toBeLessThan(1_000);
  // The next page has the same series, not those of both.
  const again = readExposition((await metrics.page(tasksOf(1_000))).text);
  expect(again.flatMap(({ samples }) => samples).length - all.length).toBeLessThan(20);
});

test("what is counted when somebody asks is what there is then", async () => {
  const metrics = createProcessMetrics("1.2.3");
  const valuesOf = async (name: string, snapshot: MetricsSnapshot) => {
    const { text } = await metrics.page(snapshot);
    const family = readExposition(text).find((each) => each.name === `signalbox_${name}`);
    return family?.samples.map(({ labels, value }) => [Object.values(labels).join(" "), value]);
  };
  const busy: MetricsSnapshot = {
    health: { deliveries: { pending: 3, dead: 1 }, ingress: { accepted: 7, unsigned: 2 } },
    workload: {
      tasks: [{ repository: "acme/demo", status: "ready", count: 4 }],
      questionsOpen: new Map([["blocking", 2]]),
      escalationsOpen: new Map([["important", 1]]),
      grants: new Map([["person", 5]]),
    },
  };
  expect(await valuesOf("build_info", busy)).toEqual([["1.2.3", 1]]);
  expect(await valuesOf("deliveries_total", busy)).toEqual([
    ["accepted", 7],
    ["unsigned", 2],
  ]);
  // Not added to what was there before.
  expect(await valuesOf("deliveries_total", busy)).toEqual([
    ["accepted", 7],
    ["unsigned", 2],
  ]);
  expect(await valuesOf("tasks", busy)).toEqual([["acme/demo ready", 4]]);
  expect(await valuesOf("questions_open", busy)).toEqual([["blocking", 2]]);
  expect(await valuesOf("escalations_open", busy)).toEqual([["important", 1]]);
  expect(await valuesOf("grants", busy)).toEqual([["person", 5]]);
  expect(await valuesOf("deliveries_dead", busy)).toEqual([["", 1]]);
  expect(await valuesOf("tasks", nothing)).toEqual([]);
});

test("times are given in seconds", async () => {
  const metrics = createProcessMetrics("1.2.3");
  metrics.received(4);
  metrics.observer.passed(1_500);
  metrics.operated("ready", "api", 20);
  metrics.observer.effectEnded("SetLabels", "done");
  metrics.observer.githubAnswered({ api: "graphql", status: undefined, installation: 1, quota: undefined });
  const families = readExposition((await metrics.page(nothing)).text);
  const sample = (name: string) =>
    families.flatMap(({ samples }) => samples).find((each) => each.name === `signalbox_${name}`);
  expect(sample("ingest_seconds_sum")?.value).toBe(0.004);
  expect(sample("cycle_seconds_sum")?.value).toBe(1.5);
  expect(sample("operation_seconds_sum")).toMatchObject({
    labels: { operation: "ready", door: "api" },
    value: 0.02,
  });
  expect(sample("effects_total")).toMatchObject({ labels: { kind: "SetLabels", outcome: "done" }, value: 1 });
  expect(sample("github_requests_total")).toMatchObject({
    labels: { api: "graphql", status: "0" },
    value: 1,
  });
});

test("a worker shows by how much it falls behind, and a single server shows nothing of workers", async () => {
  const names = (text: string) => readExposition(text).map(({ name }) => name);
  const alone = await createProcessMetrics("1.2.3").page(nothing);
  expect(names(alone.text)).not.toContain("signalbox_oldest_due_seconds");
  const metrics = createProcessMetrics("1.2.3");
  const cluster = { oldestDueSeconds: 7.5, installationsWaiting: 3, creationsLeft: 480 };
  const web = await metrics.page({ ...nothing, cluster });
  expect(names(web.text)).not.toContain("signalbox_tenures");
  const worker = { tenures: 2, tenuresLost: 1, busyRatio: 0.4 };
  await metrics.page({ ...nothing, cluster: { ...cluster, worker } });
  const { text } = await metrics.page({ ...nothing, cluster: { ...cluster, worker } });
  for (const [name, value] of [
    ["oldest_due_seconds", 7.5],
    ["installations_waiting", 3],
    ["creations_left", 480],
    ["tenures", 2],
    ["event_loop_busy_ratio", 0.4],
    ["fence_lost_total", 1],
  ] as const) {
    const family = readExposition(text).find((each) => each.name === `signalbox_${name}`);
    expect(family?.samples.map((sample) => sample.value)).toEqual([value]);
  }
});
