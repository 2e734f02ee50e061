/** Every action of the pages by keyboard alone, in a real browser, with single keys switched on and off. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { agentsPage } from "../../src/pages/agents.ts";
import { boardPage } from "../../src/pages/board.ts";
import { escalationsPage } from "../../src/pages/escalations.ts";
import { graphPage } from "../../src/pages/graph.ts";
import { issuePage } from "../../src/pages/issue.ts";
import { timelinePage } from "../../src/pages/timeline.ts";
import { describeInChromium, launchChromium, openPage } from "../support/chromium.ts";
import { servePages } from "../support/page-server.ts";
import {
  agentsView,
  busyBoard,
  busyGraph,
  decision,
  frame,
  issueCard,
  noFilter,
  noGraphFilter,
  noTimelineFilter,
  timelineView,
} from "./samples.ts";

const textHash = "3f9c2a1b".repeat(8);
const decisions = [
  decision(24, { textHash }),
  decision(22, {
    options: [],
    textHash,
    approve: "/approve 3f9c2a1b",
    title: "A: Which store?",
    suggestion: { answers: undefined, rationale: "The record says so.", sources: "- docs/adr/0001.md" },
  }),
];
const issue = issuePage(
  {
    explained: { card: issueCard(), ledger: [] },
    operations: new Set(["block", "unblock", "answer", "urgency", "accept"]),
    decision: undefined,
    isSent: false,
    actionRefusal: undefined,
  },
  frame(),
);
const pages: Readonly<Record<string, string>> = {
  "/board": boardPage(busyBoard(), noFilter, frame()),
  "/escalations": escalationsPage({ decisions, limit: 100, sent: undefined, refusal: undefined }, frame()),
  "/issues/acme/demo/12": issue,
  "/graph": graphPage(busyGraph(), { ...noGraphFilter, repo: "acme/demo" }, frame()),
  "/timeline": timelinePage(timelineView(), noTimelineFilter, frame()),
  "/agents": agentsPage(agentsView(), undefined, frame()),
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Sent {
  readonly path: string;
  readonly form: URLSearchParams;
}

async function at(path: string) {
  const server = await servePages((wanted) => pages[wanted.split("?")[0] ?? ""]);
  const { page, context } = await openPage(browser);
  onTestFinished(async () => {
    await context.close();
    server.close();
  });
  const sent: Sent[] = [];
  await page.route("**", (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    sent.push({ path: new URL(request.url()).pathname, form: new URLSearchParams(request.postData() ?? "") });
    return route.fulfill({ contentType: "text/html", body: "<p>sent</p>" });
  });
  await page.goto(`${server.url}${path}`);
  return { page, sent };
}

const focusedText = (page: Page) =>
  page.evaluate("(document.activeElement?.innerText ?? document.activeElement?.textContent ?? '').trim()");

/** Presses Tab until what has the focus says this. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let count = 0; count < 150; count += 1) {
    await page.keyboard.press("Tab");
    if (wanted.test(String(await focusedText(page)))) return;
  }
  throw new Error(`Tab does not reach ${wanted}.`);
}

describeInChromium("by keyboard alone", () => {
  test("IF30 a decision is made with a reason, by Tab and Enter", async () => {
    const { page, sent } = await at("/escalations");
    await page.keyboard.press("j");
    for (let count = 0; count < 20; count += 1) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate("document.activeElement?.tagName")) === "TEXTAREA") break;
    }
    await page.keyboard.type("They need time.");
    await tabTo(page, /^2\s*That\.$/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=sent");
    expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({
      option: "2",
      because: "They need time.",
    });
  });

  test.each([
    ["approve", /^Approve/],
    ["refuse", /^Refuse/],
  ])("IF30 a suggested answer gets %s by Tab and Enter", async (option, button) => {
    const { page, sent } = await at("/escalations");
    await tabTo(page, button);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=sent");
    expect(sent.map(({ path, form }) => [path, form.get("issue"), form.get("option")])).toEqual([
      ["/escalations", "acme/demo#22", option],
    ]);
  });

  test("IF30 the board is filtered, and more of a column opened", async () => {
    const { page } = await at("/board");
    await page.keyboard.press("/");
    await page.keyboard.type("sign in");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/board?words=sign+in*");
    await tabTo(page, /^60 more$/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/board?only=ready");
  });

  test("IF30 the reader signs out, and chooses a theme", async () => {
    const { page, sent } = await at("/board");
    await tabTo(page, /^Sign out$/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=sent");
    await page.goBack();
    await tabTo(page, /^dark$/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=sent");
    expect(sent.map(({ path, form }) => [path, form.get("theme")])).toEqual([
      ["/sign-out", null],
      ["/theme", "dark"],
    ]);
  });

  test("IF30 an action of an issue is opened, filled in and sent", async () => {
    const { page, sent } = await at("/issues/acme/demo/12");
    await tabTo(page, /^Block/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("#13");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=sent");
    expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({ operation: "block", blocker: "#13" });
  });

  test("IF30 g and a letter lead from every page to every other, by the navigation", async () => {
    const { page } = await at("/board");
    for (const [key, path] of [
      ["g", "/graph"],
      ["t", "/timeline"],
      ["a", "/agents"],
      ["e", "/escalations"],
      ["b", "/board"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await page.waitForURL(`**${path}`);
    }
  });

  test("IF30 the graph is walked by j and k, made larger and smaller, and an issue opened", async () => {
    const { page } = await at("/graph");
    const width = () => page.evaluate("document.querySelector('svg.drawing').getBoundingClientRect().width");
    const before = Number(await width());
    await page.keyboard.press("+");
    expect(Number(await width())).toBeCloseTo(before * 1.25, 0);
    await page.keyboard.press("0");
    expect(Number(await width())).toBeCloseTo(before, 0);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await page.evaluate("document.activeElement.querySelector('title').textContent")).toContain(
      "#2 Q:",
    );
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/issues/acme/demo/1");
  });

  test("IF30 who holds a folder is asked, and entries of the timeline are walked and opened", async () => {
    const { page } = await at("/agents");
    await page.keyboard.press("/");
    await page.keyboard.type("src/api");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/agents?path=src%2Fapi");
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.waitForURL("**/timeline");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await focusedText(page)).toContain("Which store?");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/issues/acme/demo/40");
  });

  test.each(Object.keys(pages))(
    "IF30 with single keys switched off, letters do nothing on %s",
    async (path) => {
      const { page } = await at(path);
      await page.evaluate("localStorage.setItem('signalbox.keys', 'off')");
      await page.reload();
      const state = () =>
        page.evaluate(
          "[location.pathname, document.activeElement?.tagName, document.querySelector('svg.drawing')?.getAttribute('width'), document.querySelector('#keys').open]",
        );
      const before = await state();
      for (const key of ["j", "k", "1", "/", "?", "o", "+", "-", "0", "g", "b"])
        await page.keyboard.press(key);
      expect(await state()).toEqual(before);
    },
  );
});
