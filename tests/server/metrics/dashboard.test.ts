/** docs/grafana.json and the table of docs/operating.md ask for what /metrics shows: names, labels and all. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { createProcessMetrics } from "../../../src/server/metrics/process-metrics.ts";
import { readExposition } from "../../support/exposition.ts";

const read = (path: string): string =>
  readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8");
const dashboard = z
  .object({
    panels: z.array(
      z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
    ),
    templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
  })
  .parse(JSON.parse(read("grafana.json")));
const queries = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ name, query }) => (name === "instance" ? query : [])),
];

/** Each metric with the labels of its series. */
async function shown(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const metrics = createProcessMetrics("1.2.3");
  metrics.received(1);
  metrics.operated("ready", "api", 1);
  metrics.observer.passed(1);
  metrics.observer.effectEnded("SetLabels", "done");
  const quota = { resource: "core", remaining: 1 };
  metrics.observer.githubAnswered({ api: "rest", status: 200, installation: 1, quota });
  const { text } = await metrics.page({
    health: { deliveries: { pending: 0, dead: 0 }, ingress: { accepted: 1 } },
    workload: {
      tasks: [{ repository: "acme/demo", status: "ready", count: 1 }],
      questionsOpen: new Map([["blocking", 1]]),
      escalationsOpen: new Map([["blocking", 1]]),
      grants: new Map([["owner", 1]]),
    },
  });
  const samples = readExposition(text).flatMap((family) => family.samples);
  const byName = Map.groupBy(samples, ({ name }) => name);
  return new Map(
    [...byName].map(([name, all]) => [name, new Set(all.flatMap(({ labels }) => Object.keys(labels)))]),
  );
}

const functions = new Set(["sum", "by", "rate", "min", "max", "histogram_quantile", "label_values"]);

test("every query of the dashboard names metrics and labels that there are, and every panel has one", async () => {
  const known = await shown();
  expect(dashboard.panels.every(({ targets }) => targets.length > 0)).toBe(true);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  for (const query of queries) {
    const names = [...query.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([name]) => name);
    const metricNames = names.filter((name) => !functions.has(name));
    expect(metricNames.length, query).toBe(1);
    const labels = known.get(metricNames[0] ?? "");
    expect(labels, query).toBeDefined();
    const grouped = [...query.matchAll(/by \(([a-z, ]+)\)/g)].flatMap(([, list = ""]) => list.split(", "));
    for (const label of grouped) expect(labels, query).toContain(label);
  }
});

test("every metric of ours is in a query of the dashboard, and in the table of the page about operating", async () => {
  const names = [...(await shown()).keys()].filter((name) => name.startsWith("signalbox_"));
  const families = new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
  const page = read("operating.md");
  const described = [...page.matchAll(/^\| `(signalbox_[a-z_]+)(?:\{[a-z, ]+\})?` \|/gm)].map(
    ([, name]) => name,
  );
  expect(described.toSorted()).toEqual([...families].toSorted());
  for (const name of families)
    expect(
      queries.some((query) => query.includes(name)),
      name,
    ).toBe(true);
});
