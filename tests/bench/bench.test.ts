/**
 * Tests the bench itself: what it computes, and that a part runs and is judged. No test says how fast
 * anything is.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { issuePageQuery, surveyQuery } from "../../src/github/read/queries.ts";
import { encodeNodeId } from "../../src/hub/state/node-id.ts";
import { openPostgresStore } from "../../src/store/postgres/store.ts";
import { newIndex, noPostgres } from "../support/postgres.ts";
import { exitCodeOf, verdictOn } from "./figure.ts";
import { measurementsOf, partNames, partsToRun, usualSizeOf } from "./part-names.ts";
import { pointsOf } from "./points.ts";
import { figuresOf, recordedRequest } from "./recorded-requests.ts";
import { run, whenStarted } from "./running.ts";
import { fill, idOf, repositoryAt, taskSeen } from "./scale/fill.ts";
import { startFilledHub } from "./scale/many-repositories.ts";
import { createSamePages } from "./scale/same-pages.ts";
import { createStalls, type SyncProgress } from "./scale/sync-progress.ts";
import { median, percentile, ratios } from "./statistics.ts";
import { tableOf } from "./table.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

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

describe("a run of the bench", () => {
  const missed = { name: "a", value: 2, unit: "x", target: { atMost: 1 } } as const;
  const results = (part: object) =>
    [{ part: "scale", seconds: 1, load: [0, 0], figures: [], ...part }] as const;

  test("a part that cannot run says why, and fails a run that asked for it by name", () => {
    const skipped = results({ skipped: "PostgreSQL is not installed" });
    expect(tableOf(skipped)).toContain("not measured: PostgreSQL is not installed");
    expect(exitCodeOf(skipped, { isQuick: true, isByName: true })).toBe(1);
    expect(exitCodeOf(skipped, { isQuick: false, isByName: false })).toBe(0);
  });

  test("a missed target fails a run, and a quick one has none", () => {
    expect(exitCodeOf(results({ figures: [missed] }), { isQuick: false, isByName: false })).toBe(1);
    expect(exitCodeOf(results({ figures: [missed] }), { isQuick: true, isByName: true })).toBe(0);
  });

  test.each([
    [["--step", "turn"], "--step"],
    [["--only", "ready", "--issues", "1000", "--repositories", "10"], "--issues and --repositories"],
  ])("%j is refused, as it would change nothing", async (options, named) => {
    const main = fileURLToPath(new URL("main.ts", import.meta.url));
    const bench = spawn(process.execPath, [main, ...options], { stdio: ["ignore", "ignore", "pipe"] });
    const said = text(bench.stderr);
    expect(await once(bench, "exit")).toEqual([1, null]);
    expect(await said).toBe(`Only the part scale takes ${named}. Add --only scale.\n`);
  });

  test("a step that does not exist is refused, and those that exist are named", async () => {
    const main = fileURLToPath(new URL("main.ts", import.meta.url));
    const bench = spawn(process.execPath, [main, "--only", "scale", "--step", "nope"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = text(bench.stderr);
    expect(await once(bench, "exit")).toEqual([1, null]);
    expect(await said).toBe(
      `The part scale has no step "nope"; it has admission, wake, wake-up, workers, second-worker, processor, first-sync, turn, sqlite.\n`,
    );
  });

  test.each([
    [[], "Name the folder of one other checkout: npm run bench:compare -- ../other\n"],
    [["/"], "/ is no checkout of signalbox: it has no tests/bench/servers/app.ts.\n"],
    [[root, "--pairs", "0"], '--pairs takes a whole number from 1, not "0".\n'],
  ])("comparing with %j is refused with what would work", async (words, expected) => {
    const main = fileURLToPath(new URL("compare/main.ts", import.meta.url));
    const bench = spawn(process.execPath, [main, ...words], { stdio: ["ignore", "ignore", "pipe"] });
    const said = text(bench.stderr);
    expect(await once(bench, "exit")).toEqual([2, null]);
    expect(await said).toBe(expected);
  });

  test("the part scale brings those that measure its goals in one process, a single step of it does not", () => {
    expect(partsToRun(["scale"], undefined)).toEqual(["scale", "sync", "unblocking", "rounds"]);
    expect(partsToRun(["rounds", "scale"], undefined)).toEqual(["rounds", "scale", "sync", "unblocking"]);
    expect(partsToRun(["scale"], "turn")).toEqual(["scale"]);
    expect(partsToRun(["ready"], undefined)).toEqual(["ready"]);
    expect(partsToRun(undefined, undefined)).toBe(partNames);
  });

  test("each step of the part scale is measured by itself, so that one that fails takes no other with it", () => {
    const measured = measurementsOf(["ready", "scale"], undefined);
    expect(measured.slice(0, 3)).toEqual([
      { name: "ready", step: undefined },
      { name: "scale", step: "admission" },
      { name: "scale", step: "wake" },
    ]);
    expect(measurementsOf(["scale"], "turn")).toEqual([{ name: "scale", step: "turn" }]);
  });

  test("all steps of the part scale together have the sizes of its goals, a single step has smaller ones", () => {
    expect(usualSizeOf(undefined)).toEqual({ issues: 1_000_000, repositories: 1_000 });
    expect(usualSizeOf("turn")).toEqual({ issues: 100_000, repositories: 20 });
  });

  test("a server that refuses to start is not waited for", async () => {
    const home = mkdtempSync(join(tmpdir(), "signalbox-bench-test-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const refused = run(["start", "--role", "web"], { SIGNALBOX_HOME: home });
    await expect(whenStarted(refused, 9)).rejects.toThrow(
      "The App ended with exit code 1 before it was healthy",
    );
    await refused.stop();
  });

  test.skipIf(noPostgres)("one that is ended leaves neither PostgreSQL nor files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-test-"));
    // PostgreSQL's own user has to get through.
    chmodSync(folder, 0o711);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const main = fileURLToPath(new URL("main.ts", import.meta.url));
    const bench = spawn(process.execPath, [main, "--only", "scale", "--quick"], {
      env: { ...process.env, TMPDIR: folder },
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    bench.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await vi.waitUntil(() => said.includes("PostgreSQL is ready"), 60_000);
    const part = readdirSync(folder)[0] ?? "";
    const server = readFileSync(join(folder, part, "postgres", "postmaster.pid"), "utf8").split("\n")[0];
    expect(existsSync(`/proc/${server}`)).toBe(true);
    const ended = once(bench, "exit");
    bench.kill("SIGTERM");
    await ended;
    await vi.waitUntil(() => !existsSync(`/proc/${server}`) && readdirSync(folder).length === 0, 20_000);
  });
});

test("pages of issues that the bench answers itself are the hub's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const size = { installations: 2, repositories: 4, issues: 5, latencyMs: 0 };
  const { hub, places } = await startFilledHub({ type: "fill", folder, ...size });
  onTestFinished(hub.close);
  const ask = async (body: string): Promise<unknown> => {
    const headers = { authorization: `bearer ${hub.tokenOf("alice")}`, "content-type": "application/json" };
    return (await fetch(`${hub.url}/api/graphql`, { method: "POST", headers, body })).json();
  };
  const answer = createSamePages(places, ask);
  const query = issuePageQuery({ has: () => true });
  for (const place of places) {
    let after: unknown = null;
    for (let page = 0; page < 3; page++) {
      const body = JSON.stringify({ query, variables: { id: encodeNodeId("R", place.id), first: 2, after } });
      const hubs = await ask(body);
      expect(JSON.parse((await answer(Buffer.from(body))) ?? "")).toEqual(hubs);
      const { issues } = pageShape.parse(hubs).data.repository;
      expect(issues.nodes).toHaveLength(page < 2 ? 2 : 1);
      after = issues.pageInfo.endCursor;
    }
  }
  expect(
    await answer(Buffer.from(JSON.stringify({ query: "query Issues { viewer { login } }" }))),
  ).toBeUndefined();
});

describe("the first sync", () => {
  const progress = (issues: number, unfinished: number, next = 0) => ({ issues, unfinished, next });
  const isDone = ({ issues, unfinished }: SyncProgress): boolean => issues === 5 && unfinished === 0;

  test("an installation that no worker serves has stalled since the beginning", () => {
    const stalls = createStalls(2, 1_000);
    stalls.record(new Map([[1, progress(5, 0)]]), isDone, 4_000);
    expect([stalls.longest(), stalls.current(9_000)]).toEqual([3_000, 8_000]);
  });

  test("an installation that makes progress or is done has not stalled", () => {
    const stalls = createStalls(1, 0);
    stalls.record(new Map([[1, progress(3, 3)]]), isDone, 1_000);
    stalls.record(new Map([[1, progress(5, 1, 7)]]), isDone, 3_000);
    stalls.record(new Map([[1, progress(5, 1, 8)]]), isDone, 3_500);
    stalls.record(new Map([[1, progress(5, 0)]]), isDone, 4_000);
    stalls.record(new Map([[1, progress(5, 0)]]), isDone, 60_000);
    expect([stalls.longest(), stalls.current(60_000)]).toEqual([2_000, 0]);
  });
});

const pageShape = z.object({
  data: z.object({
    repository: z.object({
      issues: z.object({ nodes: z.array(z.unknown()), pageInfo: z.object({ endCursor: z.string() }) }),
    }),
  }),
});

describe("the requests of a step", () => {
  const graphql = (query: string) =>
    recordedRequest("POST", "/api/graphql", Buffer.from(JSON.stringify({ query })), 200);
  const rest = (method: string, path: string, status: number) =>
    recordedRequest(method, `/api/v3/repos/acme/demo/${path}`, Buffer.from(""), status);
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
      ["GraphQL points", 2],
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

test("the points of a request are GitHub's, and those of all requests of a step have a target", () => {
  const ids = Array.from({ length: 100 }, (_, n) => encodeNodeId("R", n + 1));
  const survey = { query: surveyQuery(false), variables: { ids } };
  // A hundred repositories, each with three lists: 301 requests, in hundreds.
  expect(pointsOf(survey)).toBe(3);
  const request = recordedRequest("POST", "/api/graphql", Buffer.from(JSON.stringify(survey)), 200);
  const [figure] = figuresOf("round", [request, request], { requests: 2, points: 5 }).filter(({ name }) =>
    name.includes("points"),
  );
  expect(figure).toMatchObject({ value: 6, target: { atMost: 5 } });
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
