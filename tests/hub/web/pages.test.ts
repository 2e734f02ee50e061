/** What the hub's pages show: what GitHub would show of the same issues. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostileCorpus } from "../../support/hostile-corpus.ts";
import { type Ask, startTestHub, type TestHub } from "../../support/hub.ts";
import { enterAs, type Visitor } from "../../support/visitor.ts";

let bus: TestHub;
let maria: Visitor;
let alice: Ask;
beforeAll(async () => {
  bus = await startTestHub();
  alice = bus.as("alice");
  maria = await enterAs(bus.hub.entryLink("/acme/demo/issues"), "maria");
});
afterAll(() => bus.close());

const repository = "/repos/acme/demo";
async function open(title: string, body = "", labels: readonly string[] = []): Promise<number> {
  const { body: issue } = await alice("POST", `${repository}/issues`, { title, body, labels });
  return issue.number;
}
const idOf = async (number: number): Promise<number> =>
  (await alice("GET", `${repository}/issues/${number}`)).body.id;
const page = async (path: string): Promise<string> => (await maria.get(`/acme/demo${path}`)).html;
/** The text of a page without its marks. */
const wordsOf = (html: string): string => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

describe("the lists", () => {
  test("open issues are listed first, and closed ones behind a link that counts them", async () => {
    const one = await open("List me");
    const other = await open("Close me");
    await alice("PATCH", `${repository}/issues/${other}`, { state: "closed" });
    const html = await page("/issues");
    expect(html).toContain("List me");
    expect(html).toContain(`href="/acme/demo/issues/${one}"`);
    expect(html).not.toContain("Close me");
    expect(wordsOf(html)).toMatch(/Closed 1 /);
    expect(await page("/issues?q=is%3Aclosed")).toContain("Close me");
  });

  test("a label leads to the issues that have it", async () => {
    await open("With a label", "", ['kind: "odd" & <b>', "area:web"]);
    const html = await page("/issues");
    const href = /href="([^"]*area%3Aweb[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const { html: filtered } = await maria.get(href);
    expect(filtered).toContain("With a label");
    expect(filtered).not.toContain("List me");
  });

  test("the search reads GitHub's qualifiers, and names one that it does not read", async () => {
    await open("Find the needle");
    const found = await page(`/issues?${new URLSearchParams({ q: "needle author:alice" })}`);
    expect(found).toContain("Find the needle");
    expect(found).not.toContain("List me");
    expect(await page(`/issues?${new URLSearchParams({ q: "project:x" })}`)).toContain(
      "<code>project:x</code>",
    );
    expect(await page(`/issues?${new URLSearchParams({ q: "nothing-like-this" })}`)).toContain("No results");
  });

  test("a long list has pages", async () => {
    for (let number = 0; number < 27; number += 1) await open(`Many ${number}`);
    const query = new URLSearchParams({ q: "Many in:title" });
    const first = await page(`/issues?${query}`);
    const second = await page(`/issues?${query}&page=2`);
    expect(first.match(/>Many \d+</g)).toHaveLength(25);
    expect(second.match(/>Many \d+</g)).toHaveLength(2);
    expect(first).toContain("page=2");
    expect(second).not.toContain("page=3");
  });

  test("labels are shown in their colour, with text that can be read on it", async () => {
    for (const [name, color] of [
      ["dark", "0000aa"],
      ["light", "ffff99"],
    ])
      await bus.as("maria")("POST", `${repository}/labels`, { name, color });
    const html = await page("/labels");
    expect(html).toMatch(/label on-dark"[^>]*><svg[^>]*><rect[^>]* fill="#0000aa"\/><\/svg>dark</);
    expect(html).toMatch(/label on-light"[^>]*><svg[^>]*><rect[^>]* fill="#ffff99"\/><\/svg>light</);
  });
});

describe("an issue", () => {
  test("shows its text as Markdown, its state, its author and its number", async () => {
    const number = await open("Shown", "**bold** <details><summary>Why</summary>\n\nbecause\n\n</details>");
    const html = await page(`/issues/${number}`);
    expect(html).toContain("<strong>bold</strong>");
    expect(html).toContain("<details><summary>Why</summary>");
    expect(wordsOf(html)).toContain(`Shown #${number} ○ Open alice opened this`);
  });

  test("shows its relations, with the state of each other issue", async () => {
    const task = await open("A task");
    const blocker = await open("A blocker");
    const parent = await open("A parent");
    await alice("POST", `${repository}/issues/${task}/dependencies/blocked_by`, {
      issue_id: await idOf(blocker),
    });
    await alice("POST", `${repository}/issues/${parent}/sub_issues`, { sub_issue_id: await idOf(task) });
    await alice("PATCH", `${repository}/issues/${blocker}`, { state: "closed" });
    const html = await page(`/issues/${task}`);
    const side = wordsOf(html.slice(html.indexOf("<aside")));
    expect(side).toMatch(/Blocked by ✓ A blocker #\d+ Parent issue ○ A parent/);
    expect(html).toContain('aria-label="Closed">✓');
    expect(wordsOf(await page(`/issues/${blocker}`))).toMatch(/Blocking ○ A task/);
    expect(wordsOf(await page(`/issues/${parent}`))).toMatch(/Sub-issues, 0 of 1 closed ○ A task/);
  });

  test("has a timeline of comments and events, each with who did it", async () => {
    const number = await open("Eventful", "", ["area:web"]);
    await bus.as("bob")("POST", `${repository}/issues/${number}/comments`, { body: "I am on it" });
    await alice("POST", `${repository}/issues/${number}/assignees`, { assignees: ["bob"] });
    await alice("PATCH", `${repository}/issues/${number}`, { title: "More eventful" });
    await alice("PATCH", `${repository}/issues/${number}`, { state: "closed", state_reason: "not_planned" });
    const words = wordsOf(await page(`/issues/${number}`));
    for (const line of [
      "alice added the label area:web",
      "bob commented",
      "alice assigned bob",
      "alice changed the title from Eventful to More eventful",
      "alice closed this as not planned",
      "⊘ Closed as not planned",
    ])
      expect(words).toContain(line);
  });

  test("folds a hidden comment and says why it is hidden", async () => {
    const number = await open("With a hidden comment");
    const { body } = await alice("POST", `${repository}/issues/${number}/comments`, { body: "old news" });
    const query = `mutation { minimizeComment(input: { subjectId: "${body.node_id}", classifier: OUTDATED }) { clientMutationId } }`;
    await alice("POST", "/graphql", { query });
    const html = await page(`/issues/${number}`);
    expect(html).toMatch(
      /<details class="hidden"[^>]*><summary>This comment was marked as outdated<\/summary>[\s\S]*old news[\s\S]*<\/details>/,
    );
  });

  test("shows reactions, which is how the App answers commands", async () => {
    const number = await open("Reacted to");
    await alice("POST", `${repository}/issues/${number}/reactions`, { content: "rocket" });
    expect(wordsOf(await page(`/issues/${number}`))).toContain("🚀 1");
  });

  test("leads to its page under its present kind, and a number without an issue gets 404", async () => {
    const number = await open("A plain issue");
    expect((await maria.get(`/acme/demo/pull/${number}`)).path).toBe(`/acme/demo/issues/${number}`);
    expect((await maria.get("/acme/demo/issues/99999")).status).toBe(404);
    expect((await maria.get("/acme/nothing/issues")).status).toBe(404);
    const missing = await maria.get("/acme/demo/actions/runs/1");
    expect([missing.status, missing.html.includes("The hub has no such page")]).toEqual([404, true]);
  });
});

test("F04 hostile titles, bodies and labels are shown as text", async () => {
  const corpus = hostileCorpus().filter(({ text }) => text.trim() !== "" && text.length < 5_000);
  const texts = corpus.filter(({ subject }) => ["html", "links", "injections", "unicode"].includes(subject));
  expect(texts.length).toBeGreaterThan(30);
  for (const { text, name } of texts) {
    const title = text.replaceAll(/\s+/g, " ").trim().slice(0, 200);
    const { status, body } = await alice("POST", `${repository}/issues`, { title, body: text });
    expect(status, name).toBe(201);
    const html = await page(`/issues/${body.number}`);
    const tags = new Set([...html.matchAll(/<([a-z][a-z\d]*)/gi)].map(([, tag]) => tag));
    const bad = ["script", "style", "iframe", "img", "object", "embed", "base"].filter((tag) =>
      tags.has(tag),
    );
    expect(bad, name).toEqual([]);
    expect(
      html.match(/<(?:form|button|input)[^>]*>/g)?.filter((tag) => /evil|javascript/i.test(tag)),
      name,
    ).toEqual([]);
    expect(html.match(/<[^>]*\s(?:on\w+|style)=/gi), name).toBeNull();
    expect(html.match(/href="(?!\/|#|https?:|mailto:)[^"]*"/g), name).toBeNull();
  }
}, 60_000);
