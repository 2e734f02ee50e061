/** Calls a tool as a client does, and checks the shape of what comes back. */
import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Given } from "../../src/mcp/given.ts";

export interface Called {
  readonly text: string;
  readonly isError: boolean;
}

const resultShape = z.object({
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
  isError: z.boolean().default(false),
});

export async function callTool(client: Client, name: string, given: Given = {}): Promise<Called> {
  const result = resultShape.parse(await client.callTool({ name, arguments: given }));
  return { text: result.content[0].text, isError: result.isError };
}
