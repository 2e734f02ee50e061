/** The decisions as HTML: what a reader sees of each, and the form that decides it. */
import { expect, test } from "vitest";
import { escalationsPage } from "../../src/pages/escalations.ts";
import type { Decision, Refusal } from "../../src/pages/parts/decision-data.ts";
import { decision, frame, minutes, noon } from "./samples.ts";

const hash = "3f9c2a1b".repeat(8);
const asked = decision(24, {
  title: "Escalation: May we break the API?",
  question: "May we break the API?",
  urgency: "blocking",
  options: ["Drop it now.", "Keep it."],
  textHash: hash,
  author: "alice",
  context: "Three customers use **version 1**.",
  recommendation: "2: they need time.",
  impactOfDelay: "#6 cannot go on.",
  blocks: [{ ref: "acme/demo#6", title: "Log in", state: "open" }],
  deadline: noon + minutes(240),
  default: { option: 2, at: noon + minutes(240) },
});
const suggested = decision(22, {
  title: "A: Which store?",
  question: "SQLite: one file.",
  options: [],
  textHash: hash,
  approve: "/approve 3f9c2a1b",
  suggestion: {
    answers: { ref: "acme/demo#17", title: "Which store?", state: "open" },
    rationale: "The record says so.",
    sources: "- [docs/adr/0001.md](https://github.com/acme/demo)",
  },
});

const page = (decisions: readonly Decision[], changes: Parameters<typeof frame>[0] = {}, more = {}) =>
  escalationsPage({ decisions, limit: 100, sent: undefined, refusal: undefined, ...more }, frame(changes));

test("a decision shows who asked, what waits for it, context, recommendation, delay, deadline and default", () => {
  const html = page([asked]);
  expect(html).toContain('<a class="title" href="/issues/acme/demo/24">May we break the API?</a>');
  expect(html).toContain("Three customers use <strong>version 1</strong>.");
  expect(html).toContain("2: they need time.");
  expect(html).toContain('<a href="/issues/acme/demo/6">#6</a> Log in');
  expect(html).toContain('<a href="/issues/acme/demo/6">#6</a> cannot go on.');
  expect(html).toContain("If nobody decides, option 2 (Keep it.) is taken at");
  expect(html).toMatch(/due <time datetime="2026-11-22T16:00:00Z">/);
});

test("each option is one button of a form that names the text and carries the token", () => {
  const html = page([asked]);
  expect(html).toContain('<form class="decide" method="post" action="/escalations">');
  expect(html).toContain('<input type="hidden" name="formToken" value="form-token">');
  expect(html).toContain(`name="textHash" value="${hash}"`);
  expect(html).toContain('name="option" value="1"><b>1</b><span>Drop it now.</span>');
  expect(html).toContain('name="option" value="own"');
});

test("Enter in the line for the reason presses no button that decides", () => {
  const [first = ""] =
    page([asked])
      .split('action="/escalations">')[1]
      ?.match(/<button[^>]*>/) ?? [];
  expect(first).toContain("disabled");
});

test("a suggested answer shows what it answers and from where, and is approved or refused", () => {
  const html = page([suggested]);
  expect(html).toContain('<a href="/issues/acme/demo/17">#17</a> Which store?');
  expect(html).toContain("The record says so.");
  expect(html).toContain("docs/adr/0001.md");
  expect(html).toContain('value="approve"');
  expect(html).toContain('value="refuse"');
  expect(html).not.toContain('value="own"');
});

test("the owner of the data folder gets commands instead of buttons", () => {
  const html = page([asked, suggested], { viewer: { type: "owner" }, signIn: "/sign-in?to=/escalations" });
  expect(html).not.toContain('class="decide"');
  expect(html).toContain(
    `gh issue comment 24 --repo acme/demo --body &quot;/decide 1 text:${hash} because …&quot;`,
  );
  expect(html).toContain("gh issue comment 22 --repo acme/demo --body &quot;/approve 3f9c2a1b&quot;");
  expect(html).toContain('<a href="/sign-in?to=/escalations">Sign in</a> to decide here');
});

test("what was just decided says so, in its place while it is listed, above the list afterwards", () => {
  expect(page([asked], {}, { sent: "acme/demo#24" })).toContain("It is taken.");
  expect(page([asked], {}, { sent: "acme/demo#24" })).not.toContain('class="decide"');
  expect(page([], {}, { sent: "acme/demo#24" })).toContain("acme/demo#24 is decided.");
  expect(page([], {}, { sent: "<b>#24" })).not.toContain("<b>#24");
});

test("a refused form keeps what was typed, says why, and is not replaced by a script", () => {
  const refusal: Refusal = {
    issue: "acme/demo#24",
    message: "Only people <may>.",
    because: "They </textarea>",
  };
  const html = page([asked, suggested], {}, { refusal });
  expect(html).toContain('<p class="notice bad" role="alert">Only people &lt;may&gt;.</p>');
  expect(html).toContain("They &lt;/textarea&gt;</textarea>");
  expect(html).toContain('<main id="main" tabindex="-1" data-still>');
  expect(page([], {}, { refusal })).toContain("It no longer waits for a decision.");
});

test("without decisions the page says so", () => {
  expect(page([])).toContain("Nothing waits for a person");
});
