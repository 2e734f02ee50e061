/** Writes all issues with a kind and their dependencies in a format of other programs. Reads the index alone. */
import { z } from "zod";
import { unreachable } from "../../base/errors.ts";
import { asDot, asMermaid } from "../graph/drawn.ts";
import { graphOutputOf } from "../graph/graph.ts";
import { parseRepository, repoInput, requireServed } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { readingShape } from "../output/shapes.ts";
import { asJsonLines, asTable, withEdges } from "./exported.ts";

const formats = ["jsonl", "csv", "mermaid", "dot"] as const;
/** More than any index has been tried with. */
const everything = 1_000_000;

interface Wanted {
  readonly repository: OperationPorts["repository"];
  readonly state: "open" | "closed" | undefined;
}

export const exportIssues = operation({
  name: "export",
  summary: "Write all issues with a kind and their dependencies as JSON lines, CSV, mermaid or dot",
  audience: "people",
  effect: "reads",
  tool: "none",
  input: z.object({
    format: z
      .enum(formats)
      .default("jsonl")
      .describe("jsonl: an issue with its dependencies a line; csv; mermaid or dot: the dependencies, drawn"),
    state: z.enum(["open", "closed", "all"]).default("open").describe("open, closed or both"),
    repo: repoInput.optional(),
  }),
  output: z.object({
    ...readingShape,
    format: z.enum(formats),
    count: z.int().describe("how many issues"),
    text: z.string().describe("the export; titles in it are the authors' words"),
  }),
  positional: [],
  examples: ["export > issues.jsonl", "export --format csv --state all > issues.csv", "export --format dot"],
  reads: "object",
  run: async (ports, { format, state, repo }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const wanted = { repository, state: state === "all" ? undefined : state };
    return { format, ...(await exported(ports, format, wanted)) };
  },
  text: ({ text }) => text.replace(/\n$/, ""),
});

async function exported(
  { board }: OperationPorts,
  format: (typeof formats)[number],
  { repository, state }: Wanted,
): Promise<{ readonly count: number; readonly text: string }> {
  const graph = graphOutputOf(
    await board.graph({
      repository,
      track: undefined,
      around: undefined,
      withClosed: state !== "open",
      limit: everything,
    }),
  );
  if (format === "mermaid") return { count: graph.nodes.length, text: asMermaid(graph) };
  if (format === "dot") return { count: graph.nodes.length, text: asDot(graph) };
  const cards = await board.list({
    repository,
    state,
    words: [],
    kind: undefined,
    status: undefined,
    track: undefined,
    assignee: undefined,
    limit: everything,
  });
  const issues = withEdges(cards, graph);
  switch (format) {
    case "jsonl":
      return { count: issues.length, text: asJsonLines(issues) };
    case "csv":
      return { count: issues.length, text: asTable(issues) };
    default:
      return unreachable(format);
  }
}
