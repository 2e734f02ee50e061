/**
 * Makes the pictures of the pages for the README, from a story on a hub of its own: board, escalations and an issue,
 * dark and light. Needs Chromium.
 */
import { mkdirSync } from "node:fs";
import { startBus } from "../support/bus.ts";
import { launchChromium, openPage } from "../support/chromium.ts";
import { playPagesStory } from "../support/pages-story.ts";

const folder = new URL("../../docs/pictures/", import.meta.url);

const bus = await startBus();
const browser = await launchChromium();
try {
  const { blocked } = await playPagesStory(bus);
  const shown = { board: "/board", escalations: "/escalations", issue: `/issues/acme/demo/${blocked}` };
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"] as const) {
    const { page, context } = await openPage(browser, { theme });
    await page.goto(bus.server().entryLink("/board"));
    for (const [name, path] of Object.entries(shown)) {
      await page.goto(new URL(path, page.url()).href);
      await page.screenshot({ path: new URL(`${name}-${theme}.png`, folder).pathname });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await bus.stop();
}
