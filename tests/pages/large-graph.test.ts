/** A graph of 2,000 issues in a real browser. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { graphPage } from "../../src/pages/graph.ts";
import { describeInChromium, launchChromium, openPage } from "../support/chromium.ts";
import { largeGraph } from "../support/large-graph.ts";
import { servePages } from "../support/page-server.ts";
import { frame, graphView, noGraphFilter } from "./samples.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const measured = z.object({
  links: z.int(),
  unnamed: z.int(),
  rings: z.int(),
  arrows: z.int(),
  columns: z.int(),
  red: z.string(),
  notice: z.string(),
});
const measuring = `(() => {
  const all = (wanted) => [...document.querySelectorAll(".drawing " + wanted)];
  const links = all("a.node");
  return {
    links: links.length,
    unnamed: links.filter((link) => !link.querySelector("title")?.textContent || !link.getAttribute("href")).length,
    rings: all(".node.circle").length,
    arrows: all(".arrows path").length,
    columns: new Set(all(".node rect").map((rect) => rect.getAttribute("x"))).size,
    red: getComputedStyle(all(".node.circle rect")[0]).stroke,
    notice: getComputedStyle(document.querySelector(".notice.bad")).borderLeftColor,
  };
})()`;
const filter = { ...noGraphFilter, repo: "acme/demo" };

describeInChromium("a graph of 2,000 issues", () => {
  test.each([true, false])(
    "IF32 is drawn with 100 layers: rings are red, each issue is a link with a name (scripts: %s)",
    async (hasScripts) => {
      const graph = largeGraph();
      const server = await servePages(() => graphPage(graphView({ graph }), filter, frame()));
      const { page, context, complaints } = await openPage(browser, { hasScripts });
      onTestFinished(async () => {
        await context.close();
        server.close();
      });
      await page.goto(`${server.url}/graph`);
      expect(await page.locator(".node").count()).toBe(2_000);
      const seen = measured.parse(await page.evaluate(measuring));
      expect(seen).toMatchObject({ links: 1_990, unnamed: 0, rings: 15, arrows: graph.edges.length });
      expect(seen.columns).toBeGreaterThanOrEqual(100);
      expect(seen.red).toBe(seen.notice);
      expect(await page.locator("text=an issue in another repository").count()).toBeGreaterThanOrEqual(10);
      expect(await page.locator("text=5 circles:").count()).toBe(1);
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});
