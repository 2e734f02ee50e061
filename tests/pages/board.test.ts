/** The board as HTML, from what the operation returns. `tests/flows/pages.test.ts` has it in a browser. */
import { expect, test } from "vitest";
import { boardPage, refusedBoardPage } from "../../src/pages/board.ts";
import { boardView, busyBoard, decision, frame, minutes, noFilter, noon, taskCard } from "./samples.ts";

/** What a reader sees, one line for each element. */
const textOf = (page: string): string =>
  page
    .replace(/<head>[\s\S]*<\/head>/, "")
    .replace(/<[^>]+>/g, "\n")
    .replace(/\s*\n\s*/g, "\n");

test("five columns are shown with their counts, and what is not shown can be opened", () => {
  const page = boardPage(busyBoard(), noFilter, frame());
  const headings = [...page.matchAll(/<h2 id="([\w-]+)-heading">/g)].map(([, name]) => name);
  expect(headings).toEqual(["ready", "in-progress", "in-review", "blocked", "people"]);
  expect(page).toContain('<a href="/board?only=ready">60 more</a>');
  expect(textOf(page)).toContain("waiting on people\n2\n");
});

test("a card names priority, track, holder and for how long, and links to its issue", () => {
  const page = boardPage(busyBoard(), noFilter, frame());
  expect(page).toContain('<a class="title" href="/issues/acme/demo/13">Settings page</a>');
  expect(textOf(page)).toContain("Settings page\n#13\np1\nweb\nbob\n42 min\n");
});

test("a blocked card names what it waits for, with the state where that says more than open", () => {
  const text = textOf(boardPage(busyBoard(), noFilter, frame()));
  expect(text).toContain("#13\nSettings page\n#40\nQ: Which store do deliveries use?\n");
  expect(text).toContain("#7\nList deliveries by page\n(closed, but not as completed)\n");
  expect(text).toContain("acme/api#3\nPublish the schema\nand 1 more\n");
});

test("a decision leads to the page where it is made", () => {
  const page = boardPage(busyBoard(), noFilter, frame());
  expect(page).toContain(
    'href="/escalations#acme-demo-24">May we break the login API for older clients?</a>',
  );
  expect(textOf(page)).toContain("#22\nimportant\nsuggested answer\n50 min");
});

test("with several repositories each card says which it is in, and one can be chosen", () => {
  const view = { ...busyBoard(), repositories: ["acme/api", "acme/demo"] };
  const page = boardPage(view, { ...noFilter, repo: "acme/demo" }, frame());
  expect(textOf(page)).toContain("acme/demo#13\n");
  expect(page).toContain('<option value="acme/demo" selected>');
});

test("a filter that names what is not there keeps its form and its place, and says what is wrong", () => {
  const choices = { repositories: ["acme/demo"], tracks: ["api"] };
  const problem = "acme/demo#1 is a <task>, and not a space.";
  const page = refusedBoardPage(choices, { ...noFilter, space: "1" }, problem, frame());
  expect(page).toContain('role="alert">acme/demo#1 is a &lt;task&gt;, and not a space.</p>');
  expect(page).toContain('name="space" value="1"');
  expect(page).toContain('<nav aria-label="Pages">');
  // Fetched again it would be refused again, which the script would take for a server that does not answer.
  expect(page).toMatch(/<main [^>]*data-still/);
});

test("the filter stays in the form and in the links, and can be cleared", () => {
  const filter = { ...noFilter, words: 'sign "in"', track: "gone", space: "5", only: "ready" as const };
  const page = boardPage(busyBoard(), filter, frame());
  expect(page).toContain('value="sign &quot;in&quot;"');
  expect(page).toContain('<option value="gone" selected>gone</option>');
  expect(page).toContain('<a href="/board?only=ready">Clear the filter</a>');
  expect(page).toContain('<a href="/board?track=gone&amp;space=5&amp;words=sign+%22in%22">All columns</a>');
  expect(page).toContain("and 60 more: narrow the filter");
  expect(page).not.toContain('id="blocked"');
});

test("an empty board says what to try; a filter that nothing fits says how to clear it", () => {
  const empty = boardPage(boardView(), noFilter, frame());
  expect(empty).toContain("npm run demo");
  expect(empty).toContain("gh issue create --repo acme/demo --label kind:task");
  const unfitting = boardPage(boardView(), { ...noFilter, words: "x" }, frame());
  expect(unfitting).toContain("Nothing fits the filter");
  expect(unfitting).not.toContain("npm run demo");
});

test("a reader who cannot write is told so, and how to sign in; a person can sign out", () => {
  const owner = boardPage(boardView(), noFilter, frame({ viewer: { type: "owner" }, signIn: "/sign-in" }));
  expect(owner).toContain("read only");
  expect(owner).toContain('href="/sign-in"');
  expect(boardPage(boardView(), noFilter, frame())).toContain('action="/sign-out"');
});

test("the page has no script and no style of its own, and nothing from elsewhere", () => {
  const page = boardPage(busyBoard(), noFilter, frame());
  expect(page).not.toMatch(/<script(?! src="\/assets\/)|<style|\sstyle=|\son\w+=/);
  expect([...page.matchAll(/(?:src|href|action)="([^"#]+)/g)].every(([, to]) => to?.startsWith("/"))).toBe(
    true,
  );
});

test("titles, tracks and logins that contain markup are text", () => {
  const hostile = `<img src=x onerror=alert(1)>"'&`;
  const tasks = [taskCard(1, { title: hostile, track: hostile, assignees: [hostile], priority: hostile })];
  const waits = [{ ref: hostile, title: hostile, state: hostile }];
  const blocked = [taskCard(2, { status: "blocked", waitsFor: waits })];
  const view = boardView({
    columns: [
      { status: "ready", count: 1, cards: tasks },
      { status: "blocked", count: 1, cards: blocked },
    ],
    people: { count: 1, isCounted: true, cards: [decision(3, { title: hostile, urgency: hostile })] },
    tracks: [hostile],
    repositories: [hostile, "acme/demo"],
  });
  const page = boardPage(view, { ...noFilter, words: hostile }, frame({ address: `/board?${hostile}` }));
  expect(page).not.toContain("<img");
  expect(page).not.toMatch(/"[^<>]*onerror=alert\(1\)>/);
});

test("how long ago something was is said in the largest unit that is whole", () => {
  const at = (ms: number) => boardPage(withTask(noon - ms), noFilter, frame());
  expect(at(minutes(0.5))).toContain('data-age="span">now</time>');
  expect(at(minutes(59.9))).toContain('data-age="span">59 min</time>');
  expect(at(minutes(60))).toContain('data-age="span">1 h</time>');
  expect(at(minutes(60 * 24 * 40))).toContain('data-age="span">40 d</time>');
});

function withTask(updatedAt: number) {
  const cards = [taskCard(1, { updatedAt })];
  return boardView({ columns: [{ status: "ready", count: 1, cards }] });
}
