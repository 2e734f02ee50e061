/** Each page of the site as each of its readers sees it, and what tests of pages in a browser make others from. */
import type { FiguresOutput } from "../../src/operations/figures/figures-shape.ts";
import { agentsPage } from "../../src/pages/agents.ts";
import { boardPage } from "../../src/pages/board.ts";
import { escalationsPage } from "../../src/pages/escalations.ts";
import { figuresPage } from "../../src/pages/figures.ts";
import { graphPage } from "../../src/pages/graph.ts";
import { issuePage } from "../../src/pages/issue.ts";
import { missingPage } from "../../src/pages/missing.ts";
import { statusPage } from "../../src/pages/status.ts";
import { timelinePage } from "../../src/pages/timeline.ts";
import { tokensPage } from "../../src/pages/tokens.ts";
import { figuresSample, noFigures } from "./figure-samples.ts";
import {
  agentsView,
  boardView,
  busyBoard,
  busyGraph,
  decision,
  frame,
  graphView,
  issueCard,
  noFilter,
  noGraphFilter,
  noTimelineFilter,
  timelineView,
} from "./samples.ts";
import { serverStatus } from "./status-samples.ts";

export const hash = "3f9c2a1b".repeat(8);
export const asked = decision(24, {
  urgency: "blocking",
  textHash: hash,
  author: "alice",
  context: "Three **customers** use it.",
  impactOfDelay: "#6 waits.",
  recommendation: "2",
  blocks: [{ ref: "acme/demo#6", title: "Log in", state: "open" }],
});
const suggested = decision(22, {
  options: [],
  textHash: hash,
  approve: "/approve 3f9c2a1b",
  suggestion: { answers: undefined, rationale: "The record says so.", sources: "- docs/adr/0001.md" },
});
const operations = new Set(["block", "unblock", "answer", "urgency", "accept"]);
export const issueView = {
  explained: {
    card: issueCard(),
    ledger: [
      { at: 0, kind: "done", rule: "labels", because: "Blocked by #13.", what: "labels +status:blocked" },
    ],
  },
  decision: undefined,
  operations,
  isSent: false,
  actionRefusal: undefined,
};

export const escalationsView = {
  decisions: [asked, suggested],
  limit: 100,
  sent: undefined,
  refusal: undefined,
};
const tokensView = {
  tokens: [
    { id: "a1", agent: "ada", repositories: 3, createdAt: 0, usedAt: 60_000, expiresAt: 86_400_000 },
    { id: "b2", agent: undefined, repositories: undefined, createdAt: 1, usedAt: undefined, expiresAt: 9 },
  ],
  made: `sbx_${"x".repeat(43)}`,
  refusal: "No.",
  origin: "https://box.example.com",
};
const figuresView = (figures: FiguresOutput) => ({
  figures,
  repo: undefined,
  weeks: 12,
  repositories: ["acme/demo", "acme/api"],
});
const readers = { person: frame(), owner: frame({ viewer: { type: "owner" }, signIn: "/sign-in" }) };
/** HTML by path. */
export const everyPage: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(readers).flatMap(([reader, seen]) => [
    [`/${reader}/board`, boardPage(busyBoard(), noFilter, seen)],
    [`/${reader}/empty`, boardPage(boardView(), noFilter, seen)],
    [`/${reader}/escalations`, escalationsPage(escalationsView, seen)],
    [
      `/${reader}/refused`,
      escalationsPage(
        { ...escalationsView, refusal: { issue: "acme/demo#24", message: "No.", because: "x" } },
        seen,
      ),
    ],
    [`/${reader}/issue`, issuePage(issueView, seen)],
    [`/${reader}/figures`, figuresPage(figuresView(figuresSample()), seen)],
    [`/${reader}/status`, statusPage({ status: serverStatus(), repositories: ["acme/demo"] }, seen)],
    [`/${reader}/no-figures`, figuresPage(figuresView(noFigures()), seen)],
    [`/${reader}/missing`, missingPage(seen)],
    [`/${reader}/graph`, graphPage(busyGraph(), { ...noGraphFilter, repo: "acme/demo" }, seen)],
    [`/${reader}/no-graph`, graphPage(graphView({ problem: "No." }), noGraphFilter, seen)],
    [`/${reader}/timeline`, timelinePage(timelineView(), noTimelineFilter, seen)],
    [`/${reader}/agents`, agentsPage(agentsView(), undefined, seen)],
    [`/${reader}/who-holds`, agentsPage(agentsView(), "src/api", seen)],
    [`/${reader}/tokens`, tokensPage(tokensView, seen)],
  ]),
);
