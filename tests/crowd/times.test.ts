/** Tests how times are read from pages of metrics. */
import { expect, test } from "vitest";
import { claims, timesIn } from "./times.ts";

const page = (...counts: readonly (readonly [string, number])[]): string =>
  counts
    .map(
      ([edge, count]) =>
        `signalbox_operation_seconds_bucket{le="${edge}",operation="claim",door="control"} ${count}`,
    )
    .join("\n");

test("the counts of all lives of a server are added, and a quantile lies between the edges of its bucket", () => {
  const first = page(["0.1", 2], ["0.3", 4], ["0.5", 5], ["+Inf", 5]);
  const second = page(["0.1", 3], ["0.3", 4], ["0.5", 4], ["+Inf", 5]);
  expect(timesIn([first, second], claims)).toEqual({ count: 10, within300Ms: 0.8, p50: 100, p95: 500 });
});
