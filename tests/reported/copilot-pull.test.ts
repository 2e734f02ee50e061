/** The body of a pull request as Copilot writes it: only its own visible keyword closes an issue. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { entries, hasToHold, readCase } from "../support/expected-cases.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
});
afterAll(() => world.close());

const alice = (method: string, path: string, body?: unknown) => world.as("alice")(method, path, body);
const closing =
  'query($number: Int!) { repository(owner: "acme", name: "demo") { pullRequest(number: $number) { closingIssuesReferences(first: 10) { nodes { number } } } } }';

test.each(entries.filter(({ kind }) => kind === "16").filter(hasToHold))(
  "$file closes what it names itself, and nothing that it quotes",
  async ({ file, expect: expected }) => {
    const closes = expected.closes.map((name) => Number(name.slice(1)));
    const last = Math.max(...closes);
    for (let number = 1; number <= last; number++)
      await alice("POST", `${repo}/issues`, { title: `Task ${number}` });
    const { body: main } = await alice("GET", `${repo}/git/ref/heads/main`);
    const head = "copilot/add-x";
    await alice("POST", `${repo}/git/refs`, { ref: `refs/heads/${head}`, sha: main.object.sha });
    const content = Buffer.from("x").toString("base64");
    await alice("PUT", `${repo}/contents/x.txt`, { message: "Add x", branch: head, content });
    const pull = { title: "Add x", head, base: "main", body: readCase(file) };
    const { number } = (await alice("POST", `${repo}/pulls`, pull)).body;
    const { body: shown } = await alice("POST", "/graphql", { query: closing, variables: { number } });
    const { nodes } = shown.data.repository.pullRequest.closingIssuesReferences;
    expect(nodes.map((node: { readonly number: number }) => node.number)).toEqual(closes);
    await alice("PUT", `${repo}/pulls/${number}/merge`);
    const { body: issues } = await alice("GET", `${repo}/issues?state=closed&per_page=100`);
    const closed = issues.filter(
      (each: { readonly pull_request?: object }) => each.pull_request === undefined,
    );
    expect(closed).toMatchObject(closes.map((each) => ({ number: each, state_reason: "completed" })));
  },
);
