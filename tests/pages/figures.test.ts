/** Figures as HTML, from what the operation returns. */
import { expect, test } from "vitest";
import { figuresPage } from "../../src/pages/figures.ts";
import { figuresSample, noFigures } from "./figure-samples.ts";
import { frame } from "./samples.ts";

const view = (figures = figuresSample()) => ({
  figures,
  repo: undefined,
  weeks: 12,
  repositories: ["acme/demo", "acme/api"],
});
const page = figuresPage(view(), frame());

/** What stands in the section of a figure. */
function section(name: string, of = page): string {
  const start = of.indexOf(`<section class="figure" id="${name}"`);
  return of.slice(start, of.indexOf("</section>", start));
}

test("a figure has its last whole week, its target and whether that was met, in words", () => {
  const autonomy = section("autonomy-rate");
  expect(autonomy).toContain("<strong>76% (19/25)</strong>");
  expect(autonomy).toContain("last week, target ≥ 80%");
  expect(autonomy).toContain("✗ off target");
  expect(section("blocking-time")).toContain("✓ on target");
  // No target, or too few cases to tell.
  for (const name of ["lead-time", "escalation-precision"])
    expect(section(name)).not.toMatch(/(?:on|off) target</);
});

test("a chart says in its title what it shows, and has a point for each week with a value", () => {
  const autonomy = section("autonomy-rate");
  expect(autonomy).toContain(
    '<title id="autonomy-rate-title">Autonomy rate by week, from 2026-08-24 to 2026-11-16, last whole week 76% (19/25), target ≥ 80%.</title>',
  );
  expect(autonomy).toMatch(/<svg class="chart"[^>]* role="img" aria-labelledby="autonomy-rate-title">/);
  expect(autonomy.match(/<circle /g)).toHaveLength(13);
  expect(autonomy.match(/<circle class="point so-far"/g)).toHaveLength(1);
  expect(autonomy.match(/<line class="target"/g)).toHaveLength(1);
  expect(autonomy).toContain("<title>Week of 2026-11-09: 76% (19/25)</title>");
  expect(section("lead-time")).not.toContain('class="target"');
});

test("a week without a value breaks the line", () => {
  const latency = section("wake-latency");
  expect(latency.match(/<polyline /g)).toHaveLength(2);
  expect(latency.match(/<circle /g)).toHaveLength(12);
});

test("every number of every week is in the table below, newest first, with its unit", () => {
  const answers = section("time-to-answer");
  const rows = [...answers.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    row.replace(/<[^>]+>/g, "|").replace(/\|+/g, "|"),
  );
  expect(rows[0]).toBe(
    "|week of|cases|p50|p90|cases by coordinator|p50 by coordinator|cases by person|p50 by person|",
  );
  expect(rows[1]).toBe("|2026-11-16 so far|26|3 min|28 min|20|12 s|6|14 min|");
  expect(rows).toHaveLength(14);
  expect(section("handover-quality")).toContain("<td>–</td>");
});

test("a figure that cannot be drawn says why", () => {
  expect(section("escalation-precision")).toContain("Nothing to draw: too few cases for percentages.");
  expect(section("agreement")).toContain("Nothing to draw.");
});

test("a new installation is told when the first figures appear", () => {
  const empty = figuresPage(view(noFigures()), frame());
  expect(empty).toContain("Nothing to count yet");
  expect(empty).not.toContain("<svg");
});

test("weeks and repository can be chosen without a script, and the page is not fetched again by itself", () => {
  expect(page).toContain('<option value="12" selected>12</option>');
  expect(page).toContain('<select name="repo">');
  expect(figuresPage({ ...view(), repositories: ["acme/demo"] }, frame())).not.toContain('name="repo"');
  expect(page).toContain('<main id="main" tabindex="-1" data-still>');
  expect(page).toContain('aria-current="page">Figures</a>');
});

test("nothing in the page needs a style or a script of its own", () => {
  expect(page).not.toMatch(/ style=|<style|<script(?! src)/);
});
