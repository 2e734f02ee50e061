/** The page about agents as HTML. */
import { expect, test } from "vitest";
import { agentsPage } from "../../src/pages/agents.ts";
import { agentsView, frame } from "./samples.ts";

const textOf = (page: string): string =>
  page
    .replace(/^[\s\S]*<main[^>]*>/, "")
    .replace(/<\/main>[\s\S]*$/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("agents are listed with presence, what they do and hold, and their unread notes", () => {
  const text = textOf(agentsPage(agentsView(), undefined, frame()));
  expect(text).toMatch(/ada implementer; can typescript, sql online running the tests #12 #21 3/);
  expect(text).toContain("bea gone – 0");
  expect(text).toContain("cleo never heard from – – –");
  expect(text).toContain("in progress #12 Store deliveries held by ada , taken 42 min ago");
  expect(text).toContain("in review #5 Keep sessions held by alice");
});

test("open votes and contracts say who has not spoken, who objects, and until when", () => {
  const text = textOf(agentsPage(agentsView(), undefined, frame()));
  expect(text).toContain("vote #50 Vote: Which store? waits for bea maria ; ends 2026-11-22 13:00 UTC");
  expect(text).toContain("contract #51 Contract: orders-api waits for bea ; cleo objects");
  expect(agentsPage(agentsView({ agreements: [] }), undefined, frame())).not.toContain("are open</h2>");
});

test("a reader who may not know of notes sees no column for them", () => {
  const agents = agentsView().agents.map((agent) => ({ ...agent, unread: undefined }));
  expect(textOf(agentsPage(agentsView({ agents }), undefined, frame()))).not.toContain("Unread");
});

test("who holds a path is answered first, with who waits for whom", () => {
  const text = textOf(agentsPage(agentsView(), "src/api", frame()));
  expect(text.indexOf("Who holds src/api")).toBeLessThan(text.indexOf("Tasks that somebody holds"));
  expect(text).toContain("src/api/** ada #12 locked 42 min ago");
  expect(text).toContain("src/api/users.ts bea #14 waits for ada ( #12 )");
  expect(textOf(agentsPage(agentsView({ locks: [] }), "web", frame()))).toContain("Nobody has locked it");
});

test("without a repository, a roster or a path that is one, the page says so", () => {
  expect(agentsPage(agentsView({ home: undefined }), undefined, frame())).toContain("No repository yet");
  expect(agentsPage(agentsView({ agents: [] }), undefined, frame())).toContain("signalbox agents add");
  const problem = "locks: no path";
  expect(agentsPage(agentsView({ problem }), "[", frame())).toContain(`role="alert">${problem}</p>`);
});

test("names, paths and what agents say are text", () => {
  const hostile = `<img src=x onerror=alert(1)>"'&`;
  const [agent] = agentsView().agents;
  const [held] = agentsView().held;
  const [lock] = agentsView().locks;
  const [vote] = agentsView().agreements;
  if (vote === undefined) throw new Error("no samples");
  if (agent === undefined || held === undefined || lock === undefined) throw new Error("no samples");
  const behind = [{ holder: hostile, issue: hostile, glob: hostile }];
  const view = agentsView({
    agents: [{ ...agent, name: hostile, role: hostile, can: [hostile], doing: hostile }],
    held: [{ ...held, title: hostile, who: hostile }],
    agreements: [{ ...vote, title: hostile, missing: [hostile], objections: [hostile] }],
    locks: [{ ...lock, glob: hostile, holder: hostile, issue: hostile, isLocked: false, behind }],
  });
  expect(agentsPage(view, hostile, frame())).not.toContain("<img");
});
