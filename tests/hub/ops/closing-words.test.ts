/** Tests closing keywords and references: where they count, and what they leave on the timeline. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plainProse } from "../../../src/hub/ops/plain-prose.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { ownMs } from "../../support/own-time.ts";

const demo = "/repos/acme/demo";
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
});
afterAll(() => world.close());

const ask = (method: string, path: string, body?: unknown) => world.as("alice")(method, path, body);
const base64 = (text: string): string => Buffer.from(text).toString("base64");

async function openIssue(body = ""): Promise<number> {
  return (await ask("POST", `${demo}/issues`, { title: "A task", body })).body.number;
}

async function commitTo(branch: string, path: string, message: string): Promise<string> {
  const file = { message, content: base64(path), branch };
  return (await ask("PUT", `${demo}/contents/${path}`, file)).body.commit.sha;
}

async function openPull(branch: string, body: string, message = `Write ${branch}`): Promise<number> {
  const main = (await ask("GET", `${demo}/git/ref/heads/main`)).body.object.sha;
  await ask("POST", `${demo}/git/refs`, { ref: `refs/heads/${branch}`, sha: main });
  await commitTo(branch, `${branch}.txt`, message);
  return (await ask("POST", `${demo}/pulls`, { title: branch, head: branch, base: "main", body })).body
    .number;
}

async function closedEvent(issue: number) {
  const { body } = await ask("GET", `${demo}/issues/${issue}/events`);
  return body.find((one: { event: string }) => one.event === "closed");
}

const timeline = `query($number: Int!) { repository(owner: "acme", name: "demo") { issue(number: $number) {
  state timelineItems(first: 50, itemTypes: [CLOSED_EVENT, CROSS_REFERENCED_EVENT, REFERENCED_EVENT]) { nodes {
    __typename
    ... on ClosedEvent { closer { __typename ... on Commit { oid } ... on PullRequest { number } } }
    ... on CrossReferencedEvent { willCloseTarget isCrossRepository
      source { __typename ... on Issue { number } ... on PullRequest { number } } }
    ... on ReferencedEvent { commit { oid } isCrossRepository }
  } } } } }`;

async function timelineOf(number: number) {
  const { body } = await ask("POST", "/graphql", { query: timeline, variables: { number } });
  return body.data.repository.issue;
}

describe("closing keywords", () => {
  test("N27 closing keywords in code, comments and quotes are ignored; others close the issue", async () => {
    const numbers = [await openIssue(), await openIssue(), await openIssue(), await openIssue()];
    const [code, comment, quote, real] = numbers;
    const body = [
      `\`Closes #${code}\``,
      `<!-- Closes #${comment} -->`,
      `> Closes #${quote}`,
      "",
      "```",
      `Fixes #${code}`,
      "```",
      `Closes #${real}`,
    ].join("\n");
    const pull = await openPull("prose", body);
    await ask("PUT", `${demo}/pulls/${pull}/merge`);
    const states = await Promise.all(
      numbers.map(async (number) => (await ask("GET", `${demo}/issues/${number}`)).body.state),
    );
    expect(states).toEqual(["open", "open", "open", "closed"]);
    expect(await closedEvent(real ?? 0)).toMatchObject({ commit_id: null });
    const { timelineItems } = await timelineOf(real ?? 0);
    expect(timelineItems.nodes).toContainEqual({
      __typename: "ClosedEvent",
      closer: { __typename: "PullRequest", number: pull },
    });
  });

  test("N27 a closing keyword in a commit's message takes effect on a push to the default branch, and the commit is the closer", async () => {
    const issue = await openIssue();
    const sha = await commitTo("main", "direct.txt", `Do it\n\nResolves #${issue}`);
    expect(await closedEvent(issue)).toMatchObject({ commit_id: sha, actor: { login: "alice" } });
    const { state, timelineItems } = await timelineOf(issue);
    expect(state).toBe("CLOSED");
    expect(timelineItems.nodes).toEqual([
      { __typename: "ReferencedEvent", commit: { oid: sha }, isCrossRepository: false },
      { __typename: "ClosedEvent", closer: { __typename: "Commit", oid: sha } },
    ]);
  });

  test("N27 a closing keyword in a commit of a pull request takes effect at the merge, not at the push", async () => {
    const issue = await openIssue();
    const pull = await openPull("by-commit", "", `Do it\n\nfixes #${issue}`);
    expect((await ask("GET", `${demo}/issues/${issue}`)).body.state).toBe("open");
    await ask("PUT", `${demo}/pulls/${pull}/merge`);
    const closed = await closedEvent(issue);
    expect(closed.commit_id).toMatch(/^[0-9a-f]{40}$/);
    expect(closed.commit_url).toContain(`/repos/acme/demo/commits/${closed.commit_id}`);
    await world.hub.idle();
    const told = world.received.find(
      ({ event, payload }) =>
        event === "issues" && payload.action === "closed" && payload.issue.number === issue,
    );
    expect(told?.payload.issue).toMatchObject({ state: "closed", state_reason: "completed" });
  });
});

describe("references", () => {
  test("N27 an issue, a pull request and a comment that name an issue are cross-referenced there, each once", async () => {
    const target = await openIssue();
    const source = await openIssue(`Like #${target}, see http://127.0.0.1/acme/demo/issues/${target}`);
    await ask("POST", `${demo}/issues/${source}/comments`, { body: `Again #${target}` });
    await openIssue(`Not \`#${target}\` and not x#${target}`);
    const pull = await openPull("refers", `Closes acme/demo#${target}`);
    const { body } = await ask("GET", `${demo}/issues/${target}/timeline`);
    expect(body).toMatchObject([
      { event: "cross-referenced", source: { type: "issue", issue: { number: source } } },
      { event: "cross-referenced", source: { issue: { number: pull, pull_request: {} } } },
    ]);
    expect(body).toHaveLength(2);
    expect((await ask("GET", `${demo}/issues/${target}/events`)).body).toEqual([]);
    const { timelineItems } = await timelineOf(target);
    expect(timelineItems.nodes).toMatchObject([
      { willCloseTarget: false, source: { __typename: "Issue", number: source } },
      { willCloseTarget: true, source: { __typename: "PullRequest", number: pull } },
    ]);
  });
});

describe("prose", () => {
  test.each([
    ["a fence", "a\n```\n#1\n```\n#2", "#2"],
    ["a fence that never ends", "~~~\n#1", ""],
    ["indented code after a blank line", "a\n\n    #1\n\n#2", "#2"],
    ["no code in a paragraph", "a\n    #1", "#1"],
    ["a code span over a line", "`#1\n#2` #3", "#3"],
    ["a backtick that nothing closes", "`#1", "#1"],
    ["runs of another length", "``#1` #2`` #3", "#3"],
    ["a quote with a lazy line", "> #1\n#2\n\n#3", "#3"],
    ["a comment over lines", "<!-- #1\n#2 -->#3", "#3"],
    ["a comment that never ends", "a\n<!-- #1", ""],
    ["no comment within a line that never ends", "a <!-- #1", "#1"],
  ])("N27 %s", (_what, markdown, numbers) => {
    expect(plainProse(markdown).match(/#\d/g)?.join(" ") ?? "").toBe(numbers);
  });

  test("N27 hostile texts of the maximum length are parsed in negligible time", () => {
    for (const part of ["`", "``` ", "<!--", "> ", "`a``b", "- `", "\n\n`", "<!-- -->"]) {
      const took = ownMs(() => plainProse(part.repeat(Math.floor(65_536 / part.length))));
      expect({ part, isFast: took < 1000 }).toEqual({ part, isFast: true });
    }
  });
});
