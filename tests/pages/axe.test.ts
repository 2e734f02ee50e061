/** What axe finds on every page of the site, in a real browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { describeInChromium, launchChromium, openPage, type WatchedPage } from "../support/chromium.ts";
import { type PageServer, servePages } from "../support/page-server.ts";
import { everyPage } from "./every-page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All rules in the light theme; of the dark one those that look at colours, because it changes nothing else. */
const rules = { light: {}, dark: { runOnly: ["color-contrast", "link-in-text-block"] } } as const;
const heightOf = { 1280: 800, 390: 844 } as const;

let browser: Browser;
let server: PageServer;
let watched: WatchedPage;
beforeAll(async () => {
  browser = await launchChromium();
  server = await servePages((path) => everyPage[path]);
  watched = await openPage(browser);
});
afterAll(async () => {
  await browser.close();
  server.close();
});

/** What axe finds, one line each. */
async function violationsOn(page: Page, theme: keyof typeof rules): Promise<readonly string[]> {
  const found = await page.evaluate(
    `axe.run(${JSON.stringify(rules[theme])}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html + ' ' + node.failureSummary)))`,
  );
  return z.array(z.string()).parse(found);
}

describeInChromium("the pages in a browser", () => {
  test.each(Object.keys(everyPage))(
    "IF30 axe finds nothing on %s, in both themes and widths",
    async (path) => {
      const { page, complaints } = watched;
      const earlier = complaints.length;
      const found: string[] = [];
      for (const width of [1280, 390] as const) {
        await page.setViewportSize({ width, height: heightOf[width] });
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(`${server.url}${path}`);
        await page.evaluate(axe);
        for (const theme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: theme });
          found.push(...(await violationsOn(page, theme)));
          const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
          if (overflow > 0) found.push(`${path} is ${overflow} px too wide at ${width}`);
        }
      }
      expect([...found, ...complaints.slice(earlier)]).toEqual([]);
    },
  );
});
