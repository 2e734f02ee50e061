/** What axe finds on every page of the site, in a real browser. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsOn } from "../support/axe.ts";
import { describeInChromium, launchChromium, openPage, type WatchedPage } from "../support/chromium.ts";
import { type PageServer, servePages } from "../support/page-server.ts";
import { everyPage } from "./every-page.ts";

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
        found.push(...(await violationsOn(page)));
        const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
        if (overflow > 0) found.push(`${path} is ${overflow} px too wide at ${width}`);
      }
      expect([...found, ...complaints.slice(earlier)]).toEqual([]);
    },
  );
});
