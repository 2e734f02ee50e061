/** `/graph`. */
import { UserError } from "../../base/errors.ts";
import { graph } from "../../operations/graph/graph.ts";
import { type GraphOutput, graphOutput } from "../../operations/graph/graph-shape.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { type GraphFilter, graphPage, graphPath } from "../graph.ts";
import type { SitePage } from "../page.ts";
import { valueIn } from "../parts/fields.ts";
import { aboutIn } from "./about-in.ts";
import { choicesIn } from "./choices-in.ts";
import type { FrameOf } from "./frame-of.ts";

const maxNodes = 2_000;

export function graphAt(frameOf: FrameOf): SitePage {
  return {
    path: graphPath,
    get: async (request) => {
      const filter = filterIn(request.url.searchParams);
      const found = await graphIn(request.ports, filter);
      const view = { ...found, ...(await choicesIn(request.ports)) };
      const html = graphPage(view, filter, await frameOf(request));
      return { type: "page", html, status: found.problem === undefined ? 200 : 422 };
    },
  };
}

function filterIn(query: URLSearchParams): GraphFilter {
  const value = (name: string): string | undefined => valueIn(query, name);
  return {
    issue: value("issue"),
    depth: value("depth"),
    repo: value("repo"),
    track: value("track"),
    closed: value("closed") !== undefined,
  };
}

interface Found {
  readonly graph: GraphOutput | undefined;
  readonly problem: string | undefined;
  readonly center: FullRef | undefined;
}

async function graphIn(ports: OperationPorts, filter: GraphFilter): Promise<Found> {
  const { issue, depth, repo, track, closed } = filter;
  const about = aboutIn(filter);
  const input = {
    issue: about,
    repo,
    track,
    closed,
    limit: maxNodes,
    ...(depth && { depth: Number(depth) }),
  };
  try {
    const { output } = await graph.run(ports, input);
    const found = graphOutput.parse(output);
    return { graph: found, problem: undefined, center: centerIn(found, issue) };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return { graph: undefined, problem: thrown.message, center: undefined };
  }
}

/** The operation begins its list with the issue that was asked for. */
function centerIn({ nodes }: GraphOutput, issue: string | undefined): FullRef | undefined {
  const { owner, repo, number } = nodes[0] ?? {};
  if (issue === undefined || owner === undefined || repo === undefined || number === undefined)
    return undefined;
  return { owner, repo, number };
}
