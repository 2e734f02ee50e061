/** How much of a conversation's beginning is signalbox'. */
import { instructions } from "../../../src/mcp/server.ts";
import type { RecordedRequest } from "../model/scripted-model.ts";

/** In bytes, of the first request that has most of our tools. */
export interface Shown {
  readonly tools: number;
  /** What the MCP server says of itself, as far as the program shows it. */
  readonly instructions: number;
  /** What the user said: in a run, the start packet. */
  readonly prompt: number;
  /** The whole request. */
  readonly request: number;
}

export function measureShown(requests: readonly RecordedRequest[]): Shown {
  const [first] = [...requests].sort((a, b) => ownTools(b) - ownTools(a) || a.turn - b.turn);
  if (first === undefined) return { tools: 0, instructions: 0, prompt: 0, request: 0 };
  const text = `${first.system}\n${first.prompt}`;
  const lines = instructions.split("\n").filter((line) => text.includes(line));
  return {
    tools: ownTools(first),
    instructions: Buffer.byteLength(lines.join("\n")),
    prompt: Buffer.byteLength(first.prompt),
    request: first.bytes,
  };
}

function ownTools({ tools }: RecordedRequest): number {
  return tools.filter(({ name }) => name.includes("signalbox")).reduce((sum, { bytes }) => sum + bytes, 0);
}
