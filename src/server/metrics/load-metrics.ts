/** Loads what counts for /metrics, only where somebody may read it: the library takes memory. */
import type { RequestListener } from "node:http";
import type { Logger } from "../../base/logger.ts";
import { packageVersion } from "../composition/package-version.ts";
import { createMetricsRoute } from "./metrics-route.ts";
import type { MetricsSnapshot, ProcessMetrics } from "./process-metrics.ts";

export interface MetricsServed {
  readonly metrics: ProcessMetrics;
  readonly routeFor: (ports: {
    readonly snapshot: () => Promise<MetricsSnapshot>;
    readonly logger: Logger;
  }) => RequestListener;
}

/** @param token METRICS_TOKEN */
export async function loadMetrics(token: string): Promise<MetricsServed> {
  const { createProcessMetrics } = await import("./process-metrics.ts");
  const metrics = createProcessMetrics(packageVersion());
  return { metrics, routeFor: (ports) => createMetricsRoute(token, { ...ports, metrics }) };
}
