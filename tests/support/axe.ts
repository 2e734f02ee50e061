/** What axe finds on a page in a real browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { z } from "zod";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const themes = ["light", "dark"] as const;
/** All rules in the light theme; of the dark one those that look at colours, because it changes nothing else. */
const rulesOf = { light: {}, dark: { runOnly: ["color-contrast", "link-in-text-block"] } } as const;

/**
 * One line for each violation, in both themes; leaves the page in the dark one.
 * @param without rules that the page need not keep
 */
export async function violationsOn(page: Page, without: readonly string[] = []): Promise<readonly string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const found: string[] = [];
  await page.evaluate(axe);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    const options = JSON.stringify({ rules, ...rulesOf[theme] });
    const lines = await page.evaluate(
      `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => "${theme}: " + id + ": " + node.html + " " + node.failureSummary)))`,
    );
    found.push(...z.array(z.string()).parse(lines));
  }
  return found;
}
