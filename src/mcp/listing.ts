/**
 * The tools as clients list them. They are kept in a file, because a program asks for them before its first request to
 * its model, and does without those that come too late: what a tool is made of takes several times longer to load.
 */
import { readFileSync } from "node:fs";
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { JsonSchema } from "./tools/arguments.ts";
import type { Tool } from "./tools/tool.ts";

export interface ListedTool extends Pick<Tool, "name" | "description"> {
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** Where `npm run operations` writes them: without what is left to people. */
export const listingFile = new URL("../../templates/mcp-tools.json", import.meta.url);

export function readListing(): readonly ListedTool[] {
  return JSON.parse(readFileSync(listingFile, "utf8"));
}

export function listingFrom(tools: readonly Tool[]): readonly ListedTool[] {
  return tools.map((tool) => {
    const { name, description, inputSchema } = tool;
    return { name, description, inputSchema, annotations: annotationsFor(tool) };
  });
}

/**
 * Some clients let a model call a tool without asking its user only if the tool says of itself that it destroys nothing
 * and stays within one system. What these change, an issue shows, and its next comment changes back.
 * https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
function annotationsFor({ isReadOnly, decides }: Tool): ToolAnnotations {
  if (isReadOnly) return { readOnlyHint: true, openWorldHint: false };
  return { readOnlyHint: false, destructiveHint: decides === true, openWorldHint: false };
}
