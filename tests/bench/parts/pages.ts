/** The pages with 10,000 issues: the server's time, bytes sent, and when a browser has painted. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { systemClock } from "../../../src/base/clock.ts";
import type { OperationPorts } from "../../../src/operations/operation.ts";
import { visibleBoard } from "../../../src/operations/visibility/visible-board.ts";
import { arrange } from "../../../src/pages/drawing/arrange.ts";
import { graphPage } from "../../../src/pages/graph.ts";
import type { SitePage } from "../../../src/pages/page.ts";
import { readAssets } from "../../../src/pages/site-assets.ts";
import { sitePages } from "../../../src/pages/site-pages.ts";
import { openFollowedBoard } from "../../../src/store/sqlite/board/followed-board.ts";
import { frame, graphView, noGraphFilter } from "../../pages/samples.ts";
import { launchChromium, openPage } from "../../support/chromium.ts";
import { largeGraph } from "../../support/large-graph.ts";
import { servePages } from "../../support/page-server.ts";
import type { Figure } from "../figure.ts";
import { fillPageIndex } from "../index-of-pages.ts";
import type { Run } from "../part.ts";
import { median, percentile } from "../statistics.ts";

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const issues = isQuick ? 1_000 : 10_000;
  const home = join(folder, "index");
  await fillPageIndex(home, issues, progress);
  const { board, close } = openFollowedBoard(home);
  const visible = new Set((await board.repositories()).map(({ id }) => id));
  const ask = asking(async () => ({
    board: await visibleBoard(board, visible),
    clock: systemClock,
    repository: undefined,
    caller: { login: "maria", nodeId: "U_maria" },
    freshen: async () => "fresh",
    progress: () => {},
  }));
  const rounds = isQuick ? 10 : 200;
  const [times, html] = await timesOf("/board", ask, rounds);
  const others: Figure[] = [];
  for (const path of ["/escalations", "/graph", "/timeline", "/agents"]) {
    const [slower] = await timesOf(path, ask, rounds / 10);
    others.push({
      name: `${path}, ${issues} issues, server time, median`,
      value: median(slower),
      unit: "ms",
    });
  }
  close();
  return [
    { name: `/board, ${issues} issues, server time, median`, value: median(times), unit: "ms" },
    {
      name: `/board, ${issues} issues, server time, p95`,
      value: percentile(times, 0.95),
      unit: "ms",
      target: { atMost: 30 },
    },
    { name: "/board, bytes sent", value: sent(html), unit: "", target: { atMost: 15_000 } },
    { name: "scripts and styles, bytes sent", value: assetBytes(), unit: "", target: { atMost: 20_000 } },
    ...others,
    ...graphTimes(rounds / 10),
    ...(await paintTimes(html, isQuick ? 1 : 9)),
  ];
}

type Ask = (path: string) => Promise<string>;

/** As the site asks a page: with ports of its own for each request. */
function asking(portsOf: () => Promise<OperationPorts>): Ask {
  const desk = { make: refused, list: refused, end: refused, endAll: refused };
  const pages = sitePages(
    { signInPath: "/sign-in", changes: undefined, githubPages: "https://github.com" },
    desk,
    refused,
  );
  return async (path) => {
    const page: SitePage | undefined = pages.find((each) => each.path === path);
    const response = await page?.get({
      ports: await portsOf(),
      caller: { type: "person", login: "maria" },
      formToken: "t",
      params: {},
      url: new URL(path, "http://127.0.0.1"),
      theme: "system",
    });
    if (response?.type !== "page") throw new Error(`${path} is no page.`);
    return response.html;
  };
}

async function refused(): Promise<never> {
  throw new Error("The bench asks for no tokens and no status.");
}

async function timesOf(
  path: string,
  ask: Ask,
  rounds: number,
): Promise<readonly [readonly number[], string]> {
  let html = await ask(path);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    html = await ask(path);
    times.push(performance.now() - begin);
  }
  return [times, html];
}

const sent = (text: string): number => gzipSync(text).length;

function assetBytes(): number {
  return readAssets()
    .filter(({ type }) => type !== "image/svg+xml")
    .reduce((sum, { text }) => sum + sent(text), 0);
}

function graphTimes(rounds: number): readonly Figure[] {
  const graph = largeGraph();
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  const arrows = graph.edges.map(({ blocked, blocker }) => ({
    from: places.get(blocker) ?? 0,
    to: places.get(blocked) ?? 0,
  }));
  const times = Array.from({ length: Math.max(5, rounds) }, () => {
    const begin = performance.now();
    arrange(graph.nodes.length, arrows);
    return performance.now() - begin;
  });
  return [
    { name: "/graph, 2000 nodes, layout, median", value: median(times), unit: "ms", target: { atMost: 60 } },
    { name: "/graph, 2000 nodes, layout, slowest", value: Math.max(...times), unit: "ms" },
    { name: "/graph, 2000 nodes, bytes sent", value: sent(largePage()), unit: "" },
  ];
}

const largePage = (): string => graphPage(graphView({ graph: largeGraph() }), noGraphFilter, frame());

const firstPaint = `new Promise((resolve) =>
  new PerformanceObserver((list) => {
    const [found] = list.getEntriesByName("first-contentful-paint");
    if (found) resolve(found.startTime);
  }).observe({ type: "paint", buffered: true }))`;

/** An empty profile each time. Drawn without a graphics card, as on most servers. */
async function paintTimes(board: string, rounds: number): Promise<readonly Figure[]> {
  const pages = new Map([
    ["/board", board],
    ["/graph", largePage()],
  ]);
  const server = await servePages((path) => pages.get(path));
  const browser = await launchChromium();
  const paint = async (path: string): Promise<number> => {
    const { page, context } = await openPage(browser);
    await page.goto(`${server.url}${path}`, { waitUntil: "load" });
    const at = await page.evaluate(firstPaint);
    await context.close();
    return Number(at);
  };
  const figures: Figure[] = [];
  for (const [path, atMost] of [
    ["/board", 500],
    ["/graph", 1_000],
  ] as const) {
    await paint(path);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await paint(path));
    const what = path === "/board" ? path : "/graph, 2000 nodes";
    figures.push({
      name: `${what}, first paint, median`,
      value: median(times),
      unit: "ms",
      target: { atMost },
    });
  }
  await browser.close();
  server.close();
  return figures;
}
