/** One issue as HTML: its state, relations, text, reasons and actions. */
import { expect, test } from "vitest";
import { type IssueView, issuePage } from "../../src/pages/issue.ts";
import { missingPage } from "../../src/pages/missing.ts";
import type { IssueCard } from "../../src/pages/parts/issue-data.ts";
import { decision, frame, issueCard, minutes, noon } from "./samples.ts";

const operations = new Set(["block", "unblock", "answer", "urgency", "accept"]);
function page(changes: Partial<IssueCard> = {}, more: Partial<IssueView> = {}, viewer = frame()): string {
  const explained = { card: issueCard(changes), ledger: [] };
  const view = {
    explained,
    decision: undefined,
    operations,
    isSent: false,
    actionRefusal: undefined,
    ...more,
  };
  return issuePage(view, viewer);
}

test("the page says state, holder, priority, track and author, and links to GitHub", () => {
  const html = page({ holder: { name: "ada", since: noon - minutes(42), token: 7 } });
  expect(html).toMatch(/<svg class="mark blocked".*<\/svg> blocked<\/span>/);
  expect(html).toMatch(/held by <span class="who">ada<\/span> <time [^>]*>42 min<\/time>/);
  expect(html).toContain('<a href="https://github.com/acme/demo/issues/12">open at GitHub</a>');
  expect(html).toContain('<a href="/graph?issue=acme%2Fdemo%2312">graph</a>');
  expect(html).toContain('<a href="/timeline?issue=acme%2Fdemo%2312">timeline</a>');
});

test("it names what the issue waits for, what waits for it, and what refers to it", () => {
  const html = page({ unreadableBlockers: 2 });
  const [before = "", after = ""] = html.split("<h2>Messages</h2>");
  expect(before).toMatch(/<h2>Waits for<\/h2>.*#13<\/a> Settings/s);
  expect(before).toContain("2 in repositories that signalbox cannot read");
  expect(before).toMatch(/<h2>Blocks<\/h2>.*#14<\/a> Header/s);
  expect(after).toMatch(/#40<\/a> Which store\? <span class="aside">\(question, open\)/);
});

test("the text is Markdown whose references lead to our pages, and nothing in it runs", () => {
  const html = page();
  expect(html).toMatch(/<h3[^>]*>Goal<\/h3>/);
  expect(html).toContain('href="/issues/acme/demo/3"');
  expect(html).not.toContain("<script>alert");
});

test("the reasons are listed, the newest first, and what was decided and done is one", () => {
  const line = { rule: "labels", because: "Blocked by #13.", what: "labels +status:blocked" };
  const ledger = [
    { ...line, kind: "decided", at: noon - minutes(9) },
    { ...line, kind: "done", at: noon - minutes(8) },
    { ...line, kind: "done", at: noon - minutes(1), what: "closes it", askedBy: "bob (write)" },
  ];
  const html = page({}, { explained: { card: issueCard(), ledger } });
  expect(html.match(/labels \+status:blocked/g)).toHaveLength(1);
  expect(html.indexOf("closes it")).toBeLessThan(html.indexOf("labels +status:blocked"));
  expect(html).toContain("asked by bob (write)");
});

test("a task offers to block and to unblock it; a question to answer it; a closed issue nothing", () => {
  expect(page()).toContain('<input type="hidden" name="operation" value="block">');
  expect(page()).toContain("<option>acme/demo#13</option>");
  expect(page({ kind: "question", inTheWay: [] })).toContain('name="decision" required');
  expect(page({ kind: "handover", inTheWay: [] })).toContain('value="accept"');
  expect(page({ state: "closed" })).not.toContain("<h2>Actions</h2>");
});

test("what a task waits for says whether a person has to decide", () => {
  const asked = { ref: "acme/demo#8", number: 8, title: "Which price?", state: "open", verdict: "open" };
  const html = page({ inTheWay: [asked], blockedBy: [asked], namedBy: [{ ...asked, kind: "escalation" }] });
  expect(html).toContain('Which price? <span class="aside">(escalation: a person decides, open)</span>');
});

test("an action that the server does not have is not offered", () => {
  expect(page({}, { operations: new Set() })).not.toContain("<h2>Actions</h2>");
});

test("the owner of the data folder gets the commands of the actions", () => {
  const html = page({}, {}, frame({ viewer: { type: "owner" } }));
  expect(html).toContain("gh issue comment 12 --repo acme/demo --body &quot;/block #…&quot;");
  expect(html).not.toContain('name="operation"');
});

test("a refused action keeps what was typed and says why", () => {
  const actionRefusal = {
    operation: "block",
    message: "There is no #99.",
    typed: new Map([["blocker", 'acme/demo#99"']]),
  };
  const html = page({}, { actionRefusal });
  expect(html).toContain("There is no #99.");
  expect(html).toContain('value="acme/demo#99&quot;"');
  expect(html).toContain("data-still");
});

test("an escalation that waits is decided on its own page, too", () => {
  const html = page({ kind: "escalation", status: undefined }, { decision: decision(12) });
  expect(html).toContain('action="/escalations"');
  expect(html).toContain("<span>This.</span>");
});

test("an issue that is missing, or that the reader may not see, gets the same page", () => {
  expect(missingPage(frame())).toContain("No such issue");
});

test("a vote shows who voted for what and who has not, and offers its options", () => {
  const poll = {
    options: [
      { number: 1, text: "<b>SQLite</b>", voters: ["ada"] },
      { number: 2, text: "Postgres", voters: [] },
    ],
    needed: 2,
    missing: ["bea"],
    left: ["cleo"],
    endsAt: noon + minutes(60),
  };
  const html = page({ kind: "vote", poll, status: undefined }, { operations: new Set(["vote"]) });
  expect(html).toContain('&lt;b&gt;SQLite&lt;/b&gt; <span class="aside">ada</span>');
  expect(html).toMatch(
    /An option needs 2; it ends <time [^>]*>[^<]*<\/time>\. Not yet: bea\. No longer able to vote: cleo\./,
  );
  expect(html).toContain("<option>1</option><option>2</option>");
  expect(html).toMatch(/<textarea id="vote-because" name="because" rows/);
});

test("S4.11 a space has its tasks with state and holder, and leads to them on the board; a task leads to its space", () => {
  const task = {
    number: 13,
    title: "Settings",
    state: "open",
    status: "in-progress",
    holder: "ada",
  } as const;
  const space = {
    purpose: "It works.",
    agents: [],
    pinnedFiles: [],
    context: "",
    progress: { total: 2, closed: 1, blocked: 0, started: 1, ready: 0 },
    tasks: [
      { ...task, ref: "acme/demo#13" },
      { ref: "acme/demo#14", number: 14, title: "Header", state: "completed" },
    ],
    coming: [],
  };
  const html = page({ kind: "space", status: undefined, inTheWay: [], space });
  expect(html).toContain("<p>Tasks: 1 of 2 closed, 1 in progress.");
  expect(html).toContain('<a href="/board?repo=acme%2Fdemo&amp;space=12">On the board</a>');
  expect(html).toMatch(
    /class="mark in-progress".*#13<\/a> Settings <span class="aside">\(in-progress, held by ada\)/,
  );
  expect(html).toMatch(/class="mark done".*#14<\/a> Header <span class="aside">\(completed\)/);
  const named = (ref: string, title: string, kind: string) => ({ ref, title, state: "open", kind }) as const;
  const namedBy = [
    named("acme/demo#13", "Settings", "task"),
    named("acme/demo#20", "Q: Which key?", "question"),
  ];
  const [, messages = ""] = page({ kind: "space", status: undefined, inTheWay: [], space, namedBy }).split(
    "<h2>Messages</h2>",
  );
  expect(messages).toContain("Q: Which key?");
  expect(messages).not.toContain("Settings");
  const parent = { ref: "acme/demo#5", title: "Space: Log in", state: "open" };
  expect(page({ parent })).toMatch(
    /<h2>Part of<\/h2>.*href="\/issues\/acme\/demo\/5">#5<\/a> Space: Log in/s,
  );
});
