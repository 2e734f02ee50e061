/**
 * Makes the pictures of the pages for the README, dark and light, from the story that `npm run demo` plays. Needs
 * Chromium.
 */
import { mkdirSync } from "node:fs";
import { playTeam } from "../../src/cli/demo/team-story.ts";
import { launchChromium, openPage } from "../support/chromium.ts";
import { startStage } from "./stage.ts";

const folder = new URL("../../docs/pictures/", import.meta.url);
/** Most of it is empty below: the pictures are as high as what they show, up to a screen. */
const [width, most] = [1200, 700];
const bottom =
  "Math.max(...[...document.querySelectorAll('main *')].map((each) => each.getBoundingClientRect().bottom)) + 24";

const stage = await startStage();
const browser = await launchChromium();
try {
  await playTeam(stage.context);
  await stage.settled();
  const shown = {
    board: "/board",
    escalations: "/escalations",
    graph: "/graph",
    timeline: "/timeline",
    agents: "/agents",
    figures: "/figures",
    issue: "/issues/acme/demo/3",
  };
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"] as const) {
    const { page, context } = await openPage(browser, { theme, width });
    await page.goto(stage.entryLink("/board"));
    for (const [name, path] of Object.entries(shown)) {
      await page.goto(new URL(path, page.url()).href);
      const content = Number(await page.evaluate(bottom));
      const height = Math.min(most, Math.ceil(content));
      await page.screenshot({
        path: new URL(`${name}-${theme}.png`, folder).pathname,
        clip: { x: 0, y: 0, width, height },
      });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stage.stop();
}
