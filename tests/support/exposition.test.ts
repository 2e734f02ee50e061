/** The reader of Prometheus' format refuses what is not in it: tests of /metrics rely on that. */
import { expect, test } from "vitest";
import { readExposition } from "./exposition.ts";

test("a page with each kind of metric is read", () => {
  const page = [
    "# HELP a_total A help text",
    "# TYPE a_total counter",
    'a_total{x="1",y="a \\"b\\" \\\\ \\n"} 3',
    "",
    "# HELP b b",
    "# TYPE b gauge",
    "b 1.5e-7",
    "",
    "# HELP c c",
    "# TYPE c histogram",
    'c_bucket{le="1"} 1',
    'c_bucket{le="+Inf"} 2',
    "c_sum 3",
    "c_count 2",
  ].join("\n");
  expect(readExposition(`${page}\n`).map(({ name, samples }) => [name, samples.length])).toEqual([
    ["a_total", 1] as const,
    ["b", 1] as const,
    ["c", 4] as const,
  ]);
});

test.each([
  ["no end of line", "# HELP a a\n# TYPE a gauge\na 1"],
  ["a line break in a label", '# HELP a a\n# TYPE a gauge\na{x="1\n2"} 1\n'],
  ["an unescaped quote", '# HELP a a\n# TYPE a gauge\na{x="1"2"} 1\n'],
  ["a number that is none", "# HELP a a\n# TYPE a gauge\na one\n"],
  ["a series twice", '# HELP a a\n# TYPE a gauge\na{x="1"} 1\na{x="1"} 2\n'],
  ["a sample of another metric", "# HELP a a\n# TYPE a gauge\nb 1\n"],
  ["a metric twice", "# HELP a a\n# TYPE a gauge\na 1\n# HELP a a\n"],
  ["a counter that is no total", "# HELP a a\n# TYPE a counter\na 1\n"],
  [
    "buckets that shrink",
    '# HELP c c\n# TYPE c histogram\nc_bucket{le="1"} 3\nc_bucket{le="+Inf"} 2\nc_sum 3\nc_count 2\n',
  ],
])("%s is refused", (_, page) => {
  expect(() => readExposition(page)).toThrow();
});
