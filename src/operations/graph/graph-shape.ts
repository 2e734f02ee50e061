/** The output of the operation `graph`. */
import { z } from "zod";
import { readingShape, statuses } from "../output/shapes.ts";

const node = z.object({
  id: z.string().describe("acme/demo#12; for an issue that is not named, `elsewhere-1` and so on"),
  owner: z.string().optional(),
  repo: z.string().optional(),
  number: z.int().optional(),
  title: z
    .string()
    .optional()
    .describe("the author's words; absent with owner, repo and number if it is not named"),
  kind: z.string().optional().describe("task, question, …; `issue` for one that is no message"),
  state: z.enum(["open", "closed"]).optional(),
  status: z.enum(statuses).optional().describe("of a task"),
  priority: z.string().optional().describe("of a task: p0 to p3"),
  track: z.string().optional(),
  isIndexed: z.boolean().describe("whether signalbox knows more of it than its name"),
});

export const graphOutput = z.object({
  ...readingShape,
  nodes: z.array(node).describe("issues that wait for others, or that others wait for"),
  edges: z.array(z.object({ blocked: z.string(), blocker: z.string() })).describe("by the `id` of nodes"),
  cycles: z
    .array(z.array(z.string()))
    .describe("open issues that wait for each other: each for the next, and the last for the first"),
  isCut: z.boolean().describe("whether there are more issues than the limit allows"),
  drawing: z.string().optional().describe("the same as mermaid, dot or JSON, if `format` asks for it"),
});

export type GraphOutput = z.output<typeof graphOutput>;
export type GraphOutputNode = z.output<typeof node>;
