/** The graph as HTML. */
import { expect, test } from "vitest";
import { graphPage } from "../../src/pages/graph.ts";
import { busyGraph, frame, graphNode, graphView, noGraphFilter } from "./samples.ts";

const home = { ...noGraphFilter, repo: "acme/demo" };

test("each issue is a link with its name, title and state, and what is not named is no link", () => {
  const page = graphPage(busyGraph(), home, frame());
  const names = [...page.matchAll(/<a class="node[^>]*href="([^"]+)"[^>]*><title>([^<]+)</g)].map(
    ([, address, name]) => `${address}: ${name}`,
  );
  expect(names).toContain("/issues/acme/demo/4: #4 Return problem documents, blocked, waits for 5");
  expect(names).toContain("/issues/acme/api/3: acme/api#3 Publish the schema, ready");
  expect(names).toContain("https://github.com/acme/other/issues/7: acme/other#7 Elsewhere, ready");
  expect(names).toHaveLength(11);
  expect(page).toContain('<g class="node stub"><rect');
  expect(page).toContain(">an issue in another repository</text></g>");
});

test("circles are named in words with links, and their boxes and arrows are marked", () => {
  const page = graphPage(busyGraph(), home, frame());
  expect(page).toContain("these wait for each other, so none of them can be started");
  expect(page.match(/class="node circle"/g)).toHaveLength(2);
  expect(page.match(/<path class="circle"/g)).toHaveLength(2);
  expect(page).toContain(">#8 · in a circle<");
});

test("the issue that the graph is around is marked, and the form keeps what was asked", () => {
  const center = { owner: "acme", repo: "demo", number: 4 };
  const page = graphPage(
    { ...busyGraph(), center },
    { ...noGraphFilter, issue: "4", depth: "3", closed: true },
    frame(),
  );
  expect(page.match(/class="node center"/g)).toHaveLength(1);
  expect(page).toContain('name="issue" id="filter" value="4"');
  expect(page).toContain('<option value="3" selected>3</option>');
  expect(page).toContain('value="1" checked');
});

test("a drawing that is too large to be redrawn says so, and is not kept up to date", () => {
  const nodes = Array.from({ length: 401 }, (_, place) => graphNode(place + 1));
  const edges = [{ blocked: "acme/demo#1", blocker: "acme/demo#2" }];
  const view = graphView({ graph: { nodes, edges, cycles: [], isCut: false } });
  const page = graphPage(view, noGraphFilter, frame());
  expect(page).toContain("data-still");
  expect(page).toContain("not kept up to date");
  expect(graphPage(busyGraph(), home, frame())).not.toContain("data-still");
});

test("without dependencies it says what would be drawn; what cannot be found is said", () => {
  expect(graphPage(graphView(), noGraphFilter, frame())).toContain("Nothing waits");
  const center = { owner: "acme", repo: "demo", number: 4 };
  expect(graphPage(graphView({ center }), noGraphFilter, frame())).toContain("Nothing waits for it");
  const refused = graphPage(graphView({ graph: undefined, problem: "<No>" }), noGraphFilter, frame());
  expect(refused).toContain('role="alert">&lt;No&gt;</p>');
});

test("titles and tracks that contain markup are text", () => {
  const hostile = `<img src=x onerror=alert(1)>"'&`;
  const nodes = [
    graphNode(1, { title: hostile, kind: hostile, status: undefined }),
    graphNode(2, { repo: hostile }),
  ];
  const edges = [{ blocked: nodes[0]?.id ?? "", blocker: nodes[1]?.id ?? "" }];
  const view = graphView({
    tracks: [hostile],
    graph: { nodes, edges, cycles: [nodes.map(({ id }) => id)], isCut: false },
  });
  expect(graphPage(view, { ...noGraphFilter, issue: hostile }, frame())).not.toContain("<img");
});
