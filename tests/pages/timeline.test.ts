/** The timeline as HTML. */
import { expect, test } from "vitest";
import { timelinePage } from "../../src/pages/timeline.ts";
import { frame, noTimelineFilter, timelineView } from "./samples.ts";

test("entries are grouped by day, each with who, what, why and its issue", () => {
  const page = timelinePage(timelineView(), noTimelineFilter, frame());
  expect([...page.matchAll(/<h2 class="day"[^>]*>([^<]+)</g)].map(([, day]) => day)).toEqual([
    "Today",
    "Yesterday",
    "2026-11-20",
  ]);
  expect(page).toContain('<span class="who">alice</span> opened a question</p>');
  expect(page).toContain('href="/issues/acme/demo/40"><span class="ref">#40</span> Q: Which store?</a>');
  expect(page).toContain("a deleted account</span> opened a task");
  expect(page).toContain('runs /decide 2 <span class="aside">(refused)</span>');
  expect(page).toContain("asked by alice (write)");
});

test("older entries are a link that keeps the filter; from there a link leads to the newest", () => {
  const filter = { ...noTimelineFilter, track: "api" };
  expect(timelinePage(timelineView(), filter, frame())).toContain(
    'href="/timeline?track=api&amp;after=1.I_1.1">Older<',
  );
  const last = timelineView({ timeline: { entries: [] } });
  const page = timelinePage(last, { ...filter, after: "1.I_1.1" }, frame());
  expect(page).toContain("Nothing older.");
  expect(page).toContain('<a href="/timeline?track=api">Newest</a>');
  expect(page).toContain("data-still");
});

test("an empty timeline says so, one that nothing fits says how to clear the filter, and a refusal is shown", () => {
  const empty = timelineView({ timeline: { entries: [] } });
  expect(timelinePage(empty, noTimelineFilter, frame())).toContain("Nothing has happened yet");
  expect(timelinePage(empty, { ...noTimelineFilter, only: "actions" }, frame())).toContain(
    "Nothing fits the filter",
  );
  const refused = timelineView({ timeline: undefined, problem: "The index has no issue #9." });
  expect(timelinePage(refused, noTimelineFilter, frame())).toContain(
    'role="alert">The index has no issue #9.</p>',
  );
});

test("what others wrote is text", () => {
  const hostile = `<img src=x onerror=alert(1)>"'&`;
  const entry = { at: 0, kind: hostile, title: hostile, by: hostile, what: hostile, because: hostile };
  const entries = (["message", "action"] as const).map((type) => ({ ...entry, type, issue: `acme/demo#1` }));
  const view = timelineView({ timeline: { entries, next: hostile }, repositories: [hostile, "acme/demo"] });
  expect(timelinePage(view, { ...noTimelineFilter, track: hostile }, frame())).not.toContain("<img");
});
