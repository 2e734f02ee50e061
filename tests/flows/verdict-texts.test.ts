/**
 * Measures what people read about a handover and its pull request: comments, titles and summaries of checks.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { giveVerdicts, type Verdicts } from "../support/verdicts-story.ts";
import { visibleLength, visibleText } from "../support/visible.ts";

let bus: TestBus;
let written: Verdicts = { comments: [], checks: [] };
beforeAll(async () => {
  bus = await startBus();
  written = await giveVerdicts(bus);
}, 120_000);
afterAll(() => bus.stop());

const commit = /\[[0-9a-f]{7}\]\(http:\/\/[^)\s]+\/acme\/demo\/commit\/[0-9a-f]{40}\)/;
const comment = (start: string): string =>
  written.comments.find((body) => body.startsWith(start)) ?? `none starts with ${start}`;
const titles = (name: string): readonly string[] =>
  written.checks.filter((check) => check.name === name).map(({ title }) => title);

test("N14 the verdict on a handover says what to fix first, in one list, with its commit as a link of 7 characters", () => {
  const refused = comment("**Changes needed:");
  expect(visibleText(refused)).toMatch(/^Changes needed: 9 problems in #\d+ at [0-9a-f]{7}\. Push, or edit/);
  expect(refused).toMatch(commit);
  expect(refused.match(/^- /gm)?.length).toBeGreaterThan(9);
  expect(visibleText(refused)).toContain('`src/api/errors.ts` is under "Changes", but'.replaceAll("`", ""));
  expect(visibleText(refused)).toContain("and 4 more A maintainer can accept it as is:");
  expect(comment("**Not verified yet: 1 problem")).toMatch(commit);
  expect(comment("**Accepted:**")).toMatch(
    /^\*\*Accepted:\*\* #\d+ Keep sessions of people .*… is complete at \[/,
  );
});

test("N14 a verdict has at most 350 visible characters besides its list, and no bare hash", () => {
  expect(written.comments.length).toBeGreaterThanOrEqual(6);
  for (const body of written.comments) {
    const text = visibleText(body.replace(/^- .*$/gm, ""));
    expect(text.length, body).toBeLessThanOrEqual(350);
    expect(visibleText(body, { open: true })).not.toMatch(/[0-9a-f]{12}/);
  }
});

test("N14 the title of a check has at most 70 characters, and names the handover and its state", () => {
  const all = titles("signalbox/handover");
  for (const title of [
    /^Changes needed: \d+ of \d+ checks of handover #\d+$/,
    /^Not verified yet: \d+ of \d+ checks of handover #\d+$/,
    /^Waits for 1 check run: npm test$/,
    /^Accepted: #\d+ completes #\d+ Keep sessions of people.*…$/,
    /^Partial: #\d+ leaves #\d+ Page layout open$/,
    /^Accepted as is: #\d+ hands over #\d+ Page layout$/,
  ])
    expect(all).toContainEqual(expect.stringMatching(title));
  expect(titles("signalbox/settings")).toContainEqual(
    expect.stringMatching(/^Not in effect: an admin has to approve it in #\d+$/),
  );
  for (const { title } of written.checks) expect(title.length, title).toBeLessThanOrEqual(70);
});

test("N14 the summary of a check has at most 600 visible characters, and its commit is a link", () => {
  for (const { name, summary } of written.checks) {
    expect(visibleLength(summary), summary).toBeLessThanOrEqual(600);
    if (name === "signalbox/handover") expect(summary).toMatch(commit);
  }
});
