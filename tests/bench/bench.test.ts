/**
 * Tests the bench itself: what it computes, and that a part runs and is judged. No test says how fast
 * anything is.
 */
import { describe, expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/store.ts";
import { newIndex, noPostgres } from "../support/postgres.ts";
import { verdictOn } from "./figure.ts";
import { figuresOf, passedOf } from "./passed.ts";
import { fill, idOf, repositoryAt, taskSeen } from "./scale/fill.ts";
import { median, percentile, ratios } from "./statistics.ts";
import { tableOf } from "./table.ts";

describe("figures of the bench", () => {
  test("a percentile is a value that occurred", () => {
    const values = Array.from({ length: 100 }, (_, place) => 100 - place);
    expect([percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1)]).toEqual([50, 95, 100]);
    expect(percentile([], 0.5)).toBeNaN();
  });

  test("ratios are taken within a round, so that a slow minute affects both sides alike", () => {
    expect(median(ratios([10, 1, 12], [5, 0.5, 6]))).toBe(2);
  });

  test("a target is met at exactly its value, and missed by NaN", () => {
    expect(verdictOn({ name: "a", value: 3, unit: "s", target: { atMost: 3 } })).toBe("met");
    expect(verdictOn({ name: "a", value: 1.19, unit: "x", target: { atLeast: 1.2 } })).toBe("missed");
    expect(verdictOn({ name: "a", value: Number.NaN, unit: "x", target: { atLeast: 1.2 } })).toBe("missed");
    expect(verdictOn({ name: "a", value: 3, unit: "s" })).toBeUndefined();
  });

  test("the table shows each figure with its target and verdict", () => {
    const figure = { name: "ratio", value: 1.5, unit: "x", target: { atLeast: 1.2 } } as const;
    const table = tableOf([{ part: "ingest", seconds: 1, load: [0.5, 1], figures: [figure] }]);
    expect(table.split("\n")).toEqual([
      expect.stringContaining("ingest (load 0.5 to 1.0)"),
      expect.stringMatching(/ratio +1\.50 x +at least 1\.2 x +met/),
      "",
    ]);
  });
});

describe("the requests of a step", () => {
  const graphql = (query: string) =>
    passedOf("POST", "/api/graphql", Buffer.from(JSON.stringify({ query })), 200);
  const rest = (method: string, path: string, status: number) =>
    passedOf(method, `/api/v3/repos/acme/demo/${path}`, Buffer.from(""), status);
  const figureOf = (step: ReturnType<typeof figuresOf>, name: string) =>
    step.find((figure) => figure.name === `story: ${name}`);

  test("an unchanged list counts as a tenth, and role look-ups are apart", () => {
    const story = figuresOf(
      "story",
      [
        graphql("query Issues { viewer { login } }"),
        graphql("mutation Effects { a: closeIssue { __typename } b: addComment { __typename } }"),
        rest("GET", "issues?since=1", 304),
        rest("GET", "issues?since=1", 200),
        rest("POST", "labels", 201),
        rest("GET", "collaborators/alice/permission", 200),
      ],
      { requests: 4, graphqlReads: 1 },
    );
    expect(figureOf(story, "requests, all")?.value).toBe(6);
    const counted = figureOf(story, "requests without role look-ups, a 304 as a tenth");
    expect(counted?.value).toBeCloseTo(4.1);
    expect(counted && verdictOn(counted)).toBe("missed");
    expect(story.slice(2).map(({ name, value }) => [name.trim().replace(/^story: +/, ""), value])).toEqual([
      ["GraphQL reads", 1],
      ["REST reads", 2],
      ["of these answered 304", 1],
      ["GraphQL writes", 1],
      ["of these addComment", 1],
      ["of these closeIssue", 1],
      ["REST writes", 1],
      ["role look-ups", 1],
    ]);
  });
});

describe("indexes of the part scale", () => {
  test("issues spread over repositories of a thousand, and ten repositories over each installation", () => {
    expect([0, 9, 10, 999].map((place) => repositoryAt(place).installationId)).toEqual([1, 1, 2, 100]);
  });

  test.skipIf(noPostgres)("the copies that PostgreSQL makes read like what the store wrote", async () => {
    const url = await newIndex();
    await fill(url, 2_000);
    const store = await openPostgresStore(url);
    try {
      const ids = [idOf(0, 3), idOf(1, 3)];
      const { records } = await store.index.around(ids);
      expect(ids.map((id) => records.get(id)?.seen.id)).toEqual(ids);
      expect(records.get(idOf(1, 3))?.seen).toEqual(taskSeen(1, 3));
    } finally {
      await store.close();
    }
  });
});
